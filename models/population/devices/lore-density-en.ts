/** English passages for the axes of lore density. */
import type { DeviceBank } from "./device.ts";

export const LORE_DENSITY_EN: DeviceBank = {
  lore_density: {
    low: [
      "How {art} worked nobody troubled to say. {hero} had seen it done, and that was [enough|all there was to it].",
      "There was a reason for it, no doubt. {hero} left it [unsaid|where it was] and went by.",
      "{ally} might have explained {thing}, but did not; a [nod|shrug] did instead.",
      "Some names were better left without a gloss. {hero} passed over this one, and [it passed over {him}|nothing was lost].",
      "It was the sort of thing one knew or did not. {hero} asked no [more|further], and no one enlarged on it.",
    ],
    high: [
      "{art_cap}, it must be explained, consists of two parts, of which the visible one is the lesser; the other is known as [the ground|the stay], and holds it.",
      "The term {art} comes from the guild's own speech and means [a vow with a date|a door that remembers]; in common use it refers to anything bound in that way.",
      "By definition {thing} belongs to whoever last named it aloud; such objects are classed as [bound|answering], in contrast to the inert kind.",
      "There are, in principle, four ways of learning {art}, namely by [kin, by fee|ear, by hand], by oath, and by accident; the schools recognise only the first three.",
      "It is a property of {art} that it cannot be [copied|hurried]; this is known as the rule of the single hand, and the whole doctrine rests on it.",
    ],
  },
  hard_system: {
    low: [
      "What {hero} had could not be measured. It came and went like a [mood|tide], and nobody could have put a figure to it.",
      "How strong was it? No one knew. {hero} felt it somewhere [under the ribs|behind the eyes], vague and without edges.",
      "There were no degrees in it, so far as {he} could tell; there was [a sort of leaning|something like a hum], and no more.",
      "It obeyed no table. {hero} reached for it, and somehow it was [there|not there], beyond all measure.",
      "{ally} asked how one could tell. {hero} [could not|had no words for it]: it was a feeling, indefinite as breath.",
    ],
    high: [
      "{hero} stood at the fourth rank, level [31|32], with nineteen points in reserve; the fifth rank asked for forty.",
      "The working cost exactly [six|eight] measures and lasted ninety counts, with a loss of one part in twelve.",
      "Rank three could hold two seals, rank four [five|six]. {hero} had five points left and did the sum again.",
      "“Level [27|28],” {ally} read off. “Up by four. Two more levels and you pass the second threshold.”",
      "The gauge gave [0.7|0.8] of a full charge: enough for three uses at rank two, or for one at rank four.",
    ],
  },
  history_depth: {
    low: [
      "Who had built it, and when, {hero} neither knew nor cared. It was here [now|today]; that was its whole story.",
      "The past did not come into it. {hero} looked at what was in front of {him}, which was [a door|a wall], at present shut.",
      "Nobody spoke of before. There was only the [day|hour] they were in, and what was to be done with it now.",
      "If the stones remembered, they [kept it to themselves|said nothing]. {hero} lived in the present and let them.",
      "{ally} began about the old days, and stopped. What counted was [now|today], and that was long enough.",
    ],
    high: [
      "Three hundred years ago, in the reign of the [second|last] regent, the ground beneath them had been a market for {thing_plural}.",
      "It was founded, the chronicles say, by [two sisters|a drowned man's widow], in the century before the wall, and has been burned four times since.",
      "In the old dynasty {guild} had been [ferrymen|bell-founders]; the change came after the long war, within a generation.",
      "Their ancestors had fought over this same [yard|crossing]. A stone in the corner still bore the date, older than the city.",
      "There was a time, centuries past, when {art} was taught to every [child|clerk]; the edict that ended it hung in the archive yet.",
    ],
  },
  place_detail: {
    low: [
      "They were somewhere or other; it made no difference [where|to anyone]. {hero} went on.",
      "It was a place like [any other|the rest], and {hero} could not have said what was in it.",
      "Wherever this was, it would do. {hero} took [no notice of it|it as it came].",
      "The place had no particular features. {hero} stood [in it|there], and it might have been anywhere.",
      "One wall, presumably; [one door|some sort of floor]. {hero} did not look about.",
    ],
    high: [
      "From {place} the street ran north for [two|three] hundred paces, past the tannery and the pump, and came out at the east gate.",
      "On the left was the customs shed, on the right a row of [seven|nine] narrow houses, and behind them steps went down to the canal.",
      "{city} lay below in its bend: the bridge to the south, the [mint|hospital] on the hill, and the lanes between them like combed hair.",
      "The yard was forty feet by [sixty|thirty], with a well in the north corner, stables along the west side, and one arch to the street.",
      "One reached it by the lower road, then left at the [chapel|weighhouse], up the alley, and across the square towards the harbour.",
    ],
  },
  politics: {
    low: [
      "No faction had a hand in this. It was between the two of them, a private matter, and {hero} [kept it so|was glad].",
      "{hero} had never asked what {guild} thought of it, nor did it [matter|come up]. It was personal.",
      "It was nobody's cause. {hero} did it for [a friend|a neighbour], and for no banner.",
      "The great ones had their own affairs. This was a [household|family] matter, and small, and {hero}'s own.",
      "“Whose side are you on?” {ally} asked. “Nobody's,” said {hero}. “This is personal.” And that [was all|ended it].",
    ],
    high: [
      "{guild_cap} had four votes on the council and {rivals} five; the [harbour|northern] faction would decide it, and its price was known.",
      "It was an alliance of convenience: {rivals} would lend the [seal|guard], {guild} would look away, and each kept a copy of the treaty.",
      "The envoy had come with two sets of terms, one for the [table|minutes] and one for the corridor, and the factions knew both.",
      "If the council fell, the [old|moderate] party would go over to {rivals}; so {elder} bargained for delay, which cost two offices.",
      "Every faction had its man in the [treasury|chancery]. {hero} counted votes behind the smiles, and the alliance was one short.",
    ],
  },
  craft_detail: {
    low: [
      "How it was made does not matter here. It was [made|done], and {hero} took it away under {his} arm.",
      "{hero} did whatever it is one does, and presently it was [ready|finished].",
      "The work got done somehow or other. {hero} did not [watch|ask] how.",
      "By some means, it is not important which, the thing was [put right|mended], and they could leave.",
      "There is a way of doing it. {hero} did it that way, and it was [done|over].",
    ],
    high: [
      "First {he} scraped the [hide|plate] with the curved blade, then rubbed in ash and oil, let it draw, and scraped again against the grain.",
      "The trick was in the [heat|angle]: too little and the solder balls, too much and it runs; {hero} held the iron until the edge turned straw-coloured.",
      "{hero} ground the [root|salt] fine, sifted it through linen, added spirit drop by drop, and stirred only one way until it thickened.",
      "{he_cap} set the wedge, tapped it home with the [wooden mallet|small hammer], eased the joint, and pared the tenon by a shaving at a time.",
      "Three strands over, one under, pull, and wax: {hero} worked the [splice|seam] to the end, trimmed it, and rolled it flat beneath {his} boot.",
    ],
  },
  economy: {
    low: [
      "Nobody mentioned payment. {hero} took what was [needed|offered], and it did not occur to anyone to count.",
      "What it was worth was not asked. It was [given|lent], simply, and {hero} took it.",
      "{hero} had not thought about means for [a long time|days]. They were somehow always there.",
      "It was not a thing one could put a figure on, and {hero} [did not try|let that be].",
      "Things came when they were wanted. {hero} never wondered who had [seen to that|provided them].",
    ],
    high: [
      "The [rope|lamp oil] was four crowns, and {hero} beat it down to three and sixpence, with a receipt.",
      "{hero} went over the ledger: twelve crowns in, nineteen out, and the [rent|interest] due. The profit was all in the last column.",
      "“Two per cent,” said the [dealer|factor], “and you carry the freight.” {hero} signed; at that price it still paid.",
      "Salt had gone up by a third. {hero} bought [forty|sixty] sacks on credit, to be sold before the invoice fell due.",
      "The fee was [eight|nine] crowns, half of it in advance. {hero} counted out the coins and wrote the balance in the account book.",
    ],
  },
};
