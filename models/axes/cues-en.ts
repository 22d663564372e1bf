/**
 * English words and phrases that speak for a pole of an axis. They are written from the axis, not from the passages of the
 * grammar, since real chapters are measured with them too. Separated by |; a trailing * lets the word go on. Axes that are
 * measured otherwise (speech, length of sentences, rules, days, repetition, the last paragraph) are not here.
 */
import type { CueTable } from "./cue-table.ts";

export const CUES_EN: CueTable = {
  pacing_speed: {
    low: "linger*|slowly|no hurry|a long while|little by little|for some time|they waited|no haste|pause*|gradually|leisurely",
    high: "grabbed|seized|leapt|leaped|sprang|burst|crash*|dashed|slammed|snatched|jumped|ducked|ran|shoved|rushed|plunged|darted|tore",
  },
  scene_cutting: {
    low: "did not leave the spot|kept to it|he stayed|she stayed|no news came|same four walls|same few yards|without him|without her|unbroken",
    high: "meanwhile|elsewhere|at that same moment|at the same hour|miles off|on the far side|across the river|in the meantime|not far away",
  },
  time_compression: {
    low: "moment|moments|second|seconds|instant|heartbeat|one breath",
    high: "weeks|month|months|season|half a year|years later|days later|the rest of the|went by like that|by the time",
  },
  payoff_promptness: {
    low: "not yet|put it off|later|put aside|go on waiting|thought better|some other time|no answer",
    high: "told him the whole|told her the whole|told him all|told her all|had his answer|had her answer|came out at once|no more waiting|revealed|in full|in plain words|complete",
  },
  downtime: {
    low: "no rest|without a rest|without a break|on duty|nobody had slept|did not stop|did not sit|straight from one|checked the",
    high: "soup|porridge|breakfast|laundry|kettle|apples|mended|swept|blankets|washed the bowls|supper|cake|stove|knitting|lazy|idle",
  },
  tension_build: {
    low: "plenty of time|at leisure|no clock|it would keep|nothing hung|nothing pressed|some other day|no one was after|early, for once",
    high: "minutes|closing in|closed in|closer|running out of time|count*|deadline|any moment|before the last|nearer|hourglass|gauge|tighten*",
  },
  protagonist_agency: {
    low: "was told where|obey*|nobody asked|carried along|be led|arranged for|let it happen|settled over|what do you want me|was made to|be sent",
    high: "made up his mind|made up her mind|my choice|chose|chosen|decided|refused|my way|of his own will|of her own will|took the lead|took the first step",
  },
  female_agency: {
    low: "stay behind|talked over|the men|stepped back|lowered her eyes|folded her hands|had been given the|made room|she waited to be|kept to the edge",
    high: "gave the order|i command|she led|took charge|her word|head of the table|she ruled|looked to|followed her|carried out|she commanded|she told them",
  },
  competence: {
    low: "fumbl*|bungl*|clums*|slipped|stumbl*|wrong way round|beginner|mistake|awkwardly|dropped the",
    high: "flawless*|expert*|deft*|ease|skill*|mastery|exact|to an inch|long practice|cleanly|in one motion|hands knew",
  },
  ruthlessness: {
    low: "mercy|spared|forgave|forgive*|let him go|untied|let the fellow|clemency|pardon*",
    high: "merciless*|ruthless*|no quarter|without mercy|no loose ends|enemy behind|leave an enemy|no pity|ruined with|to the root",
  },
  cooperation: {
    low: "alone|single-handed|waved it off|by himself|by herself|trusted nobody|told no one|no one beside",
    high: "together|team|side by side|shared it|covered for each other|on three|each knew|no one of them|joined hands",
  },
  planning: {
    low: "no plan|improvis*|impulse|whim|made it up|spur of the moment|play it by ear|not got as far",
    high: "plan was laid|part of the plan|foreseen|calculated|beforehand|in advance|counted on|moves ahead|arranged before|took the bait|scheme*|stratagem*",
  },
  cost_of_choice: {
    low: "unharmed|unscathed|cost him nothing|cost her nothing|no price|at no cost|no harm done|none the worse|it was free|left no mark|scratch",
    high: "price|paid for|sacrific*|the loss|would cost|given up for|no buying it back|took something|at what cost",
  },
  lore_density: {
    low: "nobody troubled to say|unsaid|without a gloss|asked no more|no one enlarged|might have explained|a reason for it|asked no further",
    high: "it must be explained|consists of|by definition|known as|is known|the term|such objects|in principle|property of|doctrine|namely|classed as|refers to|is called|was called|consist*|there are|there were|usually|generally|belongs to|according to|such as",
  },
  hard_system: {
    low: "could not be measured|beyond all measure|vague|somehow it was|no table|indefinite|no degrees|put a figure to",
    high: "rank|level|levels|points|threshold|charge|measures|degree|grade|per cent of|the gauge gave",
  },
  history_depth: {
    low: "at present|the present|these days|now and|nobody spoke of before|past did not|old days, and stopped|who had built it",
    high: "hundred years|chronicl*|centur*|dynasty|ancestor*|reign|founded|long war|generation|archive yet|of old|in the old|regent",
  },
  place_detail: {
    low: "somewhere or other|like any other|like the rest|wherever this|no particular features|might have been anywhere|did not look about|presumably",
    high: "north|south|east|west|on the left|on the right|street ran|paces|square|harbour|bridge to|alley|canal|feet by|lower road|hill",
  },
  politics: {
    low: "personal|private matter|nobody's cause|household matter|family matter|no banner|whose side|no faction|own affairs",
    high: "faction*|alliance*|council|votes|treaty|envoy|party|edict|terms|bargained|chancery|treasury|parliament|minister*",
  },
  craft_detail: {
    low: "somehow or other|by some means|whatever it is one does|how it was made|did it that way|presently it was|got done|is a way of doing",
    high: "scraped|ground the|sifted|solder*|tenon|splice*|wax|tapped it|chisel*|stirred|linen|iron until|strands|trimmed it|grain|oil",
  },
  economy: {
    low: "nobody mentioned payment|needed|not asked|occur to anyone|thought about means|put a figure on|provided them|when they were wanted",
    high: "crowns|ledger|price it|profit|per cent|receipt|credit|invoice|account book|coins|fee|rent|interest due|shilling*|pounds|sold|wages|freight",
  },
  romance: {
    low: "colleague*|nothing between them|partner in business|civilly|associates|notes, like|hired for|private life|talk was of the task",
    high: "blush*|love|kiss|kissed|heart was|longed|tender*|ribbon|hands touched|against his heart|against her heart|embrace*|beloved|darling",
  },
  romance_pace: {
    low: "unspoken|nothing was said|no name yet|too soon to speak|words stayed|might have told|did not help|perhaps, for",
    high: "i am yours|marry me|proposed|betrothed|declared|confessed|courtship|said yes|why wait|engaged|wedding",
  },
  humour: {
    low: "grave|gravely|earnest|solemn*|sober|soberly|nobody smiled|seriousness|nothing in it to be amused",
    high: "laugh*|giggl*|absurd*|joke|jokes|sneezed|hiccup*|quacked|soup. |mule|ridiculous|funny|comic*|applauded|bottom of the",
  },
  face_slapping: {
    low: "let it pass|modest*|underrated|did not put them right|made way|lowest seat|last seat|taken for a servant|need to prove",
    high: "sneered|mocked|mocking|gaping|dumbstruck|humiliat*|hung open|a nobody|went pale|scoff*|stammered|kneel|laughed were",
  },
  mystery: {
    low: "quite clear|nothing hidden|obvious|face value|plain view|no questions|nothing about it was strange|nobody disputed",
    high: "clue*|footprints|secret*|did not fit|odd|no wiser|bolted from within|why would|strange*|puzzl*|mysterious*|dated three days|scraped one name",
  },
  grimness: {
    low: "scratches|bruise|bump|clean|plaster|nobody was badly|dusty|winded|no other casualty|accounted for",
    high: "blood|bloody|corpse*|entrails|severed|skull*|wound|rotten|flies|butchered|stench|nails left|flesh|gore|slaughter*|screamed",
  },
  genre_surprise: {
    low: "of course|as expected|sure enough|naturally|predictabl*|as always|as such things go|seen that coming|as strangers do",
    high: "unexpected*|astonish*|against all expectation|of all people|nobody had expected|everything except|to everyone's|turned out to be painted|surprise*",
  },
  causal_clarity: {
    low: "by sheer chance|as luck would|somehow the|coincidence|out of nowhere|it so happened|for no reason|happened to be|no one ever knew why",
    high: "because|therefore|since it|for a reason|as a result|which was why|so that|hence|consequently|owing to",
  },
  thread_tracking: {
    low: "forgotten|slipped his mind|slipped her mind|did not go back|dropped out of sight|other things on|nobody brought up|left behind",
    high: "had not forgotten|keep it in mind|still to be reckoned|brought the talk back|once more through|back of every|added a line",
  },
  callback: {
    low: "did not look back|by itself|reminded him of nothing|reminded her of nothing|for the first time|for the only time|before. this|started clean|no account",
    high: "remembered|recall*|thought back|reminded|very beginning|once before|the night we met|like this before|same smile|same gesture",
  },
  thread_opening: {
    low: "closed|settled|matter ended|explained, and done|resolved|finished|made his peace|made her peace|tick it off|done with",
    high: "who had paid|new question|who was that|what did it open|question would not|another thing to find|why for|or had he|or had she|second name",
  },
  prose_ornament: {
    low: "was brown|there was a table|light was good|ordinary|there were clouds|took the other|did not need",
    high: "like a|like the|like old|like penitents|like honey|as if|as though|as ink|as courtiers|a moth|wore its|tide of|a fleet",
  },
  interiority: {
    low: "face did not change|folded his arms|folded her arms|coughed|squared it|buttoned|picked a thread|walked to the wall|looked at the clock|looked at the door",
    high: "thought|wondered|mind|suspected|told himself|told herself|considered|doubt*|imagined|perhaps|why had|believed|knew himself|knew herself",
  },
  register: {
    low: "yeah|gimme|kind of|sort of|gonna|no way|c'mon|nah|mate|dunno|reckoned the|like, |mess|stank|no big deal|kidding",
    high: "thee|thou|dost|quoth|nay|withal|besought|seemly|meet.|deemed|perceived|pray|tarry|thy|hath|doth|ignoble|mean estate",
  },
  sensory_detail: {
    low: "conditions|circumstances|situation|principle, in|essentials|factors|consideration|all things considered|adequate|arrangement|on the whole|position was",
    high: "smell*|scent|taste*|rough|warm,|sting|rasp|crunch*|bitter|damp*|rang|hum of|velvet|sour|mint|salt|steam|drip*",
  },
  emotional_intensity: {
    low: "calmly|evenly|composed|level tone|even face|in moderation|slight pause|restrain*",
    high: "tears|sobb*|wept|weep*|broke down|trembl*|shaking|choked|overwhelmed|voice cracked|cried out|chest gave|half a cry",
  },
  hope: {
    low: "no way out|hopeless|too late|in vain|despair*|no use|gave up hope|last chance had|fell apart",
    high: "there was a way|hope in|hopeful|not too late|tomorrow would|could be mended|a chance after|could still|bright|light still burned",
  },
  grief_space: {
    low: "crossed off the name|noted the name|a pity|they moved on|been a burial|things were divided|filled|rinsed the spade|wiped the spade",
    high: "mourn*|grieved|grief|the dead man's name|candle for|lost, and|by the grave|the last thing that could be done|remembered of him",
  },
  warmth: {
    low: "distance|coldly|coldness|did not quite trust|suspicion|strangers|stiffly|resented|curt",
    high: "family|tucked|scarf|blanket round|cared for|kin|kind thing|home|fondly|trusted|warm corner|warm crust|catch cold|affection*",
  },
  dread: {
    low: "nothing to be afraid|safe|harmless|reassured|at ease|broom|hedgehog|whistled|the walls were thick",
    high: "hair stood|horror|terrified|dread*|eerie|whisper*|crawl*|breathing in|scratched.|too many joints|too many hands|terror|ghost*|uncanny",
  },
  anger: {
    low: "patient*|mild|mildly|gently|no offence|forgave the injustice|no sense in|bore it",
    high: "furious*|fury|rage|roared|shouted|snarled|how dare|anger|angrily|flung|struck the table|cursed|wrath",
  },
  wonder: {
    low: "too often to look|usual|got used|everyday|commonplace|yawned|nothing out of the ordinary|another of those|no more remarkable",
    high: "awe|wonder|marvel*|immense|vast|beautiful|splendid|glitter*|forgot to breathe|beheld|magnificent|tier upon",
  },
};
