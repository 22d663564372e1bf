/**
 * One turn of R readers at once: what they remember, what they answer, what they are afterwards. Chance comes in as
 * numbers, so equal inputs give equal answers. Given the reward the parts of an answer are drawn apart from each other.
 */
import { AXES } from "../../data-schemas/ontology.ts";
import { LEVELS } from "../../data-schemas/rating.ts";

import { type Params, respond } from "../esus.ts";
import { FLAG_CENTRE, FLAGS, TYPICAL_LOG_PACE } from "../feedback-layout.ts";
import { REREADS_MOST, SCROLL_BINS } from "../heads/behaviour.ts";

import { moods } from "../state/transition.ts";
import { abs, exp, log, minimum, sigmoid, where } from "../tensor/elementwise.ts";
import { takeRows } from "../tensor/indexing.ts";
import { concat, slice } from "../tensor/layout.ts";
import { range } from "../tensor/pattern.ts";
import { cumsum } from "../tensor/reduction.ts";
import type { Tensor } from "../tensor/tensor.ts";
import { type Averages, recollect, remembered, type SimulatorState } from "./reader-state.ts";

const A = AXES.length;

/** What is shown, and chance. C contents. */
export interface TurnInputs<Leaf, P> {
  readonly params: P;
  readonly averages: Averages<Leaf>;
  readonly contents: {
    /** [C, H], [C, M], and words of each, [C, 1]. */
    readonly h: Leaf;
    readonly phi: Leaf;
    readonly words: Leaf;
    /** What other readers said of each, [C, STATISTICS]. */
    readonly statistics: Leaf;
  };
  readonly state: SimulatorState<Leaf>;
  /** Row of the content that each reader is shown; int32 [R]. */
  readonly shown: Leaf;
  /** 1 for readers who begin another story. [R, 1]. */
  readonly newcomer: Leaf;
  /** Row of the source's offset; int32 [R]. */
  readonly source: Leaf;
  /** Uniform draws from [0, 1). [R, UNIFORMS]. */
  readonly uniform: Leaf;
  /** Standard normal draws: of the dwell, then of the drift. [R, 1 + Z]. */
  readonly normal: Leaf;
  /** SD of the drift of a persona's preference a turn. [1]. */
  readonly drift: Leaf;
}

/** Uniform numbers that a reader's turn takes: rating, scroll depth and its place in the bin, rereads, wish, flags, tags. */
export const UNIFORMS = 5 + FLAGS.length + 3 * A;
/** |φ| from which an axis counts as given, one way or the other. */
const GIVEN = 0.7;
const AGAIN = 3;

export function takeTurn({
  params,
  averages,
  contents,
  state,
  shown,
  newcomer,
  source,
  uniform,
  normal,
  drift,
}: TurnInputs<Tensor, Params>) {
  const h = takeRows(contents.h, shown);
  const phi = takeRows(contents.phi, shown);
  const words = takeRows(contents.words, shown);
  const itemStatistics = takeRows(contents.statistics, shown);
  const memory = recollect(params, state, averages, h);
  const z = state.z.mul(state.persona).add(memory.posterior.mean.mul(state.persona.neg().add(1)));
  const response = respond(params, { ...memory, z, h, phi, itemStatistics, source });
  const { behaviour } = response;
  const draw = (from: number, to = from + 1): Tensor => slice(uniform, 1, from, to);
  const columns = (values: Tensor): number => values.shape[1]!;

  const level = drawn(exp(response.rating), draw(0));
  const bin = drawn(exp(behaviour.scrollLog), draw(1));
  const scrollDepth = bin
    .mul(row(columns(bin)))
    .sum(1, { keepDims: true })
    .add(draw(2))
    .mul(1 / SCROLL_BINS);
  const rereads = countDrawn(behaviour.logRereads, behaviour.rereadSize, draw(3));
  const wish = drawn(exp(response.wish), draw(4));
  // What no training answer told is not done by anyone, and not told either.
  const observed = params.observed.flags;
  const flags = draw(5, 5 + FLAGS.length)
    .less(sigmoid(behaviour.flags))
    .cast("float32")
    .mul(observed);
  const tags = draw(5 + FLAGS.length, UNIFORMS)
    .less(sigmoid(response.tags))
    .cast("float32");
  const tag = (kind: number): Tensor => slice(tags, 1, kind * A, (kind + 1) * A);
  const asked = tag(1).sub(tag(2));
  const skipped = slice(flags, 1, SKIP, SKIP + 1);
  const pace = behaviour.pace.add(exp(behaviour.logPaceSd).mul(slice(normal, 1, 0, 1)));
  const dwellSeconds = exp(pace.add(TYPICAL_LOG_PACE))
    .mul(words)
    .mul(where(skipped.greater(0.5), scrollDepth, 1));

  // What was asked for before this chapter, and whether it is given.
  const stays = newcomer.neg().add(1);
  const asking = state.request.mul(stays);
  const wanted = asking.mul(slice(phi, 1, 0, A)).sum(1, { keepDims: true });
  const open = minimum(abs(asking).sum(1, { keepDims: true }), 1);
  const fulfilled = wanted.greater(GIVEN).cast("float32").mul(open);
  const ignored = wanted.less(-GIVEN).cast("float32").mul(open);
  const partly = open.sub(fulfilled).sub(ignored);
  const inARow = ignored.mul(state.ignored.mul(stays).add(1));
  const stars = level.mul(row(LEVELS).add(1)).sum(1, { keepDims: true });
  const movers = concat(
    [
      fulfilled.add(partly.mul(0.5)),
      ignored,
      inARow.greaterEqual(AGAIN).cast("float32"),
      stars.lessEqual(2).cast("float32"),
    ],
    1,
  );
  const expected = averages.mean.add(slice(itemStatistics, 1, 0, 1));
  const residual = stars.sub(expected);
  const one = stars.mul(0).add(1);
  const none = stars.mul(0);
  const feedback = concat(
    [
      residual,
      residual.mul(residual),
      one,
      flags.sub(FLAG_CENTRE).mul(observed),
      flags.mul(0).add(observed),
      pace.mul(skipped.neg().add(1)),
      skipped.neg().add(1),
      log(rereads.add(1)),
      one,
      scrollDepth.sub(0.5),
      one,
      none,
      none,
    ],
    1,
  );
  const after = remembered(params, state, h, phi, { feedback, movers, asked, liked: tag(0), level, known: one });
  // A new wish takes the place of the old one; what is still ignored is asked for again.
  const newly = slice(wish, 1, 1, 1 + A).mul(opposite(slice(phi, 1, 0, A)));
  const asks = minimum(abs(newly).sum(1, { keepDims: true }), 1);
  const request = newly.add(asking.mul(ignored).mul(asks.neg().add(1)));
  return {
    state: {
      ...after,
      persona: state.persona,
      request,
      ignored: inARow,
      z: state.z.add(
        slice(normal, 1, 1, 1 + columns(z))
          .mul(drift)
          .mul(state.persona),
      ),
    },
    visible: {
      stars,
      flags,
      dwellSeconds,
      scrollDepth,
      rereads,
      asked,
      liked: tag(0),
      request,
      fulfilled,
      partly,
      open,
    },
    hidden: {
      z,
      moods: moods(state.moods),
      reward: response.reward,
      parts: response.parts,
      prototype: exp(response.prototype),
      rating: exp(response.rating),
    },
  };
}

const SKIP = FLAGS.findIndex(({ name }) => name === "skip");

/** One-hot draws from rows of probabilities, by where u falls. @param probability [R, K]. */
function drawn(probability: Tensor, u: Tensor): Tensor {
  const upTo = cumsum(probability, 1);
  const K = probability.shape[1]!;
  const total = slice(upTo, 1, K - 1, K);
  const index = upTo.lessEqual(u.mul(total)).cast("float32").sum(1, { keepDims: true });
  return row(K)
    .sub(minimum(index, K - 1))
    .equal(0)
    .cast("float32");
}

/** A negative binomial count, up to REREADS_MOST. @param logMean [R, 1]; logSize [1]. */
function countDrawn(logMean: Tensor, logSize: Tensor, u: Tensor): Tensor {
  const size = exp(logSize);
  const total = exp(logMean).add(size);
  const odds = exp(logMean).div(total);
  // P(y) = P(y − 1) · odds · (k + y − 1) / y.
  const terms: Tensor[] = [exp(size.mul(logSize.sub(log(total))))];
  for (let y = 1; y <= REREADS_MOST; y++)
    terms.push(
      terms[y - 1]!.mul(odds)
        .mul(size.add(y - 1))
        .mul(1 / y),
    );
  const one = drawn(concat(terms, 1), u);
  return one.mul(row(REREADS_MOST + 1)).sum(1, { keepDims: true });
}

/** +1 where the chapter is at the low pole, −1 at the high one: which way one would ask. */
function opposite(phi: Tensor): Tensor {
  return phi.less(0).cast("float32").mul(2).sub(1);
}

const row = (n: number): Tensor => range(n).reshape([1, n]);
