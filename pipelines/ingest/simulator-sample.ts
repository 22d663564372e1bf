/** The embedded sample: made on the spot from a seed, with the truth known. */
import { PREFERENCE_RULES } from "../../models/label/preference-rules.ts";
import { sampleRating, sampleReader, sampleStory } from "../../models/population/sample.ts";
import { sampleComment } from "../../models/population/sample-comments.ts";
import { THEMES } from "../../models/population/sample-scenes.ts";
import { makeRng, shuffled } from "../../models/rng.ts";
import type { Item, SourceAdapter } from "./adapter.ts";

const SOURCE = "simulator-sample";
const STORIES = 120;
const READERS = 400;
const TURNS = 20;
const WORDS_STREAM = 2 ** 40;

export const simulatorSample: SourceAdapter = {
  name: SOURCE,
  title: "Embedded sample: planted readers and bilingual scene sketches",
  format: "none: it is generated from --seed",
  licence: "synthetic",
  obtain: "comes with ESUS",
  generated: true,

  select: () => [],

  async *read(_files, { seed }) {
    const rng = makeRng(seed);
    // A stream of its own: what readers say does not move how they rate.
    const words = makeRng(seed + WORDS_STREAM);
    const stories = Array.from({ length: STORIES }, (_, i) => sampleStory(rng, i));
    const items: Item[] = [];
    for (const { id, language, title, text } of stories) {
      items.push({
        kind: "kept",
        contents: [
          {
            content_id: `${SOURCE}:${id}`,
            story_id: id,
            source: SOURCE,
            license_class: "synthetic",
            language,
            title,
            text,
          },
        ],
      });
    }
    yield items;
    for (let r = 0; r < READERS; r++) {
      const reader = sampleReader(rng, r);
      const readable = stories.filter((story) => story.language === reader.language);
      const answers: Item[] = [];
      for (const [turn, story] of shuffled(rng, readable).slice(0, TURNS).entries()) {
        const rating = sampleRating(rng, reader, story);
        const said = sampleComment(words, reader.language, rating);
        answers.push({
          kind: "kept",
          records: [
            {
              schema_version: 1,
              example_id: `${SOURCE}:${reader.id}:${story.id}`,
              source: SOURCE,
              license_class: "synthetic",
              label_origin: "simulator",
              confidence: 1,
              user_id: reader.id,
              story_id: story.id,
              turn_index: turn,
              order_basis: "time",
              language: story.language,
              generated_content_ref_or_text: `content:${SOURCE}:${story.id}`,
              observed_feedback: { explicit: { rating, ...(said === null ? {} : { comment: said.text }) } },
              hidden_user_state: {
                stable_preferences: Object.fromEntries(THEMES.map((theme, i) => [theme, reader.taste[i]!])),
              },
              ...(said === null ? {} : { gold_preference_update: plantedUpdate(said.wish) }),
              provenance: { hidden_user_state: "planted", gold_preference_update: "planted" },
            },
          ],
        });
      }
      yield answers;
    }
  },
};

/** The wish that a comment was made from; none behind praise. */
function plantedUpdate(wish: string | null) {
  if (wish === null) return [];
  const { axis, direction } = PREFERENCE_RULES[wish]!;
  return [{ axis, direction, scope: "current_story", confidence: 1 }];
}
