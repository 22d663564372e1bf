/** English storyline: something is stolen, and is fetched back. */
import type { Storyline } from "./plot.ts";

export const THEFT_EN: Storyline = {
  id: "theft",
  chapters: [
    [
      [
        "On the {day} day {hero} came to {place} and found the case open. {thing_cap} was gone; in its place lay a [square of felt|folded bill of lading].",
        "{ally} had the watchman's book. Between the [second|third] round and the last a line was missing, and the page had been cut out with a razor.",
        "“Who knew it was here?” asked {hero}. “You,” said {ally}, “I, and {elder}.” There was a fourth name, and neither of them spoke it.",
      ],
      [
        "At {place2} {elder} received them standing. The [seal|stamp] on the empty case was that of {guild}, and it was genuine.",
        "{elder} laid down the terms: [ten|twelve] days to bring {thing} back, or {hero} would answer for it before {rivals}.",
        "{hero} put {his} name to it. As they went out, {woman} was waiting by the gate with [two horses|a covered lamp].",
      ],
      [
        "{woman} had seen a porter with a felt-lined box take the road to {place3}. He had walked like a man who has been [paid twice|told not to run].",
        "They followed as far as the [toll-house|last lamp]. There the porter's cap hung on a nail, and the porter was gone.",
        "In the cap {hero} found a tag with a few words on it: {thread}. {he_cap} showed it to {ally}, who had gone pale.",
      ],
    ],
    [
      [
        "By the {day} day they had the porter's lodging, a room over a [chandler's|cooper's] in {place}. The landlady let them in for the sake of the arrears.",
        "There was a mattress, a [razor|brush], and a drawing of the inside of a safe. {ally} knew the hand: it was a draughtsman's of {rivals}.",
        "{hero} copied the drawing. When the landlady's boy came up with the water, {he} asked him who had called, and the boy described {foe}.",
      ],
      [
        "{foe} kept open table at {place2} that evening. {hero} got in with the [musicians|wine], and {woman} with an invitation.",
        "From the gallery {hero} saw {thing} pass from a servant's tray into {foe}'s sleeve. It was done between two [toasts|dances].",
        "{hero} went after him through the kitchens, and lost him at the [ice-cellar|laundry], where three doors stood open on the dark.",
      ],
      [
        "{ally} had waited outside with the carriage. Somebody had cut the [traces|reins], neatly, and left the knife.",
        "On the knife was the mark of {guild}. “They are in it together,” said {ally}, “or somebody wishes us to think it.”",
        "They walked back to {place3}. Under {hero}'s door a note had been pushed: the buyer for {thing} would be at the [old dock|north bridge] in three days.",
      ],
    ],
    [
      [
        "On the {day} day they lay in wait at {place}. The buyer came, and with him [six|eight] men, and not one of them looked about, because they had been told where to look.",
        "It was a trap. {woman} cut the lantern down, and in the dark {hero} took a blow on the shoulder and {ally} was [dragged off|seized].",
        "{hero} got away over the sheds. Behind {him} the buyer was laughing, in a voice that {he} knew from the rooms of {elder}.",
      ],
      [
        "{woman} bound the shoulder at {place2}. She said what both of them thought: only {elder} had known the hour.",
        "{hero} would not have it. Then a boy brought {ally}'s [ring|glove] and a message: {ally} for the drawing of the safe.",
        "There was a copy, and {hero} sat up altering it, one [measure|hinge] on each of the four sides, until it would have deceived its maker.",
      ],
      [
        "The exchange was made at {place3}, across a table. {foe} unrolled the drawing, held it to the light, and [nodded|smiled].",
        "{ally} was pushed across, barefoot. “It is not in the city any more,” {ahe} whispered. “They mean to open it with {thing}. They call it {thread}.”",
        "They had hardly reached the street when {guild} arrested them both, for the theft of {thing}.",
      ],
    ],
    [
      [
        "The hearing was on the {day} day, in the [great|lower] hall of {guild}. {elder} presided and did not once look at the prisoners.",
        "{hero} asked for one thing: that the safe be opened before them all. {rivals_cap} objected, and so did {foe}, and that was noted.",
        "It was carried by [one voice|two voices]. They went down to {place} in procession, with {hero} between two guards.",
      ],
      [
        "{foe}'s men had been there before them, with the altered drawing. They had cut on the wrong side, and the [lock|vault] had closed upon them.",
        "“You may let them out,” said {hero}, “when they have given me {thing}.” Through the slot came a hand, and in the hand it lay.",
        "{foe} drew a pistol. {woman} was nearer than he knew, and the shot went into the [ceiling|lintel].",
      ],
      [
        "In the confusion {elder} made for the stair. {hero} barred the way at {place2}, and they faced each other with the lamp between.",
        "“I did it for {thread},” said {elder}. “You will understand that when you are as old as I.” And {elder} gave up the [chain|keys] of office.",
        "{hero} took {thing} back to {place3} {himself}, on foot, through streets where people had begun to [stand in doorways|call out {his} name].",
      ],
    ],
    [
      [
        "On the {day} day the case at {place} was closed again, with {thing} inside and two new locks. {hero} kept one key and {woman} the other.",
        "The watchman asked for his page back. {ally} had found it in {elder}'s [prayer-book|blotter], and pasted it in.",
        "There was one line on it that nobody had expected: the first to ask for {thing} that night had been {ally}.",
      ],
      [
        "{hero} asked {ahim} about it at {place2}. {ally} did not deny it: {ahe} had come to [move|hide] it, and had come an hour too late.",
        "“You might have told me.” “You would have signed nothing, then,” said {ally}, “and {elder} would be sitting there yet.”",
        "It was true, and {hero} said so. They shook hands on it, a little [stiffly|formally], like people who have been friends for a long time.",
      ],
      [
        "{guild_cap} offered {hero} the vacant chair. {he_cap} asked for a week to think it over, and walked out to {place3} to do it.",
        "There the porter was waiting, in a new coat, with his cap in his hands. He had come to [confess|be paid the rest].",
        "He told {hero} where the tag had come from. It was an address beyond the border, and above the door, he said, was written: {thread}.",
      ],
    ],
  ],
};
