/** English passages for the axes of pacing. */
import type { DeviceBank } from "./device.ts";

export const PACING_EN: DeviceBank = {
  pacing_speed: {
    low: [
      "{hero} stood a long while and did nothing but look at the [grain of the table|crack in the plaster|worn edge of the step]. There was no hurry in it, and none was wanted.",
      "For some time nothing stirred. The [lamp|latch|curtain] hung where it hung, and {hero} let the pause go on and on.",
      "{he_cap} turned the [cup|button|coin] over in {his} fingers, slowly, and then over again, as if the whole day had been set aside for it.",
      "Little by little the quiet settled, layer upon layer, and still {hero} lingered [by the wall|on the bench|at the sill], in no haste to leave it.",
      "They waited. It was a slow, even kind of waiting, with [room between one breath and the next|nothing at the end of it], and {hero} lingered inside it.",
    ],
    high: [
      "{hero} grabbed the [rail|strap|ladder], swung over, dropped, rolled, and ran. {ally} threw the bar across the door and jumped after {him}.",
      "A shout; a crash. {hero} ducked, seized the [rope|pole|chain], kicked the catch loose, and leapt as the floor fell away.",
      "They burst through the [side door|hatch|gap], knocked a cart across the way, snatched two coats from a line, and dashed on.",
      "{hero} struck the [lock|bolt|hasp] once, twice, tore it off, pulled {ally} through, and slammed the door on the hands behind them.",
      "At once everything broke loose: {hero} shoved the bench aside, caught the falling [box|case|lamp], and tossed it to {ally} as {he} sprang for the stairs.",
    ],
  },
  scene_cutting: {
    low: [
      "{hero} did not leave the spot, and nothing of the world beyond it came in: there was [this floor, this door|this wall, this light], and no other.",
      "Whatever went on in other places went on without {him}. Here was the [step|bench|table], and {hero} kept to it.",
      "{he_cap} stayed. The hour stayed with {him}, all in one piece, [unbroken from its start to its end|from the first word to the last].",
      "No news came in and none went out. {hero} had only what lay [within reach|in front of {him}], and kept {his} eyes on that.",
      "The same [four walls|few yards of ground], the same two people. {hero} went on from where {he} had left off a moment ago.",
    ],
    high: [
      "Meanwhile, [across the river|at the other end of town], a clerk of {rivals} laid down a pen and sent for a carriage.",
      "Elsewhere, in a [cellar with one chair|room above a bakery], someone {hero} had never met was copying out {his} name.",
      "At that same moment, [two streets away|far down the road], a man of {foe}'s was folding a map along a crease that was already there.",
      "Miles off, in a house with [green shutters|no number], a servant of {elder}'s put out the light and listened to the stair.",
      "On the far side of {city}, at the same hour, a boy was given [a coin|a ribbon] and told to forget where he had carried the parcel.",
    ],
  },
  time_compression: {
    low: [
      "One second passed, and then the next. {hero} heard {his} own [breath|heart] go in between them.",
      "In the space of that single instant {he} saw the hand move, [stop|hang], and move again.",
      "A moment. Another moment. {hero} [blinked|swallowed], and the moment after that was still the same one.",
      "Between one heartbeat and the following one there was time to see [a thread on a sleeve|dust turning in the light], and {hero} saw it.",
      "It took three seconds. In the first {he} looked up, in the second {he} understood, in the third {he} let go of [the handle|the chair].",
    ],
    high: [
      "Three weeks went by like that, and at the end of them {hero} had [a beard of excuses|a stack of notes] and a better coat.",
      "The rest of the month can be told in a line: they asked, they were [sent away|put off], they asked again.",
      "Weeks later {hero} would remember only that the [roads had been bad|bread had been dear] and the company good.",
      "By the time the season turned they had been to [every office|every landing] in the district, some of them twice.",
      "Half a year passed over that question. In the course of it {hero} [changed lodgings|wore out two pairs of boots] and learned to keep quiet.",
    ],
  },
  payoff_promptness: {
    low: [
      "“I will tell you,” {ally} said, “but not yet.” And {ahe} turned the talk to [other things|the road].",
      "{hero} opened {his} mouth to say it, thought better, and put it off [once more|for another time].",
      "The answer was almost out when somebody [knocked|called], and it went back to wherever it had been kept all along.",
      "“Later,” said {ally}. It had been later for [a good while now|longer than {hero} liked], and later it remained.",
      "{he_cap} had waited for this, and was made to go on waiting: the [page|line] that mattered was put aside for another day.",
    ],
    high: [
      "“You want to know?” said {ally}. “Then here it is.” And {ahe} told {him} [the whole of it|all of it], start to finish.",
      "{hero} asked, and had {his} answer there and then, [without a detour|in plain words], before the question was cold.",
      "It came out at once: who had paid, how much, and [for what|on whose order]. Nothing was left over to be told.",
      "“No more waiting,” {ally} said, and put the [paper|proof] in {his} hand. There it stood, revealed in full.",
      "What {he} had been promised {he} was given, that same hour: [a name|a date], plain, complete, and right.",
    ],
  },
  downtime: {
    low: [
      "There was no rest to be had. {hero} went straight from one [task|errand] to the following one and did not sit down between.",
      "Nobody had slept. {hero} checked the [straps|list] again, because the work would not do itself.",
      "On duty, off duty: the words had lost their difference. {hero} [took up|reached for] the next thing without a rest.",
      "{he_cap} had meant to stop a while. There was another [order|report] waiting, and then another, and {he} did not stop.",
      "The work went on without a break. {hero} ate [nothing|standing up] and did not notice.",
    ],
    high: [
      "They had [soup and yesterday's bread|porridge with salt], and {hero} washed the bowls while {ally} dried them and told a long tale about an aunt.",
      "{hero} mended a [sleeve|sock] by the stove. {ally} peeled apples, all in one ribbon, and for an hour that was the whole of the news.",
      "There was laundry to hang. {hero} held the pegs, {ally} complained about the [soap|rope], and the cat slept in the basket.",
      "{ally} had found [eggs|a cake], and breakfast grew into a lazy sort of party, with the kettle going round twice.",
      "They swept the floor, aired the blankets, put [beans|a pie] in the oven, and then sat on the step and did nothing, companionably.",
    ],
  },
  chapter_hook: {
    low: [
      "So the day ended, with the door shut and the [lamp|fire] put out. {hero} slept soundly, and nothing was left undone.",
      "There was nothing more to do. {hero} hung up {his} coat, said goodnight to {ally}, and [was at peace|went to bed content].",
      "And that was that. The matter of the day was settled, and {hero} could lay it aside and [rest|sleep soundly].",
      "They went home by the [long way|old road], talking of small things, and the night was calm, and everyone was accounted for.",
      "{ally} poured what was left. They drank to [a good end|the end of it], and the house grew quiet around them.",
    ],
    high: [
      "Then the handle began to turn, [from the inside|all by itself], in the room that {hero} had just searched and found empty.",
      "{hero} turned the paper over. There was one more line on the back, in {his} own handwriting: [Do not go home|They know].",
      "Behind {him} {ally} said, very softly, “Don't move.” And then the [lamp|light] went out.",
      "There were [five|six] cups on the table. {hero} counted again. Only four of them had come in.",
      "The voice on the stair was {elder}'s. But {elder} had been standing beside {him} [all the while|since the bell].",
    ],
  },
  tension_build: {
    low: [
      "There was plenty of time. {hero} said so, and {ally} agreed, and neither felt that anything [pressed|was closing in] on them.",
      "No one was after them and no clock was running. {hero} could take it [as it came|at leisure].",
      "It would keep. {hero} put the matter at the bottom of the [list|pile], where it could wait at leisure.",
      "Nothing hung on the hour. If not today, then [tomorrow|some other day], {ally} said, and it was true.",
      "They were early, for once, and easy. {hero} felt {his} shoulders come down, with [nothing to race against|plenty of time in hand].",
    ],
    high: [
      "Ten minutes, {ally} had said. That was [six|seven] minutes ago, and the steps outside were coming closer.",
      "The count had begun and would not stop for them: [nine, eight|seven, six]. {hero} felt each number tighten like a screw.",
      "They were running out of time. Each [knock|footfall] was nearer than the last, and there was one door left between.",
      "{hero} looked at the [gauge|hourglass]: a finger's breadth, no more. Any moment now. It was closing in from both sides.",
      "Before the last bell, or never. The first stroke had already [fallen|sounded], and {hero} was not even at the stairs; the deadline closed in.",
    ],
  },
};
