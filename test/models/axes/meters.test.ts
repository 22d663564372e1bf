/** Meters on sentences that the grammar does not have: each pair is a low and a high pole in other words. */
import { describe, expect, it } from "vitest";
import { axisIndex } from "../../../data-schemas/ontology.ts";
import { measureAxes } from "../../../models/axes/meters.ts";
import type { StoryContext } from "../../../models/content/features/measure.ts";
import { readNarrative } from "../../../models/content/narrative.ts";

const meter = (axis: string, text: string, language: "zh" | "en", context: StoryContext = {}): number =>
  measureAxes(readNarrative(text, language), context)[axisIndex(axis)]!;

const PAIRS: readonly (readonly [axis: string, language: "zh" | "en", low: string, high: string])[] = [
  [
    "pacing_speed",
    "en",
    "She lingered by the fire and gradually grew drowsy.",
    "She leapt up, grabbed the rope and dashed out.",
  ],
  ["pacing_speed", "zh", "她徐徐走过长廊，迟迟不肯开口。", "她猛地扑上去，翻身上马，飞奔而去。"],
  ["scene_cutting", "zh", "她留在原处，望着那盏茶。", "话分两头，且说城中另有一人。"],
  [
    "time_compression",
    "en",
    "A second went by, and then an instant more.",
    "Months went past, and a whole season with them.",
  ],
  ["protagonist_agency", "en", "He obeyed, as he had always obeyed.", "He refused them all and chose his own road."],
  ["protagonist_agency", "zh", "他身不由己，只得听从。", "他自作主张，拒绝了众人。"],
  ["competence", "en", "He fumbled with the reins and stumbled.", "Her skill was flawless."],
  ["ruthlessness", "zh", "将军心软，网开一面。", "将军赶尽杀绝，心狠手辣。"],
  ["cooperation", "en", "He went alone.", "They worked together, side by side."],
  ["planning", "zh", "他随机应变，见机行事。", "他运筹帷幄，早有妙计。"],
  ["cost_of_choice", "en", "He came home unscathed, none the worse.", "It was a sacrifice, and the price was high."],
  [
    "lore_density",
    "en",
    "Nobody asked, and it went unsaid.",
    "The order is known as the Grey Friars, and consists of nine houses, according to the usual doctrine.",
  ],
  ["lore_density", "zh", "其中缘故，如此而已。", "相传此山共有九峰，名唤九仙，乃是上古所遗。"],
  [
    "history_depth",
    "en",
    "At present the house stood shut.",
    "Centuries ago, in the reign of his ancestors, a chronicler founded it.",
  ],
  ["economy", "zh", "这些事他没想过花费。", "掌柜算了账，银子十两，利钱另付。"],
  ["romance", "en", "They were colleagues, hired for the work.", "He kissed her tenderly, his darling, his love."],
  ["romance", "zh", "二人是同僚，只谈公事。", "他情意绵绵，相思成痴。"],
  ["humour", "en", "He spoke gravely, in solemn earnest.", "They giggled at his ridiculous joke."],
  ["mystery", "zh", "此事再清楚不过。", "其中必有蹊跷，线索全无，诡异得很。"],
  ["grimness", "en", "He had a bruise and some scratches.", "The corpse lay in its blood, rotten, among skulls."],
  ["genre_surprise", "zh", "果然不出所料。", "谁知出人意料，众人大感意外。"],
  [
    "causal_clarity",
    "en",
    "By sheer chance, and for no reason, it worked; a coincidence.",
    "It worked because she had oiled it; therefore they won.",
  ],
  ["callback", "en", "It was new to him, seen for the first time.", "He remembered the promise and recalled her face."],
  ["prose_ornament", "zh", "一张桌子，寻常的那种。", "月光宛如流水，好似轻纱。"],
  [
    "interiority",
    "en",
    "He folded his arms. His face did not change.",
    "Perhaps, she thought, she had imagined it; she wondered.",
  ],
  ["register", "zh", "得嘞，这事儿没劲透啦。", "其人曰：非也，岂可如此。"],
  [
    "sensory_detail",
    "en",
    "On the whole the conditions were adequate.",
    "It smelled of salt; the rope was rough and bitter to the tongue.",
  ],
  ["emotional_intensity", "zh", "她镇定如常，不动声色。", "她痛哭失声，泪流满面。"],
  ["hope", "en", "It was hopeless; all in vain.", "She was hopeful: it was not too late."],
  ["grief_space", "en", "They moved on. A pity, they said.", "They mourned him, and grieved till dawn."],
  ["warmth", "zh", "两人形同陌路，彼此猜忌。", "他们亲如一家人，互相照顾。"],
  ["dread", "en", "It was a safe and harmless place.", "Terror seized her; the eerie whisper came again."],
  ["anger", "zh", "他温和地一笑，心平气和。", "他勃然大怒，拍案咆哮。"],
  ["wonder", "en", "It was the usual, everyday affair.", "She beheld it in awe: magnificent, immense."],
  ["dialogue_share", "zh", "他问她去不去，她说不去。", "“你去不去？”“不去。”"],
  [
    "sentence_length",
    "en",
    "He sat. He rose. He left.",
    "He sat for a while, then rose, and, having nothing else to do, left.",
  ],
  [
    "phrase_variety",
    "en",
    "it was what it was. it was what it was.",
    "It was so. Nobody could alter a thing about that.",
  ],
  ["timeline_consistency", "zh", "第五日。第三日。", "第五日。第六日。"],
  ["chapter_hook", "zh", "事情了结，各自安歇，一夜无话。", "忽然身后有人，竟是他。究竟是谁？"],
];

describe("axis meters", () => {
  it.each(PAIRS)("%s in %s tells the poles apart", (axis, language, low, high) => {
    expect(meter(axis, high, language)).toBeGreaterThan(meter(axis, low, language));
  });

  it("rules of the world and traits of the protagonist are held apart", () => {
    const context = {
      rules: [{ subject: ["潮鸟"], forbidden: ["越过盐线"] }],
      traits: [{ subject: ["沈清禾"], forbidden: ["扎进水里"] }],
    };
    const text = "潮鸟越过盐线。沈清禾看着。";
    expect(meter("world_consistency", text, "zh", context)).toBe(-1);
    expect(meter("character_consistency", text, "zh", context)).toBeCloseTo(0);
  });

  it("a text without words measures zero on every axis", () => {
    expect([...measureAxes(readNarrative("", "en"), {})].every((each) => each === 0)).toBe(true);
  });
});
