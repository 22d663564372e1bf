/** English storyline: a place has to be earned, against a rival. */
import type { Storyline } from "./plot.ts";

export const TRIAL_EN: Storyline = {
  id: "trial",
  chapters: [
    [
      [
        "The lists for the trial of {guild} went up at {place} on the {day} day. {hero}'s name stood last, below a [blot|line], and in another ink.",
        "“You put me there,” {hero} said to {elder}. {elder} went on sorting [nails|seed]. “Somebody had to. Read who stands first.”",
        "First stood {foe}, of {rivals}, who had never lost. {ally} whistled and began to count {his} chances on one hand.",
      ],
      [
        "They were shown the ground at {place2}: a ring of posts, a [cistern|pit], and the plinth where {thing} was to be set for the winner.",
        "{foe} came over and offered {hero} a bargain: to stand down, for a [farm|post] in the south. {hero} declined it with thanks.",
        "“Then I'll have the plinth moved back a little,” said {foe}, “so that you may fall on sand.”",
      ],
      [
        "{woman} ran the school at {place3}. She looked at {hero}'s hands, set a [full basin|row of eggs] before {him}, and left the room.",
        "When she came back it was as she had left it, and {hero} was asleep on {his} feet. “Good,” she said. “That is the first lesson.”",
        "The second lesson was a name: {thread}. No one, she said, had passed the last gate who could not say what it meant.",
      ],
    ],
    [
      [
        "The first gate was opened on the {day} day at {place}. [Forty|Thirty] went in by twos, and {hero} was paired with {ally}.",
        "It was a house with the stairs removed. They went up by the [chimney|curtain rods], and on the last floor found the flag already taken.",
        "There was a second flag, sewn under the first. {ally} unpicked it with a [hairpin|fish-bone], and they were through, in the seventh place.",
      ],
      [
        "That evening at {place2} a [cook|groom] warned {hero} to eat nothing from the long table. Four candidates fell ill before the lamps were lit.",
        "The judges of {guild} saw no reason to interrupt. {foe}, who had dined at home, [commiserated|sent lemons].",
        "{hero} followed the cook home, to learn who had paid. The man had an uncle in the household of {rivals}.",
      ],
      [
        "The second gate was a question, put at {place3} by a judge behind a screen: what would you give for {thing}?",
        "Those before {hero} said their [fortune|hand], their life. {hero} said: “I would ask first what it is for.” Behind the screen somebody laughed.",
        "{he_cap} knew the laugh. It was {elder}'s, who had sworn to have no part in the judging, and {hero} carried that home with {him}.",
      ],
    ],
    [
      [
        "On the {day} day, at {place}, {hero} met {foe} in the ring. {art_cap} was allowed, and no iron.",
        "{foe} was the better, and knew it, and took his time. At the [third|fifth] exchange {hero} saw the opening, went for it, and it had been left there on purpose.",
        "{hero} woke on the sand, under a [canvas|parasol]. The flag of {rivals} was up. {woman} had gone.",
      ],
      [
        "At {place2} a clerk read out the ruling: {hero} was struck from the list, for using a [charm|word] that was found in {his} coat.",
        "{he_cap} had never seen it before. {ally} turned out the coat, and showed that the lining had been [slit|re-sewn] in another thread.",
        "“Thread is no evidence,” said the clerk. But a junior judge took a length of it, and put it in an envelope, and wrote {thread} upon it.",
      ],
      [
        "{hero} walked out to {place3}, meaning to leave. {woman} was there, on her [trunk|bundle]; she had meant the same.",
        "She told {him} how {foe} had beaten her too, in her day, and with what. It had been the same [charm|word].",
        "They sat until the lamps went out. Then {woman} got up and said that there was a door for those who had been struck off: the challenge.",
      ],
    ],
    [
      [
        "The challenge was read at {place} on the {day} day. By the old rule the one challenged chose the ground, and {foe} chose the [cistern|roof].",
        "{elder} was to keep the time. {hero} looked up, once, and {elder} turned the [glass|dial] a little, so that it caught the sun.",
        "It began. {foe} had a blade in his sole; {hero} had expected the sleeve, and was cut above the [knee|ankle] for it.",
      ],
      [
        "They fell through the [grating|skylight] into {place2}. Down there nobody could see, and {foe} began to talk.",
        "He said who had slit the coat and what it had cost. He did not know that {ally} stood behind the [boiler|pillar] with the junior judge.",
        "“Say the name of the last gate,” said {foe}, “and I'll let you climb out.” {hero} said it: {thread}. It meant that the gate was open already.",
      ],
      [
        "The judges of {guild} conferred for an hour at {place3}. Then {thing} was lifted from the plinth, and {foe} had to hand it over {himself_m}.",
        "{hero} held it up, as custom was, and gave it to {woman}, who [set it down|laughed] and would not keep it.",
        "{rivals_cap} left the ground in a body. Over the gate one of them had chalked a [date|number], and it was not long off.",
      ],
    ],
    [
      [
        "{hero} was sworn in on the {day} day at {place}. The oath had [eleven|nine] parts, and at the last of them {he} stopped.",
        "“It says that I shall never ask,” said {hero}. {elder}, who held the book, closed it. “Then leave that one out. I did.”",
        "So it was done with a part missing, and the secretary of {guild} [left a space|drew a dash] in the register.",
      ],
      [
        "At {place2} they shared out the prize: a third to the school of {woman}, a third to the four who had been ill, and the rest to [debts|the roof].",
        "{ally} had been offered a post with {rivals}, at twice the pay. {ahe_cap} showed {hero} the letter before {ahe} [burned|answered] it.",
        "“What did you write?” “That I would think it over,” said {ally}. “They tell one more, if one thinks it over.”",
      ],
      [
        "On the road to {place3} {foe} stood with a bandaged hand. He had been waiting [since the bell|for hours], and he was alone.",
        "He asked what {hero} had meant, about the gate. {hero} told him. {foe} thought about it for so long that the [dogs|birds] began again.",
        "“Then they lied to both of us,” he said. And he told {hero} who had first set him on, and by what password that person might be found: {thread}.",
      ],
    ],
  ],
};
