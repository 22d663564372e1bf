/** Feedback to what it asks of each component of an agent: the wants in it, how far they reach, and the atoms. */
import type { FeedbackEvent, Want } from "../../data-schemas/fuse-episode.ts";
import type { SceneType } from "../../data-schemas/scene.ts";
import type { Language } from "../content/language.ts";
import { languageOfComment } from "../label/comment-features.ts";
import { sentencesOf } from "../label/sentences.ts";
import type { Extent } from "./atoms.ts";
import { scenesIn } from "./scope.ts";
import { sameWant, type WantReader, wantOfTag } from "./wants.ts";

export interface Candidate {
  readonly want: Want;
  /** A tag names its axis; a comment is read. */
  readonly from: "tag" | "comment";
}

export interface Routed {
  /** Surest first, each once. */
  readonly candidates: readonly Candidate[];
  readonly extent: Extent;
  /** Scenes that the comment names, and those that it wants left alone. */
  readonly about: readonly SceneType[];
  readonly spared: readonly SceneType[];
  readonly language: Language | null;
}

const ARC = /this arc|current arc|这一卷|这卷|本卷/i;
const SPARED = /leave the|leave those|as they are|don't touch|别动|不要动|保持/i;

export function route({ observed }: FeedbackEvent, wants: WantReader): Routed {
  const { tags = [], comment = "" } = observed.explicit ?? {};
  const tagged = tags.flatMap((tag) => wantOfTag(tag) ?? []).map((want) => ({ want, from: "tag" as const }));
  const said = sentencesOf(comment);
  const spoken = said.flatMap((sentence) => (SPARED.test(sentence) ? [] : (wants.read(sentence) ?? [])));
  // A tag names what it means; where there is none, the words are read.
  const all: Candidate[] = tagged.length > 0 ? tagged : spoken.map((want) => ({ want, from: "comment" as const }));
  const scenes = (spared: boolean): SceneType[] =>
    scenesIn(said.filter((sentence) => SPARED.test(sentence) === spared).join(" "));
  return {
    candidates: all.filter(({ want }, i) => all.findIndex((other) => sameWant(other.want, want)) === i),
    extent: ARC.test(comment) ? "current_arc" : "current_story",
    about: scenes(false),
    spared: scenes(true),
    language: comment === "" ? null : languageOfComment(comment),
  };
}
