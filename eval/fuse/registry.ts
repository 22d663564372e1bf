/** Every metric of an episode. Adding one here is the whole registration. */
import type { FuseMetric } from "./fuse-metric.ts";
import { changeScore } from "./metrics/change-score.ts";
import { componentF1 } from "./metrics/component-f1.ts";
import { contamination } from "./metrics/contamination.ts";
import { creditF1 } from "./metrics/credit-f1.ts";
import { creditNdcg } from "./metrics/credit-ndcg.ts";
import { diffScore } from "./metrics/diff-score.ts";
import { driftDelay } from "./metrics/drift-delay.ts";
import { driftRegret } from "./metrics/drift-regret.ts";
import { falseGeneralisationRate } from "./metrics/fgr.ts";
import { followRate } from "./metrics/follow-rate.ts";
import { goldIdleNecessity } from "./metrics/gold-idle-necessity.ts";
import { goldNecessity } from "./metrics/gold-necessity.ts";
import { idleNecessity } from "./metrics/idle-necessity.ts";
import { labelF1 } from "./metrics/label-f1.ts";
import { leakedItems } from "./metrics/leakage.ts";
import { lostEpisodes } from "./metrics/lost.ts";
import { ncfu } from "./metrics/ncfu.ts";
import { necessity } from "./metrics/necessity.ts";
import { negativeTransfer } from "./metrics/negative-transfer.ts";
import { rollbackSuccess } from "./metrics/rollback-success.ts";
import { routeF1 } from "./metrics/route-f1.ts";
import { routingSufficiency } from "./metrics/routing-sufficiency.ts";
import { scarRate } from "./metrics/scar-rate.ts";
import { selectivity } from "./metrics/selectivity.ts";
import { staleUse } from "./metrics/stale-use.ts";
import { stateItems } from "./metrics/state-items.ts";
import { stateTokens } from "./metrics/state-tokens.ts";
import { taskScore } from "./metrics/task-score.ts";
import { upliftPerBit } from "./metrics/uplift-per-bit.ts";

export const FUSE_METRICS: readonly FuseMetric[] = [
  taskScore,
  ncfu,
  falseGeneralisationRate,
  selectivity,
  negativeTransfer,
  changeScore,
  labelF1,
  routeF1,
  diffScore,
  necessity,
  goldNecessity,
  idleNecessity,
  goldIdleNecessity,
  routingSufficiency,
  componentF1,
  creditNdcg,
  creditF1,
  driftDelay,
  driftRegret,
  followRate,
  staleUse,
  rollbackSuccess,
  scarRate,
  contamination,
  leakedItems,
  upliftPerBit,
  stateItems,
  stateTokens,
  lostEpisodes,
];
