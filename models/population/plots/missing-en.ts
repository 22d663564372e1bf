/** English storyline: somebody has disappeared. */
import type { Storyline } from "./plot.ts";

export const MISSING_EN: Storyline = {
  id: "missing",
  chapters: [
    [
      [
        "{elder} did not come to supper on the {day} day, nor to breakfast. At {place} the bed was made, and the [slippers|spectacles] stood beside it.",
        "{hero} went through the desk. The diary broke off in the middle of a word, and the word began like {thread}.",
        "“Gone of one's own will, or fetched?” said {ally}. There was one glove on the floor, and it was not {elder}'s.",
      ],
      [
        "At {place2} {guild} had noticed nothing. A secretary gave {hero} a form, and, when {he} had filled it in, a [second form|chair].",
        "It was {woman} who spoke to {him} in the passage. {elder} had drawn out {thing} that week, against a receipt, and the receipt had been [altered|copied].",
        "She had it in her shoe. {hero} read the name of the bearer: it was {his} own.",
      ],
      [
        "They took a boat to {place3}, where the glove had been made. The glover knew his stitch: a pair, for a gentleman of {rivals}.",
        "He had been paid with a [marked|foreign] coin. {ally} bought it from him for two, and held it against the light.",
        "On the way back a barge lay across the channel without lamps. {hero} put out a hand, and touched the [rail|fender] of {elder}'s own boat.",
      ],
    ],
    [
      [
        "The boat was searched on the {day} day. In the bilge at {place} there was a [button|comb], and a sum in chalk, unfinished.",
        "{hero} finished it. It came to the number of a box at the bank of {guild}, and the box was in the name of {foe}.",
        "{foe} had been {elder}'s pupil before {hero}. There was a portrait of the two of them, which had been turned to the wall for as long as {hero} could [remember|tell].",
      ],
      [
        "{hero} called on {foe} at {place2}. He was charming, had tea brought, and asked after the [roof|garden].",
        "He had both his gloves on. When he poured, {hero} saw that the left one was new, and that its stitch was [coarser|different].",
        "“You will find,” said {foe}, “that {elder} always comes back when the work has been done by somebody else.”",
      ],
      [
        "{ally}, meanwhile, had gone through the house from the [coal-hole|scullery]. Under {place3} there was a cellar, with a table laid for one.",
        "The dinner was warm. On the plate's rim somebody had scratched, with a fork, the first half of {thread}.",
        "They heard the key turn above them. {woman}, who had stayed outside, gave the signal, and it was the [wrong|second] one.",
      ],
    ],
    [
      [
        "It was the {day} day, by {ally}'s reckoning, before somebody spoke to them. They had been moved by night, to {place}, in a [laundry|brewer's] cart, and were free to go about there on their word.",
        "The one who spoke was {woman}. She set down the lamp, and did not sit. “I am sorry,” she said. “He has my [brother|son].”",
        "{hero} asked what was wanted. It was the second half of the word: {elder} would not say it, and {hero} had it without knowing.",
      ],
      [
        "At {place2} they were allowed to see {elder}, through a pane. {elder} had grown thin, and was teaching the guard to play [draughts|chess].",
        "{elder} moved a piece, took it back, and moved another. {hero} watched the board for an hour. It was the [old alphabet|finger code] that {he} had learned as a child.",
        "It said: she is telling the truth; give it to him; it is the wrong word.",
      ],
      [
        "So {hero} said the word at {place3}, badly, as if it had been [torn from|beaten out of] {him}. {foe} wrote it down, and put on his gloves.",
        "He went away with {thing} that same hour, and left [four|five] men. {ally} began to cough, as {ahe} had been taught to.",
        "They had two of the men tied, and {woman} had the keys, when the ground shook. Over the roofs, where the word had been used, rose [dust|a pillar of smoke].",
      ],
    ],
    [
      [
        "They came to {place} on the {day} day, against a stream of people with [bedding|cages]. Half of the quarter had sunk by a storey.",
        "{foe} stood at the edge with {thing} in his arms, quite unhurt, and could not put it down. It had [grown into|closed on] his hands.",
        "“Say the other half,” he called. {elder} had to be held up to answer. “I never knew it,” said {elder}. “I sent {him} to find it.”",
      ],
      [
        "{hero} went down to him over the [beams|broken stair]. At {place2} the floor hung by its pipes, and each step had to be thought about.",
        "There was a way to say {thread} so that it was whole. {hero} had finished a sum, read a plate, and watched a board; now {he} put the [three|parts] together.",
        "It opened. {thing_cap} fell, and {hero} caught {foe} by the wrist and not {thing}, and they lay there, and heard it go on falling.",
      ],
      [
        "They were pulled up at {place3}, on a [fire-hose|bell-rope]. {foe} looked at his hands for a long time.",
        "{woman} walked through the crowd to a [cab|handcart]. There was a child in it, asleep, with a paper crown on.",
        "{guild_cap} wished to know who had given the order. “I,” said {elder}; and “I,” said {hero}, at the same time.",
      ],
    ],
    [
      [
        "The inquiry sat at {place} from the {day} day. It had to be told [three times|from the end], because the clerk could not believe the middle.",
        "{foe} pleaded guilty to everything, with one exception. The receipt, he said, he had never [touched|seen].",
        "{hero} laid it before them. {elder} put on {elder}'s spectacles and said that it had been a good copy, for one done in haste.",
      ],
      [
        "“You sent me,” said {hero} at {place2}, when they were by themselves. “In my name. Without a word.” {elder} poured the [tea|water].",
        "“If I had asked you, you would have come,” said {elder}, “and I should have had to see it.” {hero} drank, and thought of [answers|what to say].",
        "In the end {he} turned the portrait round. There were three people in it, and the third had been [scratched|painted] out.",
      ],
      [
        "{woman} left by the early boat from {place3}, with the child. {hero} carried her [bag|basket] and neither mentioned the keys.",
        "She had one thing more for {him}: the gloves' real owner had been somebody else, who was [older|taller], and had asked for {him}.",
        "When the boat had gone {hero} opened what she had given {him}. It was the missing face from the portrait, and on the back stood {thread}.",
      ],
    ],
  ],
};
