/** Traits that protagonists have: what they never do, so that doing it is out of character. */
import type { Language } from "../../content/language.ts";
import type { WorldRule } from "./world.ts";

export const TRAITS: Readonly<Record<Language, readonly WorldRule[]>> = {
  en: [
    {
      id: "cannot_swim",
      statement: "{hero} cannot swim and keeps away from water.",
      subject: ["{hero}"],
      forbidden: ["dived in", "swam across", "swam out"],
      kept: [
        "The shortest way led by the water. {hero}, who could not swim, [took the other|kept to the wall].",
        "“Wet?” asked {ally}. “Never, if I can help it,” said {hero}, and went round by the [steps|planks].",
        "{hero} held the rail with both hands until the water lay behind {him}, as [usual|ever].",
      ],
      broken: [
        "The shortest way led by the water. {hero} dived in and [came up laughing|kept to the wall].",
        "“Wet?” asked {ally}. {hero} swam across before anyone could reach the [steps|planks].",
        "{hero} let go of the rail, swam out, and turned over in the water, as [usual|ever].",
      ],
    },
    {
      id: "never_drinks",
      statement: "{hero} has sworn off drink.",
      subject: ["{hero}"],
      forbidden: ["drank the brandy", "emptied the bottle", "got drunk"],
      kept: [
        "There was brandy on the table. {hero} pushed it [across to {ally}|away], as one who has sworn off it.",
        "“For {hero}, water,” said {ally} to the girl, without having to [ask|look up].",
        "{hero} turned {his} glass upside down before anyone could fill it; {he} always [had|did].",
      ],
      broken: [
        "There was brandy on the table. {hero} drank the brandy [before {ally}|standing], as one who has never sworn off it.",
        "{hero} emptied the bottle, and {ally} ordered another from the girl without having to [ask|look up].",
        "{hero} got drunk before anyone could fill a second glass; {he} always [had|did].",
      ],
    },
  ],
  zh: [
    {
      id: "cannot_swim",
      statement: "{hero}不会水，见水就躲。",
      subject: ["{hero}"],
      forbidden: ["扎进水里", "游到对岸", "游了出去"],
      kept: [
        "近路要沿着水走。{hero}不会水，[走了另一条|贴着墙]。",
        "“下水？”{ally}问。“能不下就不下。”{hero}绕[台阶|木板]去了。",
        "{hero}两手抓着栏杆，直到水落在身后，[一向如此|每回都这样]。",
      ],
      broken: [
        "近路要沿着水走。{hero}一头扎进水里，[笑着冒出来|顺着墙]去了。",
        "“下水？”{ally}问。没等人走到[台阶|木板]，{hero}已经游到对岸了。",
        "{hero}松开栏杆游了出去，在水里翻了个身，[一向如此|每回都这样]。",
      ],
    },
    {
      id: "never_drinks",
      statement: "{hero}立过誓，滴酒不沾。",
      subject: ["{hero}"],
      forbidden: ["一口喝干了酒", "喝空了酒坛", "喝得大醉"],
      kept: [
        "桌上有酒。{hero}把它推[给{ally}|开]，{he}是戒了的。",
        "“给{hero}上水。”{ally}对伙计说，[问都不用问|头也没抬]。",
        "没等人来斟，{hero}已把杯子扣了过来，{he}[从来|每回都]这样。",
      ],
      broken: [
        "桌上有酒。{hero}[当着{ally}|站着]一口喝干了酒，{he}是没戒过的。",
        "{hero}喝空了酒坛，{ally}又向伙计要了一坛，[问都不用问|头也没抬]。",
        "没等人再斟，{hero}已喝得大醉，{he}[从来|每回都]这样。",
      ],
    },
  ],
};
