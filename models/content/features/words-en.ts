/** English words that the narrative features count; separated by |, a trailing * lets the word go on. */
export const EVENT_WORDS_EN =
  "ran|run|runs|running|fled|flew|leapt|leaped|jumped|sprang|seized|grabbed|caught|snatched|threw|flung|hurled|struck|strike|hit|" +
  "kicked|beat|fought|fight|killed|kill|slew|shot|fired|stabbed|cut|broke|smashed|burst|crash*|attack*|charged|rushed|dashed|" +
  "plunged|dived|fell|dropped|escap*|chased|pursued|followed|captured|arrest*|dragged|pulled|pushed|shoved|tore|ripped|opened|" +
  "slammed|knocked|swung|climbed|rode|galloped|entered|burned|burnt|exploded|died|drowned|stole|hid|found|discovered|rescued|" +
  "crossed|landed|sank|sailed|raced|darted|ducked|rolled|bound|tied|freed|drew|raised|bolted|collapsed|surrounded|ambush*";
export const POSITIVE_WORDS_EN =
  "happy|happiness|joy|joyful|glad|smile*|laugh*|delight*|pleasure|pleased|love*|loving|kind|kindness|gentle|sweet|beautiful|" +
  "bright|warm|warmth|hope*|safe|calm|peace*|triumph*|victory|won|friend|friends|dear|comfort*|grateful|thank*|good|better|best|" +
  "wonderful|splendid|lucky|fortunate|content|cheerful|merry|proud|home|rest|saved|agreeable|charming|amiable";
export const NEGATIVE_WORDS_EN =
  "sad|sorrow*|grief|griev*|mourn*|cry|cried|wept|tears|weep*|pain*|hurt|wound*|fear*|afraid|terror|terrified|horror|horrible|" +
  "dread*|dark|cold|dead|death|die|died|kill*|murder*|blood|hate*|hatred|anger|angry|rage|fury|cruel*|evil|wretched|misery|" +
  "miserable|despair*|lost|lose|alone|lonely|danger*|threat*|enemy|betray*|wrong|bad|worse|worst|ruin*|curse*|sick|ill|poison*|" +
  "shame|guilt*|bitter|hopeless|trap|scream*|fail*";
export const TENSION_WORDS_EN =
  "danger*|fear*|afraid|terror|horror|dread*|threat*|suddenly|scream*|shriek*|blood|dead|death|kill*|murder*|enemy|knife|sword|" +
  "gun|pistol|shot|trap|escape*|pursu*|attack*|desperate*|hurry|quick|quickly|panic*|tremb*|dark|darkness|closer|alarm*";
export const EXPOSITION_WORDS_EN =
  "is called|are called|was called|known as|consists of|consist of|by definition|in principle|it is a|there are|there is|refers to|" +
  "is known|in general|for example|that is to say|such as|is a kind|belongs to|according to|it must be|the term|namely|usually|" +
  "generally|commonly|each of which|the rule of|is made of|are made|were made of|is the";
/** Of a last paragraph that leaves off in the middle of something. */
export const HOOK_WORDS_EN =
  "then|suddenly|behind|door|handle|shadow|light went out|don't move|do not|voice|nobody|no one|empty|gone|dead|scream*|too late|" +
  "turned to|knock*|footsteps|one more|they know|but|never|what|who|alive|counted again|had been standing|tomorrow|secret|truth|begin";
/** Of a last paragraph that comes to rest. */
export const REST_WORDS_EN =
  "so the day ended|slept|sleep|goodnight|at peace|rest|calm|quiet|settled|home|accounted for|nothing more|lay it aside|content|" +
  "good end|end of it|peace|soundly|happily|contented|the end|at last";
