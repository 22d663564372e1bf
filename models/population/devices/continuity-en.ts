/**
 * English passages for the axes of continuity. Those on rules of the world come from the world, and those on character
 * from the traits of the protagonist.
 */
import type { DeviceBank } from "./device.ts";

export const CONTINUITY_EN: DeviceBank = {
  timeline_consistency: {
    low: [
      "It was the {wrong_day} day, {hero} [reckoned|noted], by the marks on the doorpost.",
      "{ally} had written the {wrong_day} day at the head of the page, and [turned it|blotted it].",
      "“Today is the {wrong_day} day,” said {ally}, and [nobody disputed it|crossed it off].",
      "The {wrong_day} day had begun with [fog|rain], and it was still the {wrong_day} day.",
      "{hero} dated the entry to the {wrong_day} day and [closed the book|sanded it].",
    ],
    high: [
      "It was the {day} day, {hero} [reckoned|noted], by the marks on the doorpost.",
      "{ally} had written the {day} day at the head of the page, and [turned it|blotted it].",
      "“Today is the {day} day,” said {ally}, and [nobody disputed it|crossed it off].",
      "The {day} day had begun with [fog|rain], and it was still the {day} day.",
      "{hero} dated the entry to the {day} day and [closed the book|sanded it].",
    ],
  },
  causal_clarity: {
    low: [
      "By sheer chance the very [key|paper] they needed was lying on the step. {hero} picked it up.",
      "As luck would have it a [cart|boat] came by just then, going where they were going, for no reason at all.",
      "Somehow the guard had [fallen asleep|mislaid his spectacles]. It was pure coincidence, and it was enough.",
      "Out of nowhere {hero} remembered a [word|phrase] in a language {he} had never learned, and it happened to be the right one.",
      "It so happened that the [wall|lock] gave way at that instant by itself. No one ever knew why.",
    ],
    high: [
      "The [key|paper] was on the step because {ally} had left it there; and {ahe} had left it because the lock was being watched.",
      "The [cart|boat] came by since it was market day, which was why {hero} had chosen the corner where it had to slow down.",
      "The guard was asleep, and for a reason: {ally} had stood him [drinks|supper] twice, so that he would be.",
      "{hero} knew the [word|phrase] because {elder} had used it in anger once; therefore {he} had looked it up.",
      "The [wall|lock] gave way as a result of the damp, which {hero} had noticed, and because of which {he} had waited for the thaw.",
    ],
  },
  thread_tracking: {
    low: [
      "{hero} had other things on {his} mind and [let them run|followed none of them] to the end.",
      "Whatever had seemed so pressing of late was not [spoken of|thought of]; they had all forgotten it, it seemed.",
      "There had been some question or other. It had [slipped {his} mind|been left behind], and {hero} did not go back for it.",
      "{ally} had forgotten what they were looking for, and so, [it turned out|apparently], had {hero}.",
      "Nobody brought up [the old business|that matter] any more. It had dropped out of sight, like so much else.",
    ],
    high: [
      "{hero} had not forgotten {thread}. It lay at the back of every [errand|thought] like a stone in a shoe.",
      "“And {thread}?” asked {ally}. “I keep it in mind,” {hero} said, and [touched {his} pocket|meant it].",
      "{hero} went once more through all {he} knew of {thread}, and [added a line|found that a piece was still lacking].",
      "There was still {thread} to be reckoned with. {hero} had [put a date to it|written it on the inside of {his} cuff].",
      "{ally} brought the talk back to {thread}, [as somebody had to|as {ahe} did every few days], and they looked at it again.",
    ],
  },
  callback: {
    low: [
      "It was a day by itself, owing nothing to [any other|the ones behind it], and {hero} took it so.",
      "{hero} did not look back. What was done was done, and this was [new|another matter].",
      "It reminded {hero} of nothing. {he_cap} saw it for the [first|only] time, and fresh.",
      "There was no need to know what had gone before. This began [here|with itself], and would end here.",
      "{ally} asked for no account of earlier days, and {hero} gave none; they started [clean|from nothing].",
    ],
    high: [
      "It was the same [smile|gesture] that {hero} had seen at the very beginning, and {he} remembered what had followed it then.",
      "{hero} recalled what {elder} had told {him} at the first crossing. [Only now|Not until now] did it make sense.",
      "“You said that once before,” {ally} reminded {him}, “the night we met.” {hero} remembered; it had been [true then too|a lie then].",
      "{hero} had stood like this before, on the road to {place}, with the same [coin|cord] in {his} hand, and thought back to it.",
      "The scar on {his} wrist itched. {hero} thought back to the day {he} had come by it, and to [the promise|what was said] afterwards.",
    ],
  },
  thread_opening: {
    low: [
      "With that, one more matter was closed. {hero} drew a line [beneath|through] it; nothing of it was left open.",
      "The account was settled at last. {hero} returned what had been [borrowed|lent], and there the matter ended.",
      "So that was explained, and done with. {ally} put the [file|box] away for good.",
      "{hero} made {his} peace with the [porter|cousin], and the old dispute was over, resolved on both sides.",
      "The last of the letters had been delivered. It was finished; {hero} could [tick it off|forget the address].",
    ],
    high: [
      "But who had paid for the [flowers|passage]? Nobody had thought to ask, and now the question would not lie down.",
      "There was a second name on the deed, one that {hero} had never [heard|seen]. A new question, then; and who was that?",
      "A stranger had been asking for {ally}, it turned out, in [three|four] different inns. Why for {ahim}? What did he want?",
      "{hero} found a [key|latchkey] in the lining that was not {his} own. What did it open? That was another thing to find out.",
      "“You have a sister, then,” the old woman said in passing. {hero} had [no sister|never been told]. Or had {he}?",
    ],
  },
};
