/** English passages for the axes of style. */
import type { DeviceBank } from "./device.ts";

export const STYLE_EN: DeviceBank = {
  dialogue_share: {
    low: [
      "{ally} told {him} how it had gone with the [porter|ferry], and {hero} told {ahim} about the stairs; and they compared the two accounts and found them alike.",
      "{hero} asked after the [baggage|horses], was given to understand that all was well, and let {ally} know that {he} was obliged.",
      "They talked it over. {ally} was for the left-hand way, {hero} for the [right|other], and in the end they agreed to differ and took the left.",
      "{ally} reported what was being said in the [kitchen|street], and {hero} replied that {he} had heard as much, and thanked {ahim} for it.",
      "It was discussed at some length which of them should carry the [lantern|bag], and it was resolved that they would take turns.",
    ],
    high: [
      "“How did it go with the [porter|ferry]?” “Well enough. And you, with the stairs?” “Much the same.” “So we agree.” “It seems we do,” said {hero}.",
      "“And the [baggage|horses]?” “All well.” “You are sure?” “I counted.” “Then I'm obliged to you,” {hero} said.",
      "“Left,” said {ally}. “[Right|The other way],” said {hero}. “We shall never agree.” “No.” “Left, then?” “Left, for this once.”",
      "“Have you heard what they say in the [kitchen|street]?” “I've heard.” “All of it?” “As much as you have.” “Well, thank you,” said {ally}, “for telling me so.”",
      "“Who takes the [lantern|bag]?” “You.” “I had it before.” “Did you? Then I will.” “We take turns,” said {hero}. “Agreed?” “Agreed.”",
    ],
  },
  prose_ornament: {
    low: [
      "The door was brown. It opened [inwards|outwards]. {hero} went in.",
      "There was a table with two chairs. {hero} took [the nearer|one]. {ally} took the other.",
      "The light was good. {hero} could read the [notice|label], and read it.",
      "It was an ordinary [road|corridor]. It went on for some way, and {hero} walked along it.",
      "There were clouds. Later there were [fewer|more]. {hero} did not need a coat.",
    ],
    high: [
      "The light lay upon the floor like [honey on a knife|a letter nobody had opened], and the shadows drew back from it as courtiers from a queen.",
      "Silence spread as ink spreads in [milk|water]; it was as if the whole house had drawn a curtain over its mouth.",
      "The road unrolled before {hero} like a [bolt of grey silk|sentence with no verb], and the hills knelt on either side like penitents.",
      "{his_cap} hope was a moth, grey and stubborn, and it circled that one small word as though it were a [lamp|moon].",
      "The evening wore its clouds like [old lace|borrowed jewels]; the roofs, a fleet at anchor, rode on the tide of the dark.",
    ],
  },
  sentence_length: {
    low: [
      "{hero} sat. {ally} sat. It was late. The [pot|kettle] hissed. Nobody got up. Nobody wished to.",
      "A step. A stop. {hero} listened. Nothing. {he_cap} went on. The [floor|gravel] held.",
      "The bag was light. That was good. {hero} shut it. The strap was [old|short]. It would do.",
      "{ally} pointed. {hero} looked. A fence. A gate. A [dog|pump]. No more than that. They went through.",
      "It was there. {hero} took it. It was small. It was [round|flat]. {he_cap} put it away. {ally} saw.",
    ],
    high: [
      "{hero} sat, and because {ally} sat down too, and the [pot|kettle] went on hissing to itself upon the hob, neither of them, though it was late and both had said so, got up or showed any wish to.",
      "After each step {hero} stopped to listen, and, there being nothing to be heard but the [floor|gravel] as it took {his} weight and held, went on again in the same manner until the whole of the way lay behind {him}.",
      "Since the bag was light, which was good, and the strap, though [old|short], was of the kind that will generally do, {hero} shut the one and shouldered the other and gave no further thought to either.",
      "{ally} pointed, and {hero}, who looked where {ahe} pointed, saw a fence, and in the fence a gate, and behind the gate a [dog|pump], and, as there was no more than that to be seen, they went through.",
      "It was there, as it had been said to be, and {hero} took it, small and [round|flat] as it was, and put it away in the inner pocket, while {ally}, who saw this, looked the other way until it was done.",
    ],
  },
  interiority: {
    low: [
      "{hero} set down the [cup|pen]. {he_cap} squared it with the edge of the table, and folded {his} arms.",
      "{hero}'s face did not change. {he_cap} buttoned the [coat|glove] from the bottom to the top.",
      "{hero} walked to the wall and back. {he_cap} did it [twice|four times], with {his} hands behind {him}.",
      "{ally} looked at {hero}, and {hero} looked at the [clock|door]. One of them coughed.",
      "{hero} picked a thread from {his} sleeve, rolled it [to a ball|up], and laid it on the sill.",
    ],
    high: [
      "Why had {he} [agreed|come]? {hero} thought about it, and suspected that {he} knew, and thought that {he} would rather not.",
      "Perhaps, {hero} told {himself}, it had always been so; perhaps {he} had only [imagined|believed] it otherwise. {his_cap} mind went round it.",
      "{hero} wondered what {ally} really [thought|believed] of {him}, and wondered at {himself} for wondering.",
      "If I were honest, thought {hero}, I would admit that I [doubt|envy] them all. {he_cap} considered the thought, and let it stand.",
      "In {his} own mind {hero} had already [left|decided] and come back twice. {he_cap} knew {himself} well enough to doubt both.",
    ],
  },
  phrase_variety: {
    low: [
      "A chill went down {hero}'s spine. There was something in the air. A chill went down {hero}'s spine, and there was something in the air.",
      "{hero} let out a breath {he} had not known {he} was holding. {ally} let out a breath {ahe} had not known {ahe} was holding.",
      "It was what it was. {hero} knew that it was what it was. {ally}, too, knew that it was what it was.",
      "{hero} clenched {his} jaw and said nothing at all. Then {he} clenched {his} jaw and said nothing at all, again.",
      "Little did {he} know what was to come. Little did anyone know what was to come. Little did {he} know.",
    ],
    high: [
      "Cold crept along {hero}'s back; the very room seemed to wait for somebody, and would not say for whom it had been kept.",
      "{hero} breathed out, having plainly forgotten to for some while; across from {him} {ally} noticed, and did likewise.",
      "There was no altering it. {hero} had come to terms with the fact, and {ally}, in {ahis} own fashion, was about to.",
      "{hero} kept silent, though the muscle in {his} cheek was speaking for {him}; a word would have cost less, and been worth it.",
      "None of them could have guessed the rest of the story; had they tried, the guess would have been far too cheerful.",
    ],
  },
  register: {
    low: [
      "“Yeah, well, whatever,” said {ally}. “Gimme a sec.” {hero} [kind of|sort of] got it, and was like, fine.",
      "{hero} reckoned the whole thing stank. No way was {he} gonna hang around; {he} told {ally} to [get a move on|buck up].",
      "“C'mon, it's no big deal,” {ally} said. {hero} figured {ahe} had a point, [more or less|dunno why].",
      "It was a dump, frankly, and {hero} wasn't gonna stick up for it. {ally} called it [a right mess|dead boring].",
      "“You kidding?” said {hero}. “Nah.” {ally} just [grinned|shrugged], like, suit yourself, mate.",
    ],
    high: [
      "“I pray thee, a moment's indulgence,” said {ally}. {hero} inclined {his} head, for the request was [meet|seemly].",
      "{hero} deemed the matter ignoble, and would tarry there no longer; {he} besought {ally} to [make haste|depart withal].",
      "“It is of no great moment, I assure thee,” {ally} said; and {hero} perceived that {ahe} spoke [truly|aright].",
      "It was a place of mean estate, nor would {hero} be its champion; {ally} pronounced it [wretched|unworthy] withal.",
      "“Dost thou jest?” quoth {hero}. “Nay, I do not.” {ally} did but [smile|bow], as who should say: be it so.",
    ],
  },
  sensory_detail: {
    low: [
      "The conditions were on the whole acceptable. {hero} took account of the [situation|circumstances] and proceeded.",
      "It was a matter of principle, in a general way, and {hero} [considered|regarded] it as one.",
      "The position was, in its essentials, unchanged. {hero} recognised the [fact|state of affairs] and adapted to it.",
      "Various factors had to be taken into consideration, and {hero} [did so|gave each its due].",
      "All things considered, the arrangement was [adequate|suitable] to its purpose, and {hero} found nothing to object to.",
    ],
    high: [
      "The air smelled of [tar and wet rope|cloves and hot iron]. Under {his} palm the wood was rough and still warm, and tasted, when {he} licked the finger, of salt.",
      "Something [dripped|ticked]. The cloth scratched {his} neck; there was a bitter scent of smoke in it, and a sweetness beneath, like pears.",
      "Gravel crunched. {hero} felt the [sting of lye|cold of the brass] on {his} fingers, and smelled bread, and heard far off the rasp of a saw.",
      "The cup was hot and chipped, and the tea in it tasted of [tin|bark]; steam dampened {his} eyelids, and the spoon rang against the rim.",
      "Velvet against the wrist, [sour wine|mint] on the tongue, the hum of a wire somewhere overhead: {hero} breathed it in with the smell of mould.",
    ],
  },
};
