/** English passages for the axes of trope. */
import type { DeviceBank } from "./device.ts";

export const TROPE_EN: DeviceBank = {
  romance: {
    low: [
      "{ally} was a colleague, and a good one. {hero} passed {ahim} the [list|papers], and their talk was of the task.",
      "There was nothing between them but the work. {hero} [nodded|gave the figures]; {ally} nodded back, and that sufficed.",
      "{hero} addressed {ally} as one addresses a [partner in business|fellow clerk], civilly, on the matter in hand.",
      "They sat at the opposite ends of the [bench|table] and compared notes, like any two people hired for the same job.",
      "If {ally} had a private life, {hero} did not enquire. They were [associates|colleagues], and it answered very well.",
    ],
    high: [
      "Their hands touched over the [map|cup], and {hero} forgot what {he} had been about to say. {his_cap} heart was going like a drum.",
      "{hero} caught {himself} watching the [curve of {ally}'s neck|way {ally} laughed], and blushed, and looked again.",
      "{ally} leaned against {him}, [only for warmth|half asleep], and {hero} did not dare to move; love had made a coward of {him}.",
      "{he_cap} had kept {ally}'s [ribbon|glove] in {his} coat since the spring. It was against {his} heart now, foolishly, tenderly.",
      "{hero} longed to close the distance, one step, no more; and {ally}'s eyes, [lifted|dark], seemed to ask why {he} did not. A kiss would have been easy.",
    ],
  },
  romance_pace: {
    low: [
      "There was a thing {hero} might have told {ally} then. {he_cap} [looked at the rain|straightened the papers], and left it unspoken.",
      "{ally} waited, perhaps, for {him} to say it. {hero} spoke of the [road|weather], and neither of them was deceived, and nothing was said.",
      "What lay between {hero} and {ally} had been growing for [a year|so long], and had no name yet, and was in no haste for one.",
      "“I,” {hero} began, and stopped, and it went unspoken [again|like the other times]. {ally} smiled a little, and did not help.",
      "It was too soon to speak of it. {hero} walked {ally} to the door, [as usual|and no further], and the words stayed where they were.",
    ],
    high: [
      "“I am yours,” {hero} told {ally}, straight out, [in the middle of the street|without a preface], as {he} had told {ahim} from the start.",
      "They had known each other for a [week|fortnight] and were betrothed. “Why wait?” {ally} had asked, and neither had seen a reason.",
      "There had been no courtship. What {hero} felt {he} declared [at once|over the luggage], and {ally} declared the same.",
      "“Marry me in the spring, then,” said {ally}, as one settles a [journey|dinner]. {hero} said yes before the sentence was over.",
      "{hero} confessed what {he} felt the moment {he} felt it; {ally}, engaged to {him} since [that Tuesday|the first week], did likewise.",
    ],
  },
  humour: {
    low: [
      "Nobody smiled. The matter was grave, and {hero} treated it [gravely|as such].",
      "{hero} was in earnest, and looked it. It was not an occasion for [lightness|play].",
      "A solemn stillness lay on them all. {hero} kept {his} face [sober|set], and spoke when spoken to.",
      "There was nothing in it to be amused at. {hero} [listened|stood] with the seriousness that the thing deserved.",
      "{hero} said it soberly, and soberly it was [heard|received].",
    ],
    high: [
      "{hero} bowed with great dignity, and {his} [hat|wig] fell into the soup. {ally} laughed until {ahe} had to hold the table.",
      "The mule listened to the proclamation to its end, sneezed on the [seal|herald], and was applauded.",
      "It was a potion of tremendous power, and its one effect was that {hero} [hiccuped|quacked] until Thursday. The joke was on the label.",
      "“I meant to do that,” said {hero} from the bottom of the [ditch|stairs]. {ally} giggled helplessly and threw {him} the wrong end of the rope.",
      "They had quarrelled for an hour before they found that they agreed, and then, absurdly, quarrelled about [whose idea|how long] it had been.",
    ],
  },
  face_slapping: {
    low: [
      "Someone sneered at {his} coat. {hero} let it pass; it was [a poor coat|true enough], and there was no need to prove anything.",
      "{hero} was taken for a servant, and [carried the tray|held the door], and did not put them right.",
      "They underrated {him}, and {hero} let them. What would be gained by [correcting it|showing them]?",
      "The remark was meant to sting. {hero} [made way|bowed] and gave up {his} place, modestly, to the one who wanted it.",
      "{hero} could have told them who {he} was. {he_cap} kept it to {himself}, and took the [lowest|last] seat without regret.",
    ],
    high: [
      "“A nobody,” they had sneered. Now the same mouths hung open as {hero} laid [the token|the proof] on the table, and the hall went silent.",
      "The young lord who had mocked {him} turned [white|scarlet]. “You,” he stammered; and in front of everyone he had to kneel.",
      "{hero} let the laughter die down. Then {he} did what they had called impossible, and those who had laughed were [dumbstruck|humiliated].",
      "“Do you know who that is?” someone hissed. The scoffers went pale, one by one, and began to [apologise|bow], too late.",
      "They had wagered that {he} would fail. {hero} collected the stakes, bowed to the mocking [bench|gallery], and left them gaping.",
    ],
  },
  mystery: {
    low: [
      "It was all quite clear. Whoever had done it had said so, and [the paper was signed|nobody disputed it].",
      "There was nothing hidden here. {hero} saw at a glance [what had happened|how it stood], and so did everyone.",
      "The explanation was the obvious one. {hero} took it at face value, and it was [right|sound].",
      "Every fact was in plain view, in its place, and fitted the [next|rest]. {hero} had no questions.",
      "Nothing about it was strange. {hero} read the [account|note] through, and it said just what it seemed to say.",
    ],
    high: [
      "The door was bolted from within and the dust lay whole upon the [sill|floor]; and yet the room was empty. It did not fit.",
      "{hero} held the letter to the [window|lamp]. It was dated three days too early: a clue, or somebody wished it to look like one.",
      "There were footprints going in, and none coming out. {hero} [measured|counted] them twice, and was no wiser; something was odd.",
      "The witness swore to the bell. But the bell had been [cracked|taken down] since autumn. Why would he lie about that?",
      "Somebody had scraped one name from the [ledger|list], with care. {hero} traced the gap: a secret that someone still thought worth keeping.",
    ],
  },
  grimness: {
    low: [
      "Nobody was badly hurt. A bruise, a torn [sleeve|cuff]; {ally} had a plaster for it.",
      "They came out of it with scratches. {hero} [laughed at|looked over] {his} own, which would be gone in two days.",
      "It had been rough, but clean. No one lay still, and every [limb|finger] was accounted for.",
      "{hero} had been knocked down and had got up again, a little [dusty|winded], and that was the worst of it.",
      "There was a bump, which {ally} [cooled with a spoon|made much of], and no other casualty.",
    ],
    high: [
      "The blood had run under the [door|boards] and dried black. What hung from the beam had been a man, and flies had found it.",
      "They had been at him with [pincers|hot wire]. The corpse had no nails left, and its mouth was still open.",
      "{hero} slipped on something wet. It was entrails. The rest of the body lay [by the wall|in two places], butchered like stock.",
      "A severed hand was nailed to the [post|lintel], and beneath it the skulls were piled by size; the small ones were at the front.",
      "The wound gaped to the bone, rotten and green. He screamed when they [turned|lifted] him, and the stench of the flesh filled the room.",
    ],
  },
  genre_surprise: {
    low: [
      "It went as such things go. The [stranger|old man] had a message, as strangers do, and {hero} took it as expected.",
      "There was a map, of course, and on the map, naturally, a [cross|red line]. {hero} had known there would be.",
      "Sure enough, the [orphan|pedlar] turned out to be somebody's heir. {hero} had seen that coming.",
      "As always in such places, the [third|last] door was the right one, and {hero} went to it first, predictably.",
      "The old blade was, as expected, the [best|true] one; it had, of course, been waiting for {him}.",
    ],
    high: [
      "Nobody had expected it, {hero} least of all: the [terrible guardian|great seal] turned out to be painted on.",
      "The monster, against all expectation, asked for a [receipt|chair]. {hero} had prepared for everything except that.",
      "To everyone's astonishment the villainous [clerk|aunt] was merely short-sighted, and had been signing the wrong orders for years.",
      "{hero} drew the blade of destiny. Unexpectedly, it was a [measuring-rod|spoon], and an excellent one.",
      "The prophecy was real; it simply meant, of all people, the [cook|ferryman]. {hero} was as astonished as the rest.",
    ],
  },
};
