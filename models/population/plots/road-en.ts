/** English storyline: a load has to be brought over a bad road, and a place held. */
import type { Storyline } from "./plot.ts";

export const ROAD_EN: Storyline = {
  id: "road",
  chapters: [
    [
      [
        "The order came on the {day} day: {thing} was to go over the pass before the snow, and {hero} was to take it. At {place} they were loading by torchlight.",
        "There were [five|six] waggons and twenty people. {woman} had the first waggon and the maps; {ally} had the rear and a bad cough.",
        "{elder} gave {hero} a letter, to be opened at the far end. On the cover was written {thread}, and nothing else.",
      ],
      [
        "At {place2} the road was blocked by a [felled tree|toll bar]. A man in the colours of {rivals} asked what they carried, politely.",
        "“[Salt|Lamp glass],” said {hero}. The man thrust his stick into the load, heard it grate, and let them by. He counted the wheels as they passed.",
        "{ally} had seen the stick before. It belonged to {foe}, and {foe} had been dead, people said, for a year.",
      ],
      [
        "They made camp beneath {place3}. {woman} spread the map, and put her thumb on the [upper|old] road, which no one had used since the slide.",
        "{hero} let them vote. It was the upper road by [two|three] voices, and those who had voted against it harnessed first.",
        "When the count was made that night there were twenty-one. {hero} went from fire to fire, and each of them was somebody's cousin.",
      ],
    ],
    [
      [
        "On the {day} day the road gave out at {place}. Where the bridge had been there was a [cable|beam] and a long way down.",
        "{hero} went over first, on {his} stomach, with a line round {his} waist. On the other side {he} found the [bolts|planks] stacked and numbered.",
        "They laid the bridge again in [nine|ten] hours. {woman} brought {thing} across on her own back, and nobody spoke until she had put it down.",
      ],
      [
        "At {place2} they found the man who made twenty-one. He was a boy, hidden among the [sacks|hides], with a message sewn in his cuff.",
        "It was for {foe}. It gave the number of the waggons, the road, and the day, in a [clerk's|neat] hand.",
        "“Who gave you that?” asked {hero}. The boy pointed. The one he pointed at was already running, downhill, with the best mule.",
      ],
      [
        "They let him run. {ally} had a better thought: another message, in the same hand, with the [lower|wrong] road in it.",
        "The boy took it, since he was to be paid on delivery. {hero} gave him bread, and a [coat|whistle], and the direction of {place3}.",
        "{ally} coughed all that night. In the morning {ahe} asked {hero} to keep something for {ahim}: it was a plan of {thread}.",
      ],
    ],
    [
      [
        "The snow came on the {day} day. At {place} two waggons went over the edge, and with them the [flour|powder] and a man called Piet.",
        "{hero} had the rest unloaded, and they carried what they could. {thing_cap} went in the middle, under the [tarpaulin|blankets].",
        "There was a light ahead that ought not to have been there. {woman} said it was {place2}, and that {place2} had been empty for years.",
      ],
      [
        "It was not empty. {foe} sat by the stove with [thirty|forty] men, and had soup put before them as though they had been asked.",
        "“You changed the road,” he said. “I should have done that. But there is only one door to this valley, and I am [sitting|leaning] in it.”",
        "He wanted {thing}, and would give the valley for it. {hero} asked for the night. It was granted, because of the soup.",
      ],
      [
        "{ally} could not get up. {hero} sat by {ahim} at {place3}, and {ally} told {him} what the plan was for: there was a way under the [stove|hill].",
        "It was drawn for {art}, not for feet, and it was forty years old. {woman} read it upside down, and found the mistake.",
        "They went by twos, with {ally} on a [door|sledge]. The last of them put more wood on the fire, so that it should be seen.",
      ],
    ],
    [
      [
        "They came out on the {day} day above {place}, and saw what {foe} had been keeping the door against: the [banners|campfires] of {rivals}, to the edge of the plain.",
        "“He was not lying in wait for us,” said {woman}. “He was holding the pass.” Nobody [answered|looked at {hero}].",
        "{hero} turned {thing} round. It took all of them, and the greater part of the day, to get it back to the gate.",
      ],
      [
        "{foe} did not ask why. He gave them the [left|east] wall at {place2}, and a boy to carry water.",
        "{rivals_cap} came on three times. At the third the gate burned, and {hero} set up {thing} in the gap and [broke its seal|lit it].",
        "What it did there has been told in different ways. When it was over {art} had gone out for a mile around, and the plain was [white|still].",
      ],
      [
        "{foe} was dying at {place3}, under somebody's good coat. He asked what was in the letter, and {hero} opened it for him.",
        "It said: give it to {foe}. Underneath stood a [date|signature], from a year ago. {hero} read it out twice.",
        "“Late,” said {foe}, “but it came.” He gave {hero} his stick. On the ferrule somebody had engraved {thread}.",
      ],
    ],
    [
      [
        "The pass was opened on the {day} day. {guild_cap} sent [bread|bread and surgeons] up to {place}, and a commission.",
        "The commission wished to know where {thing} was. {hero} took them to the gap and showed them a [ring|patch] on the stone.",
        "They wrote for an hour. {woman} signed for the mules, {ally} for the dead; {hero} wrote beneath it that it had been delivered.",
      ],
      [
        "At {place2} the boy with the whistle had been found, and wanted to be [hired|kept]. {ally} took him on, at half pay and all meals.",
        "{ally} could walk as far as the well by then. {hero} timed {ahim}, in secret, by the [sundial|bell], and it grew shorter.",
        "{elder} came up in a litter. “You read it, then,” said {elder}. “When you had no more use for it. That is the usual way.”",
      ],
      [
        "They buried {foe} at {place3}, under both flags, since neither would [give way|do without]. {hero} kept the stick.",
        "On the way down the ferrule came off in {his} hand. Inside was a roll of paper, as thin as [onion skin|a leaf].",
        "It was a list of passes, with dates. The next was not a week away, and against it stood, in {elder}'s hand: {thread}.",
      ],
    ],
  ],
};
