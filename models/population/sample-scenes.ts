/** Sentences of the sample by theme and language. {hero} and {place} are filled in. */

export const THEMES = ["action", "romance", "lore", "mystery", "comedy", "agency"] as const;
export type Theme = (typeof THEMES)[number];
export type Language = "zh" | "en";

export interface SceneBank {
  readonly names: readonly string[];
  readonly places: readonly string[];
  readonly sentences: Readonly<Record<Theme, readonly string[]>>;
}

export const SCENES: Readonly<Record<Language, SceneBank>> = {
  zh: {
    names: ["沈清禾", "陆行舟", "顾晚照", "林见微", "苏执玉"],
    places: ["月钥城", "青梧镇", "北冥渡", "听雪楼", "旧书巷"],
    sentences: {
      action: [
        "刀光一闪，{hero}翻身跃上屋脊，追兵的箭已擦着耳边飞过。",
        "城门轰然倒下，两军在烟尘里撞到了一处。",
        "{hero}一脚踹开木门，抢在火油泼下之前冲了出去。",
        "马蹄踏碎了冰面，身后的杀声越来越近。",
        "第三招，剑断了；第四招，{hero}用断剑抵住了对方的咽喉。",
      ],
      romance: [
        "{hero}把伞往那人那边又偏了半寸，自己的肩头湿透了也不说。",
        "两人隔着一盏灯坐着，谁也没有先开口说喜欢。",
        "他在信的末尾只写了一句：今夜{place}的月亮，你也看见了吗。",
        "指尖碰到指尖，{hero}忽然忘了要说的话。",
        "分别的时候，她替他系好披风，系了很久。",
      ],
      lore: [
        "{place}立城三百年，城下共有七条地脉，每一条都有自己的名字与禁忌。",
        "按照旧典，黑钥匙只在子时之后生效，且须以持钥者的真名为引。",
        "修行分九境，每境又分三重，{hero}卡在第四境已有两年。",
        "这套星历以二十八宿为纲，闰月由钦天监单独推定。",
        "古碑上刻着四种文字，其中一种连守碑人也读不出来。",
      ],
      mystery: [
        "门从里面锁着，窗上积着灰，可屋里的人不见了。",
        "{hero}把那封信对着光又看了一遍，落款的日子早了三天。",
        "证人说他听见了钟声，可{place}的钟去年就坏了。",
        "地上的脚印只有进来的，没有出去的。",
        "第七个名字被人用刀刮去了，刮得很仔细。",
      ],
      comedy: [
        "{hero}庄重地鞠了一躬，帽子正好掉进了汤里。",
        "那头驴听完整篇檄文，打了个喷嚏。",
        "师父说此丹能增十年功力，没说会连打三天嗝。",
        "他们吵了半个时辰，才发现说的是同一件事。",
        "掌柜的算盘打得飞快，越打欠的人越多。",
      ],
      agency: [
        "没有人替{hero}做决定，她自己把名字写在了战书上。",
        "{hero}拒绝了长老的安排，转身走向了另一条路。",
        "她说：这件事的后果由我来担，门也由我来开。",
        "{hero}烧掉了退路的图，然后下令渡河。",
        "所有人都在等，只有{hero}先迈出了那一步。",
      ],
    },
  },
  en: {
    names: ["Mara", "Tobias", "Ilse", "Corin", "Wren"],
    places: ["Saltmere", "the Lantern Quarter", "Oldgate", "Hollow Ferry", "the Ninth Stair"],
    sentences: {
      action: [
        "{hero} vaulted the rail as the first bolt split the mast behind her.",
        "The gate came down in splinters, and both lines ran at each other through the smoke.",
        "Steel rang twice; on the third blow {hero} was inside the man's guard.",
        "They rode the roof of the last wagon until the bridge gave way.",
        "{hero} kicked the lamp over and ran while the powder was still hissing.",
      ],
      romance: [
        "{hero} moved the umbrella a little further over, and said nothing of the rain on her own sleeve.",
        "They sat on either side of the lamp, and neither would be the first to say it.",
        "He had kept the ribbon in his coat since that spring in {place}.",
        "Their hands met over the map, and {hero} lost the name of the river.",
        "She fastened his collar slowly, as if the train might wait.",
      ],
      lore: [
        "There were seven wardstones under {place}, each with its own name and its own prohibition.",
        "By the old charter a key of black iron turns only after midnight, and only for one who gives a true name.",
        "The guild counted nine degrees, and in each degree three steps; {hero} had stood on the fourth for two years.",
        "Their calendar was kept by the tide clerks, who added a month when the moons disagreed.",
        "The stele bore four scripts, one of which not even its keepers could read.",
      ],
      mystery: [
        "The door was bolted from within, the dust lay whole upon the sill, and the room was empty.",
        "{hero} held the letter to the window again; it was dated three days too early.",
        "The witness swore to the bell, but the bell of {place} had been cracked since autumn.",
        "There were footprints going in, and none coming out.",
        "Somebody had scraped the seventh name from the ledger, and had taken care over it.",
      ],
      comedy: [
        "{hero} bowed with great dignity, and the hat went into the soup.",
        "The mule heard the proclamation to its end, and sneezed.",
        "It was a potion of tremendous power, and it gave him hiccups until Thursday.",
        "They had quarrelled for an hour before they found that they agreed.",
        "The longer the landlord added, the more people he owed.",
      ],
      agency: [
        "Nobody chose for {hero}; she wrote her own name under the challenge.",
        "{hero} heard the council out, refused it, and took the other road.",
        '"Whatever comes of it is mine to answer for," she said, "and so is the door."',
        "{hero} burned the map of the way back before she gave the order to cross.",
        "They were all waiting, and it was {hero} who stepped forward.",
      ],
    },
  },
};
