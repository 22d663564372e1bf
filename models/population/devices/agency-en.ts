/** English passages for the axes of agency. */
import type { DeviceBank } from "./device.ts";

export const AGENCY_EN: DeviceBank = {
  protagonist_agency: {
    low: [
      "It had been arranged for {him}. {hero} was told where to [stand|sit], and did so, and waited to be told the rest.",
      "“You will do as you agreed with {elder},” {ally} said, though {hero} had agreed to nothing, and {hero} [obeyed|let it happen].",
      "Nobody asked {hero}. The thing was settled over {his} head, and {he} was carried along with [it|the rest].",
      "{he_cap} let {himself} be led. It was easier to be [sent|moved] than to say where {he} would rather go.",
      "“What do you want me to do?” asked {hero}. {ally} decided, and {he} [followed|obeyed].",
    ],
    high: [
      "{hero} made up {his} mind. “It is my choice,” {he} said, “and I have [chosen|made it].”",
      "No one had asked {him} to. {hero} decided alone, and had [signed|acted] before anybody could forbid it.",
      "“No,” said {hero}. “We do this my way.” And {he} took the [first step|lead] {himself}.",
      "{hero} refused the offer, and the second offer, and chose [a third road|a thing that was on nobody's list].",
      "{he_cap} did not wait for leave. {hero} decided what was to be done and [began it|set about it].",
    ],
  },
  female_agency: {
    low: [
      "{woman} was told to stay behind with the baggage. She [folded her hands|lowered her eyes] and stayed.",
      "{woman} began to speak, was talked over, and [fell silent|gave it up]. The men went on with their reckoning.",
      "Nobody had asked {woman}. She kept to the edge of the room and waited to be [sent for|told].",
      "“Let the men see to it,” somebody told {woman}, and she [stepped back|made room].",
      "{woman} had been given the [cloaks|cups] to hold. She held them while the others settled what she was to do.",
    ],
    high: [
      "{woman} gave the order, and it was carried out. She had not raised her voice; she [seldom did|had no need to].",
      "“I command here,” said {woman}. She [went through the door|stepped forward] first, and the others followed her.",
      "It was {woman} who decided. She heard them all out, and then she [ruled|chose], and there was an end of it.",
      "{woman} took the head of the table. “We shall do it as I [say|said],” she told them, and they did.",
      "They looked to {woman}, all of them, and she [led|took charge]. Her word was the one that counted.",
    ],
  },
  competence: {
    low: [
      "{hero} fumbled it. The [knot|catch] slipped, and slipped again, and {he} had to begin from the start.",
      "{he_cap} had never been good at this. {hero} dropped the [pin|tool], groped for it, and bungled the second try too.",
      "It went wrong in {his} hands. {hero} [swore|sighed] and fumbled with it like the beginner that {he} was.",
      "{hero} got it the wrong way round, stumbled on the [sill|step], and had to be shown once more how it was done.",
      "“Not like that,” {ally} said. {hero} tried again, clumsily, and made [another|the same] mistake.",
    ],
    high: [
      "{hero} did it in one motion, with the ease of long practice. The [knot|catch] held as such work always held for {him}.",
      "There were perhaps three people who could have done that cleanly. {hero} [did|finished] it without looking down.",
      "{his_cap} hands knew the work. Flawless, [quick|exact], and already done: {hero} wiped {his} fingers and stood back.",
      "{ally} had seen experts try it. None had made it look like [this|nothing], as {hero} did, deftly, at the first attempt.",
      "{hero} judged the distance at a glance and was right to an inch. It was expert work, [as ever|and no accident].",
    ],
  },
  ruthlessness: {
    low: [
      "{hero} had the man at {his} mercy, and let him go. “[Run|Go home],” {he} said. “I never saw you.”",
      "{he_cap} could have ended it there. {hero} lowered {his} hand instead, and [spared|forgave] him.",
      "“He has had enough,” said {hero}, and showed mercy, and gave the beaten man [water|back his coat].",
      "They asked what was to be done with the prisoner. {hero} untied him, spared him, and pointed out the [road|safe way] home.",
      "{hero} would not press the advantage. {he_cap} forgave the debt [and the blow|with the rest], and let the fellow be.",
    ],
    high: [
      "“No loose ends,” said {hero}. The man begged. {hero} gave no quarter, and [did not look back|slept none the worse].",
      "{he_cap} did not forgive and did not warn. {hero} finished the thing without mercy, [to the root|and the matter was closed].",
      "Pity would have been a debt. {hero} showed none: whoever had [helped|sheltered] them was ruined with them.",
      "“Leave one, and you leave an enemy,” {hero} said, and [left none|gave the sign]. There was no quarter.",
      "{hero} broke the man's [hand|name], as {he} had said {he} would, and made sure, mercilessly, that he could not rise again.",
    ],
  },
  cooperation: {
    low: [
      "{hero} did it alone. {he_cap} had sent the others [out|away], and trusted nobody's hands but {his} own.",
      "“I work alone,” said {hero}, and shut the [door|lid] on the offer.",
      "There was no one beside {him}. {hero} carried both ends of it by {himself}, [as always|and preferred it].",
      "Help was offered. {hero} [waved it off|did not hear it] and went on single-handed.",
      "{he_cap} told no one what {he} was about. Alone was quicker; alone was [quiet|safe].",
    ],
    high: [
      "They shared it out: {ally} took the [left|rope], {woman} kept watch, {hero} did the rest. Together it went like clockwork.",
      "{hero} faltered, and {ally} was there to take the weight. They covered for each other [without a word|as a team does].",
      "“On three,” said {ally}. They [pulled|lifted] together, all of them, and together it gave.",
      "Each knew the others' part. When {hero} [ducked|turned], {ally} had already moved, and the team closed up around the gap.",
      "No one of them could have done it. {hero} held, {ally} [turned|pushed], {woman} called the time, side by side.",
    ],
  },
  planning: {
    low: [
      "There was no plan. {hero} would think of something when {he} [got there|had to]; {he} generally did, on the spur of the moment.",
      "{hero} made it up as {he} went along. If this failed, well, {he} would improvise [something|again].",
      "“And then?” asked {ally}. {hero} [shrugged|laughed]. {he_cap} had not got as far as then; they would play it by ear.",
      "It was an impulse, nothing more. {hero} had not known what {he} would [say|try] until it was done.",
      "{hero} acted on a whim, trusted to [the day|habit], and improvised the rest.",
    ],
    high: [
      "{hero} had foreseen that. The second plan was laid beneath the first, and [a third|another] beneath that.",
      "“Let them think so,” said {hero}. It was all part of the plan: the [open door|lost glove] had been left for them to find.",
      "{he_cap} had counted on it for days. Every [step|piece] was in position, as {hero} had arranged beforehand.",
      "{hero} drew it out in [chalk|crumbs] for {ally}: if this, then that; if not, the other plan, prepared in advance.",
      "They took the bait. {hero} had calculated three moves ahead and merely [nodded|turned the page].",
    ],
  },
  cost_of_choice: {
    low: [
      "It cost {him} nothing. {hero} looked for the scratch that ought to have been there, and there was [none|no such thing].",
      "There was no price. {hero} came out of it unharmed, with [clean cuffs|both gloves], as though it had been a game.",
      "“And what did you have to give?” “Nothing,” said {hero}. It was [free|quite true]: no harm done.",
      "Nobody was the worse for it. {hero} kept [everything|all] that {he} had come with, at no cost whatever.",
      "It left no mark. {hero} was unscathed, and [by supper|within the hour] had forgotten the whole matter.",
    ],
    high: [
      "It had a price, and {hero} paid it: two [fingers would not close|years of trust were gone] that had served {him} well.",
      "{hero} had what {he} wanted. What {he} had given up for it was [a name|a home], and there was no buying it back.",
      "“It will cost you,” {elder} had warned. It did. {hero} felt the loss [each time {he} reached out|like a missing step].",
      "Every such choice took something. This one took the [feeling in {his} hand|last of {his} savings], the price of going on.",
      "{hero} knew what was sacrificed here, and for whose sake, and [signed|did it] all the same. It would have to be paid for to the end.",
    ],
  },
};
