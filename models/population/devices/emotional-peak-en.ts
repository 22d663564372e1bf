/** English passages for the axes of the emotional peak. */
import type { DeviceBank } from "./device.ts";

export const EMOTIONAL_PEAK_EN: DeviceBank = {
  emotional_intensity: {
    low: [
      "{hero} took it calmly. If {he} felt anything, it did not reach {his} [voice|hands].",
      "“I see,” said {hero}, evenly. {he_cap} was composed, and [stayed so|remained so to the end].",
      "{hero} heard it with an even face, and asked, in a level tone, [for the details|what time it was].",
      "There was a slight pause. Then {hero} [nodded|went on], composed as before.",
      "{hero} was moved, perhaps, but in moderation; it was over in the time that it takes to [sit down|turn a page].",
    ],
    high: [
      "{hero} broke down. The tears came and would not stop; {he} sobbed until {he} [could not stand|had no voice].",
      "It tore out of {him}, half a cry, half a name. {hero} was shaking from head to foot, and [wept|did not care who saw].",
      "{hero}'s voice cracked. {he_cap} tried again, and choked on it, and [covered {his} face|the tears ran down].",
      "Something in {hero}'s chest gave way. {he_cap} clung to the [doorpost|rail], overwhelmed, trembling, unable to speak.",
      "{hero} wept aloud, as {he} had not wept since childhood, and [beat the ground|held on to the sleeve] with both hands.",
    ],
  },
  hope: {
    low: [
      "There was no way out. {hero} had tried them all, and every one was [shut|useless]; it was hopeless.",
      "It was too late. {hero} knew it, with the dull certainty of one who has [counted|looked] and counted again in vain.",
      "Nothing they did would change it. {hero} sat down in the [dust|corner], in despair, and did not get up.",
      "Whatever they mended fell apart behind them. It was no use, {hero} thought; it had [never been any|always been in vain].",
      "The last chance had gone by, and nothing would come [after|in its place]. {hero} gave up hope of it.",
    ],
    high: [
      "There was a way. {hero} saw it now, [narrow|thin as a thread], but it was there, and there was hope in it.",
      "It was not too late. {hero} felt [sure of it|it like a hand at {his} back]: they could still do this.",
      "Tomorrow would be better. {hero} did not know how {he} knew, but {he} knew, and [the thought was bright|smiled at it].",
      "What had been broken could be mended. {hero} picked up the [first|nearest] piece, hopeful again.",
      "One light still burned over there, [small|far off], and then another. There was a chance after all, {hero} thought, a good one.",
    ],
  },
  grief_space: {
    low: [
      "One of theirs was dead. {hero} [noted|crossed off] the name, and they moved on.",
      "There had been a burial. It had been [short|a wet one], and {hero} had been elsewhere by the end.",
      "“He's gone,” somebody said of the old [porter|groom]. “A pity,” said {hero}, and turned to the next thing.",
      "The dead man's things were divided. {hero} got a [knife|belt], and thought no more about it.",
      "A grave was dug and filled. {hero} [wiped|rinsed] the spade and put it back.",
    ],
    high: [
      "{hero} stayed by the grave when the rest had gone. {he_cap} said the dead man's name, and then his [mother's|other] name, and mourned him.",
      "They set out a [cup|chair] for the one they had lost, and sat with the emptiness of it, and let the grief have its time.",
      "{hero} washed the dead man's [hands|face] {himself}, without hurry. It was the last thing that could be done for him, the mourning done by touch.",
      "All of them told one thing they remembered of him. {hero} came last, in mourning, and spoke of [his whistling|how he took his tea].",
      "{hero} lit a candle for the dead and [watched|knelt] until it was gone, and grieved, and nobody called {him} away.",
    ],
  },
  warmth: {
    low: [
      "{ally} kept {ahis} distance. {hero} [noticed|did the same]; of late each had been watching the other's hands.",
      "They shared the room like strangers in a [coach|waiting-room], coldly, with their coats on.",
      "{hero} did not quite trust {ally}, and {ally} knew it, and resented it, and [said nothing|was curt].",
      "There was a coldness there that no one [spoke of|cared to mend]. {hero} ate at the far end.",
      "“You need not have come,” said {ally}, stiffly. “Nor you,” {hero} said, [as coldly|with suspicion].",
    ],
    high: [
      "{ally} had kept the warm [corner|crust] for {him}, as {ahe} always did, and said it was by accident. They were family by now.",
      "“Put this on, you'll catch cold,” said {ally}, and tucked the [scarf|blanket] round {him}. {hero} let {himself} be cared for.",
      "{hero} trusted {ally} with the [purse|rope] and with {his} back, without thinking, as one trusts one's own kin.",
      "They had [a chair|a mug] for {hero} here, with {his} name scratched on it. It was a kind thing, and it was home.",
      "{woman} and {ally} bickered fondly over who was to [cut {his} hair|mend {his} boots]. {hero}, cared for on every side, kept still.",
    ],
  },
  dread: {
    low: [
      "There was nothing to be afraid of. {hero} looked behind the [door|curtain], and there was a broom.",
      "{hero} felt safe here. The walls were thick, the [bolt|bar] was good, and everyone in the house was known to {him}.",
      "The sound turned out to be a [shutter|hedgehog]. {hero} was reassured, and thought no more of it.",
      "It was a harmless sort of place. {hero} could have walked through it [blindfold|barefoot], quite safe.",
      "Nothing lurked there but [mice|dust]. {hero} whistled, perfectly at ease.",
    ],
    high: [
      "Something was breathing in the [wall|chimney]. {hero}'s hair stood on end; it was breathing in time with {him}.",
      "The [portraits|windows] had all been turned to face {him}. {hero} felt the horror of it crawl up from {his} heels.",
      "There was a whisper, quite close, from a mouth without [breath|warmth]. {hero} was too terrified to look round.",
      "The thing on the stair had too many [joints|hands], and it had stopped when {he} stopped. Dread held {hero} by the throat.",
      "A child's voice was counting under the [floor|bed]. It was an eerie, patient voice; at every number something scratched.",
    ],
  },
  anger: {
    low: [
      "{hero} bore it patiently. There was no sense in being [cross|put out], and {he} was not.",
      "“No offence taken,” said {hero}, mildly, and [held out {his} hand|meant it].",
      "{hero} let the insult go by, and answered, after a moment, [gently|patiently], as if it had been a question.",
      "{ally} expected an outburst. {hero} only [smiled|counted to ten], and was as mild as before.",
      "It was unjust, and {hero} forgave the injustice calmly, and asked them [to sit|to begin again].",
    ],
    high: [
      "{hero} was furious. {he_cap} struck the table so that the [cups|inkwells] jumped, and shouted them down.",
      "“How dare you!” {hero} roared. Rage had turned {his} face [white|dark], and no one dared to answer.",
      "The anger rose in {hero} like [boiling pitch|a flood behind a gate]. {he_cap} snarled the word between {his} teeth.",
      "{hero} flung the [letter|glass] at the wall. {he_cap} was in a rage, and glad of it.",
      "{hero} seized the man by the collar, furious, and [shook|cursed] him until the seams gave.",
    ],
  },
  wonder: {
    low: [
      "{hero} had seen it too often to look. It was the usual [view|thing], at the usual hour.",
      "One got used to such sights. {hero} [yawned|walked by], as everyone did who lived there.",
      "It was an everyday affair, no more remarkable than [rain|a milk-cart], and {hero} gave it a glance.",
      "Visitors made a great deal of it. {hero}, who found it commonplace, [looked for a bench|checked {his} laces].",
      "Another of those. {hero} [stepped round|counted] it, and it was nothing out of the ordinary.",
    ],
    high: [
      "{hero} looked up and forgot to breathe. Above them the whole vault was [alive with light|turning], tier upon tier, immense and silent.",
      "No one had told {him} it would be beautiful. {hero} stood in awe, while [a thousand lanterns|a river of birds] passed over without a sound.",
      "It was vast beyond all telling, and it [shone|sang]. {hero} felt small, and glad, and full of wonder.",
      "The wall fell away, and there it lay: a [sea|forest] under the ground, glittering to the edge of sight. “Oh,” breathed {ally}, marvelling.",
      "For one splendid moment the [mist|dome] parted, and {hero} beheld the mountains walking. {he_cap} marvelled, and could not look away.",
    ],
  },
};
