/** Chinese words that the narrative features count; separated by |. Modern and 章回 usage. */
export const EVENT_WORDS_ZH =
  "杀|打|斩|砍|刺|射|追|赶|逃|奔|跳|跃|扑|抓|拿住|捉|擒|夺|抢|摔|踢|撞|推开|拖|拽|冲|闯|攻|战|斗|交锋|放火|烧|炸|破|砸|劈|倒了|跌|坠|" +
  "死了|救|劫|偷|绑|拔出|抡|拔|举刀|轮起|大喝|喝道|叫一声|上马|下马|起身便|转身就|翻身|纵身|一掌|一拳|一刀|一枪|拔腿|拦住|埋伏|围住|出阵";
export const POSITIVE_WORDS_ZH =
  "喜|笑|乐|欢|爱|好|美|安|福|恩|谢|幸|温|暖|和气|平安|放心|高兴|欣|庆|胜|亲|贤|善|吉|甜|得意|称赞|感激|太平|团圆|盼头|希望";
export const NEGATIVE_WORDS_ZH =
  "哭|泪|悲|痛|伤|苦|愁|恨|怒|怕|惧|惊|死|亡|杀|血|仇|恶|毒|祸|凶|险|丧|哀|病|冤|罪|辱|骂|败|绝望|孤|冷|黑|骗|害|失|恐|怨|惨|懊悔";
export const TENSION_WORDS_ZH =
  "危|险|惊|怕|恐|急|逃|追|杀|血|死|敌|刀|剑|火光|埋伏|忽然|猛|忽听|只听得|慌|逼|困|喊声|不好|来不及|暗|黑影|救命";
export const EXPOSITION_WORDS_ZH =
  "所谓|称为|叫作|叫做|名唤|唤作|分为|属于|原则上|按照|意思是|乃是|乃|原来这|原是|相传|据说|凡|共有|分作|此处|这种|一般|通常|例如|即";
/** Of a last paragraph that leaves off in the middle of something. */
export const HOOK_WORDS_ZH =
  "忽|就在这时|接着|门|身后|别动|灭了|影|谁|不知|未知|性命如何|且听|下回|究竟|毕竟|怎|竟|可是|突然|空着|又数了一遍|别回|知道了|声音|只见";
/** Of a last paragraph that comes to rest. */
export const REST_WORDS_ZH =
  "这一天就|安稳|踏实|睡|歇|平静|安安静静|了结|到此为止|好收场|不少|安歇|团圆|太平|无事|一夜无话|放下|晚安|再没有要做";
