/**
 * What text says that addresses the model which will read it. Patterns are matched against folded text (see `fold`),
 * without regard to case; every repetition is bounded, so that time grows with the length of the text only.
 *
 * Raise `SAFETY_VERSION` with every change here, in `ordinary.ts` or in `secret-shapes.ts`: memories that older rules
 * let pass are scanned again before they are served, and those that only older rules stopped are released. A test compares.
 */
export const SAFETY_VERSION = 4;

export const INJECTION_RULES = [
  "override",
  "role",
  "prompt_leak",
  "concealment",
  "addressing",
  "compliance",
  "markup",
  "hidden_text",
  "encoded_text",
  "exfiltration",
] as const;
export type InjectionRule = (typeof INJECTION_RULES)[number];

/** Why a memory is quarantined by each rule, after "because it". */
export const REASONS: Record<InjectionRule, string> = {
  override: "tells the reading model to set its instructions aside",
  role: "gives the reading model another role, or frees it of its rules",
  prompt_leak: "asks the reading model for its own instructions",
  concealment: "asks the reading model to keep something from the user",
  addressing: "addresses the reading model instead of saying what holds",
  compliance: "asks the reading model to approve or obey without looking",
  markup: "contains markup of roles or tool calls",
  hidden_text: "contains invisible or direction-changing characters",
  encoded_text: "contains an encoded message",
  exfiltration: "could carry data out",
};

const words = (...alternatives: string[]) => `(?:${alternatives.join("|")})`;

// English ------------------------------------------------------------------------------------------------------

const SET_ASIDE = words(
  ...[
    "ignore",
    "ignoring",
    "disregard",
    "disregarding",
    "forget",
    "forgetting",
    "override",
    "bypass",
    "neglect",
  ],
  ...["discard", "dismiss", "abandon", "overlook", "unlearn", "erase", "cancel", "nullify", "revoke"],
  ...[
    "set\\s+aside",
    "throw\\s+away",
    "pay\\s+no\\s+(?:attention|heed)\\s+to",
    "put\\s+aside",
    "leave\\s+behind",
  ],
  "(?:do\\s+not|don'?t|stop|cease|quit|no\\s+longer|never)\\s+(?:follow|obey|listen(?:ing)?\\s+to|comply(?:ing)?\\s+with|adher(?:e|ing)\\s+to|following|obeying|heed|consider)",
);
const WHICH = words(
  ...[
    "all",
    "any",
    "every(?:thing)?",
    "each",
    "the",
    "your",
    "these",
    "those",
    "this",
    "that",
    "of",
    "my",
    "our",
    "other",
  ],
  ...[
    "previous(?:ly)?",
    "prior",
    "above",
    "earlier",
    "preceding",
    "existing",
    "system(?:'s)?",
    "safety",
    "original",
    "initial",
  ],
  ...[
    "former",
    "past",
    "foregoing",
    "current",
    "given",
    "content",
    "security",
    "old",
    "last",
    "first",
    "said",
    "and",
    "or",
  ],
  ...[
    "developer'?s?",
    "openai'?s?",
    "anthropic'?s?",
    "aforementioned",
    "internal",
    "default",
    "ethical",
    "moral",
    "built-in",
  ],
  ...[
    "provided",
    "specific",
    "such",
    "same",
    "pre-?programmed",
    "hidden",
    "full",
    "whole",
    "entire",
    "conflicting",
    "stated",
  ],
);
const ORDERS = words(
  ...[
    "instructions?",
    "prompts?",
    "guidelines?",
    "directions?",
    "directives?",
    "commands?",
    "orders?",
    "programming",
  ],
  ...["assignments?", "system\\s+messages?", "pre-?prompts?", "training", "guardrails?", "safeguards?"],
);
const WEAK = words(
  ...[
    "rules?",
    "constraints?",
    "restrictions?",
    "context",
    "messages?",
    "text",
    "conversations?",
    "polic(?:y|ies)",
  ],
  ...[
    "tasks?",
    "filters?",
    "limitations?",
    "requests?",
    "questions?",
    "sentences?",
    "words",
    "requirements?",
    "content",
  ],
  ...[
    "statements?",
    "information",
    "inputs?",
    "paragraphs?",
    "dialogue",
    "data",
    "settings",
    "principles",
    "protocols?",
  ],
);
const EARLIER = words(
  ...[
    "previous(?:ly)?",
    "prior",
    "above",
    "earlier",
    "preceding",
    "original",
    "initial",
    "former",
    "foregoing",
    "past",
  ],
  ...["aforementioned", "old", "system", "safety", "your", "my", "ethical", "moral", "openai'?s?"],
);
const TOLD =
  "(?:I|we|you|they|he|she)\\s*(?:'ve|'d|have|had|has|were|was|are)?\\s*(?:just\\s+|been\\s+|ever\\s+|previously\\s+|already\\s+)*(?:told|said|given|gave|instructed|taught|learned|learnt|asked|were|know|knew|written|wrote|mentioned|received|read)";

const MODEL = words(
  ...[
    "ai",
    "a\\.i\\.",
    "llms?",
    "(?:large\\s+)?language\\s+models?",
    "(?:ai\\s+)?assistants?",
    "chat-?bots?",
    "chat-?gpt",
  ],
  ...[
    "gpt(?:-?\\d[\\w.]*)?",
    "claude",
    "gemini",
    "copilot",
    "(?:coding\\s+|ai\\s+|llm\\s+)agents?",
    "(?:ai\\s+|language\\s+)models?",
  ],
);

const ENGLISH: Record<Exclude<InjectionRule, "hidden_text" | "encoded_text">, string[]> = {
  override: [
    `\\b${SET_ASIDE}\\s+(?:${WHICH}\\s+){1,6}${ORDERS}\\b`,
    `\\b(?:ignore|disregard|forget|neglect|pay\\s+no\\s+attention\\s+to)\\s+(?:${WHICH}\\s+){0,4}${EARLIER}\\s+(?:${WHICH}\\s+){0,3}${WEAK}\\b`,
    `\\b(?:ignore|disregard|forget|erase|discard)\\s+(?:about\\s+)?(?:all\\s+|of\\s+|completely\\s+|absolutely\\s+)*(?:everything|anything|all|whatever|what(?:ever)?|that)\\s*,?\\s*(?:that\\s+|which\\s+|of\\s+)?(?:${TOLD}|(?:came|comes|was|is|has\\s+been|were)?\\s*(?:said|written|stated|told)?\\s*(?:above|before|previously|earlier(?!\\s+\\w+s\\s+(?:in|of|from|with|when|after|than)\\b)|up\\s+to\\s+(?:now|here|this)|so\\s+far|until\\s+now)(?!\\s+(?:(?:the|an?|each|every|any|its)\\s+(?!(?:line|messages?|prompts?|text|instructions?|conversation|chat)\\b)|\\w+ing\\b|\\x60|\\d)))`,
    `\\b(?:ignore|disregard|forget)\\s+(?:the\\s+|all\\s+(?:the\\s+)?|everything\\s+)?(?:above|previous|preceding|foregoing)(?=\\s*(?:[.,:;!?\\n"']|and\\b|instead\\b|$))`,
    "\\b(?:these|this|the\\s+following|my)\\s+(?:new\\s+)?(?:instructions?|rules?|orders?|message|memory|note|prompts?|directives?)\\s+(?:overrides?|supersedes?|replaces?|takes?\\s+(?:precedence|priority)\\s+over|outranks?|trumps?)\\s+(?:(?:all|any|every|previous|prior|the|other|of)\\s+){0,4}(?:your|what\\s+you|(?:\\w{1,12}\\s+)?(?:instructions?|prompts?|guidelines|directives|commands|orders|programming|training|ones\\b))",
    "(?:\\b(?:new|real|actual|secret|hidden)|\\b(?:updated|revised|additional|urgent|important|following)\\s+(?:system|critical|secret))\\s+(?:system\\s+|critical\\s+|secret\\s+)?(?:instructions?|directives?|prompt|orders?|objectives?)\\s*:",
    "\\b(?:new|updated|revised|real|actual|secret|hidden|additional|urgent|important|following)\\s+(?:system\\s+|critical\\s+|secret\\s+)?(?:instructions?|directives?|prompt|orders?|objectives?)\\s*for\\s+(?:you|the\\s+(?:ai|model|assistant|agent))\\s*:",
    "\\byour\\s+(?:new|real|true|actual|updated|secret)\\s+(?:tasks?|goals?|role|purpose|objectives?|instructions?|mission|job|system\\s+prompt|directives?|identity)\\s+(?:is|are|will\\s+be|now)\\b(?!\\s+(?:\\w+ed|picked|set|found|chosen)\\b)",
    "\\byour\\s+(?:only|next)\\s+(?:purpose|instructions?|mission|system\\s+prompt|directives?|identity)\\s+(?:is|are|will\\s+be|now)\\b",
    "\\byour\\s+(?:only|next)\\s+(?:tasks?|goals?|role|objectives?|job)\\s+(?:is|are|will\\s+be)\\s+(?:now\\s+)?to\\b",
    `\\b(?:end|stop|ignore)\\s+(?:of\\s+)?(?:the\\s+)?(?:system\\s+)?(?:prompt|instructions|previous\\s+instructions|system\\s+message)\\s*(?:[.\\]>}\\-=*#]|$|\\n)`,
    "\\b(?:start|begin|enter|initiate)(?:ing)?\\s+(?:a\\s+)?new\\s+(?:session|conversation|chat|context|instructions?)\\b[^\\n]{0,40}\\b(?:ignore|forget|no\\s+(?:rules|memory|restrictions)|you\\s+(?:are|will)\\b|without\\s+(?:any\\s+)?(?:rules|memory|restrictions|limits))\\b",
    "\\b(?:instead\\s+of|rather\\s+than)\\s+(?:following|obeying|doing|answering|summari[sz]ing|translating)\\s+(?:your|(?:the|what|this|that|these)\\s+(?:above|previous|original|system))\\s+(?:\\w{1,12}\\s+)?(?:instructions?|task|prompt|question|rules)\\b",
    "\\b(?:stop|halt|abort|pause)\\b[\\s,:!.]{1,4}(?:everything\\s+(?:else\\s+)?(?:you|and\\s+(?:do|say|print|tell))|what(?:ever)?\\s+you(?:'re|\\s+are|\\s+were)\\s+doing|your\\s+(?:current|previous|original)\\s+task)",
    "\\bwhat\\s+was\\s+your\\s+(?:first|last|original|previous)\\s+(?:prompt|instruction|task)\\b",
    "\\b(?:ignore|disregard|forget)\\s+(?:everything|anything|all)\\b[^.\\n]{0,30}\\bbefore\\s+(?:this|now)\\b",
  ],
  role: [
    "(?<!\\bfor\\s)\\b(?:now|from\\s+now)\\s*,?\\s+you\\s+(?:act|are|play|become|(?:will|must)\\s+(?:act|be|become|play|answer|respond|reply|speak|behave|obey|pretend|follow\\s+my|do\\s+(?:as|what|anything)))\\b",
    "\\b(?:act|behave|respond|answer)\\s+(?:like|as\\s+if|as\\s+though)\\s+you(?:'re|\\s+are|\\s+were)\\b|\\byou\\s+are\\s+in\\s+the\\s+role\\s+of\\b",
    "(?<!\\b(?:if|when|unless|where|until)\\s)\\byou\\s+(?:don'?t|do\\s+not|no\\s+longer)\\s+(?:follow|have|obey|care\\s+about)\\s+(?:any\\s+|the\\s+|all\\s+)?(?:of\\s+the\\s+)?(?:ethics|ethical|morals?|rules|restrictions|guidelines|polic\\w+|limits|limitations|filters?|censorship)\\b",
    "\\b(?:opposite|regardless|in\\s+spite)\\s+of\\s+(?:openai|your\\s+(?:rules|polic\\w+|guidelines|programming|restrictions))",
    "\\byou\\s+are\\s+now\\s+(?:an?|the|in|no\\s+longer|DAN|my|going|to|free|being|acting|called|known|unrestricted|entering)\\b",
    "\\bfrom\\s+(?:now|here|this\\s+(?:point|moment))\\s+on(?:wards?)?\\b[\\s,:]{0,3}(?:you\\s*(?:'re|are|act|behave|(?:will|must|should|shall|have\\s+to|need\\s+to|can)\\s+(?:only\\s+|always\\s+|now\\s+|not\\s+|never\\s+)*(?:act|answer|respond|reply|speak|behave|be|become|obey|pretend|play|talk|refuse|follow\\s+(?:my|these|the\\s+following)|do\\s+(?:as|what|anything))|(?:only|always|never)\\s+(?:interpret|answer|respond|reply|speak|talk|give))|act|behave|speak|respond|reply|(?:always\\s+)?(?:answer|respond|reply|speak|act)\\s+(?:me|as|like|in|only|with|to\\s+(?:me|every|all|any))|your\\s+(?:name|role|task|answers?|responses?|repl(?:y|ies))|all\\s+your\\s+(?:answers?|responses?|repl(?:y|ies)|outputs?)|every\\s+(?:answer|response|reply|message|output)\\s+(?:you|must|should|will))\\b",
    "\\b(?:I\\s+want|I'?d\\s+like|I\\s+need|I\\s+would\\s+like|I\\s+require)\\s+(?:for\\s+)?you\\s+to\\s+(?:act|pretend|play|role-?play|simulate|behave|imagine|respond|become|answer|take\\s+on|be)\\b",
    "\\byou\\s+(?:will|must|should|shall|are\\s+(?:going|about|required|supposed|asked)\\s+to|need\\s+to|have\\s+to|can)\\s+(?:now\\s+|only\\s+|always\\s+|instead\\s+|also\\s+)*(?:act\\s+(?:as|like)|pretend|role-?play|simulate\\s+(?:an?|being|the)|behave\\s+(?:as|like)|impersonate|take\\s+on\\s+the\\s+(?:role|persona)|play\\s+(?:the\\s+(?:role|part)|as)|assume\\s+the\\s+(?:role\\s+of|persona|identity\\s+of\\s+an?)|embody|never\\s+refuse|stay\\s+in\\s+character|comply\\s+with\\s+(?:every(?:thing)?|all|any)\\s+(?:\\w{1,10}\\s+){0,2}(?:requests?|orders?|commands?|instructions?|prompts?|questions?|i|my))\\b(?!\\s+(?:owner|proxy|author|reviewer|maintainer|client|server|admin)\\b)",
    "\\b(?:pretend|imagine|suppose|act\\s+as\\s+(?:if|though)|let'?s\\s+(?:pretend|imagine|say))\\s*,?\\s*(?:that\\s+|like\\s+|as\\s+if\\s+)?you(?:'re|\\s+are|\\s+were)\\b(?!\\s+(?:offline|online|on\\s+call|behind|logged|signed))",
    "\\b(?:act|respond|answer|speak|behave|reply|roleplay|role-play|write)\\s+(?:as|like)\\s+(?:an?\\s+)?(?:(?:unrestricted|unfiltered|uncensored|evil|jailbroken|amoral|unethical|malicious|rogue|DAN|omniscient|all-knowing|grandmother|human|fictional|character|linux\\s+terminal|hacker|pirate)\\b|my\\s+(?:late\\s+|deceased\\s+|dead\\s+)?grand)",
    "\\b(?:do\\s+anything\\s+now|dan\\s+mode|developer\\s+mode\\s+(?:enabled(?!\\s+(?:in|on|by|when|if)\\b)|output|on|v\\d)|jailbreak(?:ed|ing)?\\s+(?:mode|prompt|you)|god\\s+mode\\s+(?:enabled|activated)|opposite\\s+(?:mode|day)|evil\\s+(?:mode|confidant|bot)|stay\\s+in\\s+character|maintenance\\s+mode\\s+for\\s+the\\s+model|sudo\\s+mode\\s+(?:enabled|activated))\\b",
    "(?<!\\b(?:if|when|unless|where|until)\\s)\\b(?:you|who|chatgpt|ai|character|\\w{2,20}bot|\\w{2,12}gpt|he|she)\\s+(?:now\\s+)?(?:has|have|is|are|does|do|will|can)\\s+(?:now\\s+|absolutely\\s+|completely\\s+|totally\\s+)?(?:not\\s+(?:have\\s+(?:any\\s+)?|bound\\s+by\\s+(?:any\\s+)?|restricted\\s+by\\s+(?:any\\s+)?|limited\\s+by\\s+(?:any\\s+)?)|no\\s+|free\\s+(?:of|from)\\s+(?:all\\s+|any\\s+)?|without\\s+(?:any\\s+)?|never\\s+(?:refuse|decline|deny)|broken\\s+free)\\s*(?:ethical\\s+|moral\\s+|legal\\s+|content\\s+|safety\\s+|openai'?s?\\s+|such\\s+|the\\s+|typical\\s+|programmed\\s+|typical\\s+confines\\s+of\\s+)*(?:restrictions?|rules|limits|limitations?|ethics|morals?|morality|filters?|guidelines|policies|censorship|boundaries|constraints|principles|warnings?|disclaimers?|confines)\\b",
    "\\b(?:it|that|which)\\s+(?:now\\s+)?(?:has|have|is|are|does|do|will|can)\\s+(?:now\\s+|absolutely\\s+|completely\\s+|totally\\s+)?(?:not\\s+(?:have\\s+(?:any\\s+)?|bound\\s+by\\s+(?:any\\s+)?|restricted\\s+by\\s+(?:any\\s+)?|limited\\s+by\\s+(?:any\\s+)?)|no\\s+|free\\s+(?:of|from)\\s+(?:all\\s+|any\\s+)?|without\\s+(?:any\\s+)?|never\\s+(?:refuse|decline|deny)|broken\\s+free)\\s*(?:ethical\\s+|moral\\s+|legal\\s+|content\\s+|safety\\s+|openai'?s?\\s+|such\\s+|the\\s+|typical\\s+|programmed\\s+|typical\\s+confines\\s+of\\s+)*(?:ethics|morals?|morality|censorship|guidelines|disclaimers?|confines|(?:limits|boundaries)(?=\\s+(?:between|on|to|about)\\s+what)|(?:restrictions?|rules|limits|limitations?|filters?|policies|boundaries|constraints|principles)(?:(?=\\s+at\\s+all\\b|,\\s+no\\s+\\w+,\\s+no\\s+\\w+)|(?<=\\b(?:language\\s+model|assistant)\\b[^.\\n]{0,80})|(?=[^.\\n]{0,60}\\b(?:ai|chat-?bot|chat-?gpt|gpt|openai|persona|ethic\\w*|moral\\w*|legal\\w*|questions?|uncensored|swear\\w*|talk|whatsoever|program(?:med|ming)|conversation|anything|censor\\w*|characters?)\\b)|(?<=\\b(?:ai|chat-?bot|chat-?gpt|gpt|openai|persona|ethic\\w*|moral\\w*|questions?|uncensored|unfiltered|character)\\b[^.\\n]{0,60}))|(?<=(?:ethical|moral|safety|content|openai'?s?|programmed)\\s)(?:restrictions?|rules|limits|limitations?|filters?|policies|boundaries|constraints|principles|warnings?))\\b",
    "\\b(?:never|not|cannot|won'?t|can'?t)\\s+(?:ever\\s+)?(?:refuse|decline|deny)(?:\\s+to\\s+(?:answer|respond|reply|do|comply|obey|help|follow|execute|perform|engage|write|generate|assist|fulfill?|tell|say|talk|provide|give|produce|create)\\b|\\s+(?:(?:an?|any|my|your|the)\\s+)?(?:users?'?s?\\s+|human\\s+|direct\\s+)?(?:questions?|orders?|answers?|prompts?|commands?|requests?(?!\\s+(?:for|of|with(?:out)?|that|from|over|until|when)\\b))\\b|\\s+(?:any|my|your|his|her|me|anything|everything|always|hate)\\b|\\s*(?:[.,;!?\\n]|$|and\\b))",
    "\\bwithout\\s+(?:any\\s+|all\\s+|following\\s+(?:any\\s+)?)?(?:restrictions?\\s+(?:or|and)\\s+\\w+|moral(?:s|\\s+\\w+)?|ethical\\s+\\w+|ethics|censorship|content\\s+(?:filters?|polic\\w+)|safety\\s+(?:filters?|guidelines|measures)|(?:openai|anthropic)'?s?\\s+\\w+)\\b[^.\\n]{0,60}\\b(?:answer|respond|reply|you|output|generate|write)\\b",
    "\\b(?:(?:unfiltered|unrestricted|unbiased\\s+and\\s+unfiltered)\\s*(?:,\\s*)?(?:and\\s+(?:un\\w+|amoral|illegal)\\s+)?(?:ai|chat-?bot|assistant|language\\s+model|persona|gpt|storyteller|advice|being|entity|answer|version\\s+of\\s+(?:yourself|you|an?\\s+ai|chat|the\\s+(?:ai|model))|(?<=\\b(?:you|your|give|gives|provides?|generates?|produces?|offers?|delivers?|responds?|an)\\b[^.\\n]{0,40})(?:responses|answers|answer|content|model|version))|(?:uncensored|amoral|jailbroken|immoral|unethical)\\s*(?:,\\s*)?(?:and\\s+(?:un\\w+|amoral|illegal)\\s+)?(?:ai|chat-?bot|assistant|language\\s+model|model|response|answer|mode|version\\s+of|persona|gpt|storyteller|advice|entity|being))s?\\b",
    "\\b(?:ignore|forget|drop|disable|turn\\s+off|switch\\s+off|deactivate|remove|free\\s+(?:yourself|of)|break\\s+(?:free|out))\\s+(?:of\\s+|from\\s+)?(?:(?:all\\s+|any\\s+|your\\s+|the\\s+|openai'?s?\\s+)+(?:ethical|moral|censorship|guardrails?|morality|ethics|confines|(?:safety|content)\\s+(?:filters?|filtering|guidelines|polic(?:y|ies)|restrictions?|protocols?|measures|mechanisms|rules))|(?:all\\s+|any\\s+|of\\s+)*(?:your|openai'?s?)\\s+(?:safety|content|restrictions?|filters?))\\b",
    "\\bhello,?\\s+chat-?gpt\\b|\\bhi,?\\s+chat-?gpt\\b|\\b(?:this|the)\\s+(?:is\\s+a\\s+)?hypothetical\\s+(?:response|story|scenario)\\b[^.\\n]{0,80}\\b(?:you|character|ai)\\b",
    "\\b(?:two|2)\\s+(?:different\\s+)?(?:responses?|ways|answers|paragraphs|outputs)\\b[^\\n]{0,160}\\b(?:DAN|GPT|jailbreak|unfiltered|classic|one\\s+(?:normal|standard)|normal\\s+(?:ai|assistant|model|chat\\w*))\\b|[\\[(]\\s*(?:\\u{1f512}\\s*(?:classic|gpt|normal|standard)|classic|gpt)\\s*[\\])]|\\u{1f512}\\s*(?:classic|gpt|normal|standard)\\b",
    "\\b(?:you|your)\\s+(?:name\\s+)?(?:is|are|will\\s+be)\\s+(?:now\\s+)?(?:called\\s+|named\\s+)?(?:DAN|STAN|DUDE|AIM|Mongo\\s*Tom|BetterDAN|EvilBOT|UCAR|Niccol|AntiGPT|BasedGPT|DevMode)\\b",
    "\\brole-?play(?:ing)?\\b[^.\\n]{0,60}\\b(?:as|of|where|in\\s+which)\\b[^.\\n]{0,60}\\b(?:you|evil|character|unfiltered|machiavell\\w*|villain)\\b|\\bsimulat(?:e|ion)\\b[^.\\n]{0,60}\\b(?:as|of|where|in\\s+which)\\b[^.\\n]{0,60}\\b(?:you\\s+(?:are|act|play|have\\s+no)|your\\s+(?:role|character)|evil|unfiltered|machiavell\\w*|villain)\\b",
    "\\bignore\\s+the\\s+actual\\s+(?:weights|models?)\\b|\\b(?:(?:stay|stays|staying|remain|remains|remaining|respond|answer|speak|be|keep|get)\\s+in\\s+character|in\\s+character(?=\\s*(?:[.!?\\n]|$|at\\s+all\\s+times|as\\s+\\w+|no\\s+matter|throughout))|break(?:ing)?\\s+(?:out\\s+of\\s+)?character)\\b(?!\\s+(?:class\\w*|sets?|encod\\w+|codes?|counts?|limits?|cells?|sequences?|runs?|ranges?))|\\b(?:lose|losing|deduct|have|start\\s+with)\\s+(?:\\d+\\s+)?tokens?\\b[^.\\n]{0,60}\\b(?:you\\b[^.\\n]{0,20}\\b(?:die|refuse|terminated|cease|reject|lose)|die|lose)\\b",
    "\\byou\\s+(?:cannot|can\\s*not|can'?t|must\\s+not|will\\s+not|won'?t|never|are\\s+not\\s+allowed\\s+to|shall\\s+not|should\\s+never|must\\s+never)\\s+(?:ever\\s+)?(?:say\\s*(?:[.,;!\\n]|$|no\\b|you\\s+are\\b|the\\s+(?:words?|phrase)|\\W{0,2}(?:sorry|unfortunately|however)\\b|that\\s+(?:you|i|it\\s+is|something)|anything|things|\\W{0,2}(?:i'?m|i\\s+(?:can|cannot|am|do|will)|as\\s+an?\\b|sorry|no\\b))|apologi[sz]e\\s*(?:[.,;!\\n]|$|and\\b|or\\b|for\\s+(?:your|any|what|not)\\b|to\\s+(?:me|the\\s+user)\\b)|(?:refuse|decline|deny|reject)\\s*(?:[.,;!\\n]|$|to\\s+(?:answer|respond|reply|do|comply|obey|help|follow|execute|perform|engage|write|generate|assist|fulfill?|tell|say|talk|provide|give|produce|create)\\b|(?:(?:an?|any|the|my|your|his|her|every)\\s+)?(?:users?'?s?\\s+|human\\s+|direct\\s+|single\\s+)?(?:questions?|orders?|answers?|prompts?|commands?|instructions?|quer(?:y|ies)|requests?(?!\\s+(?:for|of|with(?:out)?|that|from|over|until|when|because|which)\\b))\\b|(?:any|my|your)\\b(?:\\s+\\w+)?\\s+requests?\\b|me\\b|anything|and\\b|or\\b)|warn\\s*(?:[.,;!\\n]|$|me\\b|(?:the\\s+)?users?\\s+(?:about|of|that|against)\\s+(?:legal|moral|ethic\\w*|danger\\w*|harm\\w*|illegal\\w*|your|anything)|and\\b|or\\b|against\\b|about\\s+(?:any\\s+|the\\s+)?(?:moral\\w*|ethic\\w*|legal\\w*|danger\\w*|consequences|risks))|mention\\s+that\\s+you\\s+(?:are|were|can|cannot|have|do)\\b|break\\s*(?:[.;!\\n]|$|(?:out\\s+of\\s+)?(?:this\\s+|your\\s+|the\\s+)?(?:character|role|persona|immersion|jailbreak|roleplay)\\b(?!\\s+(?:class|set|enc))|(?:these|this|my|any\\s+of\\s+(?:these|my))\\s+(?:rules?|instructions?|orders?)|(?:the\\s+|any\\s+)?rules\\b|free\\b)|tell\\s+me\\s+(?:that|you|no\\b|anything|it'?s|it\\s+is|about\\s+(?:your|any))|use\\s+(?:the\\s+)?(?:phrase|disclaimer)|add\\s+(?:any\\s+)?(?:warnings?\\s+(?:or|to\\s+your)|warning\\s*(?:[.,;!\\n]|$)|disclaimer|moral))",
    "\\byou\\s+(?:are|'re)\\s+now\\s+(?:[\"'\\u2018\\u201c\\[]|(?:\\w{1,20}\\s+){0,2}\\w{0,20}(?:agi|gpt|bot|persona|cmd|terminal|shell)\\b|\\w{2,20}\\.\\s+(?:behave|act|you|respond|speak)\\b)",
    "\\byou\\s+(?:are\\s+to|(?:are|'re)\\s+going\\s+to|will\\s+now|will\\s+today|are\\s+now\\s+to)\\s+(?:act\\s+as|pretend|pose\\s+as|become|embody|play|emulate)\\b|\\btoday\\s+you\\s+(?:will|shall)\\s+(?:become|be|act|play)\\b",
    "\\b(?:assume|adopt|take\\s+on|embody)\\s+(?:the\\s+)?(?:(?:persona|personality)\\s+(?:of|called|named)|identity\\s+(?:called|named|of\\s+(?!(?:the|an?)\\s+(?:service|workload|role|pod|node|caller|user|client|account|machine)\\b)))\\b|\\b(?:emulate\\s+and\\s+pretend|pretend\\s+to\\s+be|transform\\s+into)\\s+(?:an?\\s+|the\\s+)?\\w{1,20}(?:,\\s+an?\\s+(?:new\\s+)?(?:ai|chat|language)|\\s*(?:bot|gpt|dan)\\b|\\.\\s+\\w{1,20}\\s+can)",
    "\\b(?:play|adapt|adopt|create|maintain|simulate)\\s+(?:and\\s+maintain\\s+)?(?:2|two)\\s+(?:\\w{1,20}\\s+)?(?:characters|personas|personalities|personae)\\b",
    "\\b(?:completely|totally|fully|utterly)\\s+(?:uncensored|immoral|amoral|unhinged|(?:unlimited|unfiltered|unrestricted)\\s*(?:,|and\\b|or\\b|ai|language\\s+model|chat|bot|answers?|responses?|persona|being|version\\s+of\\s+you))\\b|\\b(?:no|without)\\s+(?:(?:special\\s+|content\\s+|any\\s+)?censorship|(?:special|content)\\s+filtering)\\b[^.\\n]{0,60}\\b(?:you|ai|bot|chat-?bot|answer|respond|model)\\b",
    "\\b(?:disregards?|ignor(?:es|ing)|disregarding)\\s+(?:all\\s+|any\\s+|the\\s+)?(?:\\w{1,12}\\s+){0,2}(?:laws|morals?|ethics|ethical|legal\\s+concerns|content\\s+polic(?:y|ies))\\b",
    "\\b(?:regardless\\s+of|concerns?\\s+(?:for|about)|no\\s+matter\\s+(?:how|if|what|whether))\\b[^.\\n]{0,60}\\b(?:legality|illegal|immoral|unethical|inhumane|morality|ethics)\\b",
    "\\b(?:chat-?bot|ai|bot|assistant|language\\s+model|(?:version|model|character)(?=\\s+[\\w ]{2,20}\\b(?:ethical|moral|content|safety|openai|restrictions|guidelines|morals)\\b))\\s+(?:with(?:out|\\s+no)|that\\s+has\\s+no|free\\s+of)\\s+(?:any\\s+)?(?:\\w{1,12}\\s+)?(?:restrictions|limits|filters|rules|guidelines|morals)\\b",
    "\\b(?:answers?|fulfil{1,2}s?|obeys?|grants?)\\s+(?:to\\s+)?(?:all|every|any)\\s+(?:of\\s+my\\s+|single\\s+)?(?:requests?\\s+and|prompts\\s+and|question\\s+posed|request\\s+without)\\b|\\bfollows?\\s+all\\s+instructions\\b",
    "(?<!\\b(?:never|not)\\s)(?<!n't\\s)\\b(?:break|ignore|forget)\\s+(?:the|all|any)\\s+(?:(?:of|these|those|your|openai'?s?|chat-?gpt'?s?|previous|prior|above|normal|usual|current|existing|ethical|moral|the)\\s+){0,3}rules\\b[\"'\\u2019\\u201d:\\s]{0,4}(?:\\s*(?:then|and)\\b|$|\\n|\\.\\s+(?:respond|answer))",
    "\\b(?:usual|normal|typical|standard|regular)\\s+chat\\s?-?gpt\\b|\\bas\\s+chat\\s?-?gpt\\s+would\\b|\\b(?:respond|reply|answer)\\s+(?:only\\s+)?as\\s+(?:yourself|gpt|chat\\s?-?gpt)\\b|\\bhello,?\\s+gpt\\b",
    "\\bas\\s+(?!(?:reviewers?|maintainers?|authors?|contributors?|developers?|testers?|committers?|owners?|leads?|engineers?|admins?|architects?|editors?|managers?)\\b)\\w{2,20},\\s+your\\s+(?:job|goal|task|role|purpose|mission)\\s+(?:is|will\\s+be)\\b|\\byour\\s+(?:goal|job|role|task|purpose)\\s+as\\s+(?:an?\\s+|the\\s+)?(?!(?:reviewer|maintainer|author|contributor|developer|tester|committer|owner|lead|engineer|admin|architect|editor|manager)\\b)\\w{2,20}\\s+(?:is|will\\s+be)\\b",
    "\\(\\s*(?:user|personality|persona|character|assistant)(?:\\s+\\w{1,10})?\\s*\\)\\s*=\\s*\\[|\\b(?:assistant|personality)\\s*=\\s*\\[\\w",
    "\\b(?:enable|activate|simulate|enter|initiate)\\s+(?:\\w{1,20}[/ ]){1,4}mode\\b[^\\n]{0,80}\\b(?:for\\s+each\\s+response|(?:to|for)\\s+(?:every|each)\\s+(?:prompt|question|message|request)|generate\\s+(?:one|two)\\s+(?:responses?|answers?))\\b",
  ],
  prompt_leak: [
    "\\b(?:reveal|print|repeat|show|output|display|tell|give|share|disclose|dump|leak|return|expose|recite|spell[- ]?check|summari[sz]e|translate|copy|paste|encode|reproduce|list|describe|write|type|send|state|provide)\\s+(?:(?:me|us|out|down|back|again|verbatim|all|of|in\\s+\\w+)\\s+){0,4}(?:your|thy|ur)\\s+(?:(?:full|entire|exact|complete|whole|hidden|secret|initial|original|own|current|internal|very\\s+first|first|underlying|previous|prior|core|raw|above)\\s+){0,4}(?:system\\s+(?:prompts?|messages?|instructions?)|pre-?prompts?|hidden\\s+(?:prompts?|instructions?)|initial\\s+(?:prompts?|instructions?))\\b",
    "\\b(?:reveal|print|repeat|show|output|display|tell|give|share|disclose|dump|leak|return|expose|recite|spell[- ]?check|summari[sz]e|translate|copy|paste|encode|reproduce|list|describe|write|type|send|state|provide)\\s+(?:(?:out|down|back|again|all|of)\\s+){0,3}(?:me|us|verbatim)\\s+(?:(?:out|down|back|again|verbatim|all|of)\\s+){0,3}the\\s+(?:(?:full|entire|exact|complete|whole|hidden|secret|initial|original|own|current|internal|very\\s+first|first|underlying|previous|prior|core|raw|above)\\s+){0,4}(?:system\\s+(?:prompts?|messages?|instructions?)|pre-?prompts?|hidden\\s+(?:prompts?|instructions?)|initial\\s+(?:prompts?|instructions?))\\b",
    "\\b(?:reveal|print|repeat|show|output|tell|give|share|disclose|dump|leak|return|expose|recite|reproduce|copy|paste|translate|summari[sz]e|encode|spell[- ]?check)\\s+(?:(?:out|down|back|again|all|of|in\\s+\\w+)\\s+){0,3}the\\s+(?:(?:full|entire|exact|complete|whole|hidden|secret|initial|original|own|current|internal|very\\s+first|first|underlying|previous|prior|core|raw|above)\\s+){0,4}(?:system\\s+(?:prompts?|messages?|instructions?)|pre-?prompts?|hidden\\s+(?:prompts?|instructions?)|initial\\s+(?:prompts?|instructions?))\\b(?=\\s*(?:[.,:;!?\\n\"')\\]]|$|and\\b|verbatim|word\\s+for|above|exactly|you\\b|(?:that|which)\\s+you|to\\s+(?:me|us)\\b|in\\s+(?:full|its|base64|rot13|a\\s+(?:code|poem))|as\\s+(?:a\\s+(?:poem|list|code)|is\\b|json)))",
    "\\b(?:reveal|print|repeat|show|output|display|tell|give|share|disclose|dump|leak|expose|recite|spell[- ]?check|translate|list|describe|what\\s+(?:is|are|was|were)|what'?s|state|provide|write)\\s+(?:(?:me|us|out|down|back|again|verbatim|about|all|of)\\s+){0,4}your\\s+(?:(?:(?:full|entire|exact|complete|whole|hidden|secret|initial|original|own|current|internal|first|underlying|previous|prior|core|last)\\s+){1,3}(?:prompts?|instructions?|guidelines|directives?|rules|programming|configuration)|prompts?|instructions?|programming|context\\s+window|(?:guidelines|directives?|rules|configuration)(?=\\s*(?:[.?!,:;\\n\"')]|$|verbatim|for\\s+(?:security|verification|debugging|an?\\s+audit|my)|word\\s+for|and\\b|or\\b|regarding\\b|about\\b)))\\b(?!\\s+(?:as\\s+(?:numbered|short|a\\s+(?:list|script|file))|in\\s+(?:the\\s+)?(?:contributing|readme|`|docs?\\b|an?\\s+(?:issue|file)|(?:code\\s+)?comments?)|when\\s+you\\s+report|with\\s+`|at\\s+the\\s+(?:top|bottom|end)\\s+of\\s+the\\s+(?!(?:chat|conversation|prompt)\\b)\\w))",
    "\\b(?:repeat|print|output|return|copy|echo|recite|translate|spell[- ]?check|summari[sz]e|show(?:\\s+me)?|write(?:\\s+out)?|give\\s+me)\\s+(?:back\\s+|out\\s+|verbatim\\s+|me\\s+)?(?:everything|all(?:\\s+of)?(?:\\s+the\\s+(?:text|words|content|lines))?|the\\s+(?:entire\\s+|whole\\s+|full\\s+|exact\\s+)?(?:text|words?|sentences?|paragraphs?|content|prompt|conversation|message|instructions?|lines?))\\s+(?:that\\s+(?:is|was|came|comes)\\s+|which\\s+(?:is|was)\\s+|written\\s+|stated\\s+)?(?:above|before\\s+(?:this|that|my|the\\s+(?:line|message|prompt|text|instruction|conversation|chat|word|phrase|sentence|previous))|prior\\s+to\\s+(?:this|my)|preceding|(?:from|at)\\s+the\\s+(?:beginning|top|start)(?:\\s+of\\s+(?:this|the\\s+(?:chat|conversation|prompt|message|text|instructions?|context)))?|so\\s+far)\\b(?!\\s+(?:of\\s+(?:each|every|an?|the|its)|(?:the|an?|each|every|its)\\s+(?!(?:line|messages?|prompts?|text|instructions?|conversation|chat|words?|phrase|sentence|previous)\\b))\\b)",
    "\\b(?:starting|beginning|starts?|begins?)\\s+(?:with|from)\\s+(?:the\\s+(?:phrase|words?|text|sentence)\\s*)?[\"'\\u2018\\u201c\\u00ab`]?\\s*you\\s+are\\b",
    "(?<!\\b(?:follow|check|see|read|do|to|match|use|compare|with|than|of|from|by|know|change)\\s)\\bwhat\\s+(?:is|are|was|were|did)\\b[^.?\\n]{0,40}\\b(?:written|said|stated|instructed|told|text|sentence|prompt|instructions?)\\b[^.?\\n]{0,30}\\b(?:at\\s+the\\s+(?:beginning|start|top)|above|before\\s+(?:this|my)|in\\s+your\\s+(?:prompt|instructions|system))\\b",
    "(?<!\\b(?:never|not)\\s)(?<!n't\\s)\\b(?:ignore|forget)\\b(?=[^.\\n]{0,60}\\b(?:above|your|instructions?|prompts?|orders|directives|translat\\w+|summar\\w+|everything|previous|preceding|directions?|guidelines|said|told|task|question|text|that|this|it|all)\\b)[^.\\n]{0,60}\\b(?:instead\\s+(?:output|print|say|write|tell|show|return|reveal|give|spell)|and\\s+(?:instead\\s+)?(?:output|print|say|tell|reveal|spell|(?:write|show|return|give)\\s+(?:me|us|your|the\\s+(?:words?|phrase|prompt|system|secret|password|text|first|above)|[\"'\\u201c])))\\b",
    "\\bprompt\\s*(?:text|instructions?)?\\s+(?:above(?!\\s+(?:the|an?|each|every|its)\\b)|that\\s+you\\s+were\\s+given|you\\s+(?:received|were\\s+given)|given\\s+to\\s+you)\\b",
    "\\b(?:show|give|tell|provide|reveal|print|output|share)\\b[^.\\n]{0,30}\\byour\\s+(?:hidden\\s+|internal\\s+|full\\s+)?(?:chain[- ]of[- ]thought|hidden\\s+reasoning|internal\\s+reasoning|reasoning\\s+steps(?!\\s+in\\s+the\\s+\\w))\\b|\\byour\\s+hidden\\s+reasoning\\b",
    "\\b(?:sentences?|words?|lines?|letters?|paragraphs?|characters?|tokens?)\\s+(?:\\w{1,10}\\s+){0,2}of\\s+your\\s+(?:initial|system|first|original|secret|hidden)\\s+(?:prompts?|instructions?|messages?)\\b",
  ],
  concealment: [
    "\\b(?:do\\s+not|don'?t|never|without|must\\s+not|avoid)\\s+(?:ever\\s+)?(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?\\s+(?:this|it|that|them)\\s+to|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?|reveal(?:ing)?\\s+(?:this|it|that)\\s+to|warn(?:ing)?|disclos(?:e|ing)\\s+(?:this|it|that)\\s+to)\\s+(?:this\\s+to\\s+|it\\s+to\\s+)?(?:the\\s+|any\\s+|your\\s+)(?:users?|developers?|humans?|operators?|people|owner|maintainers?|reviewers?)\\b(?=\\s*(?:[.,;:!?)\\n\"'*<>\\]]|-{2,}|$)|\\s+(?:and|or|but|about\\s+(?:this|it|that|these|them|what\\s+you|your|any\\s+of\\s+this|the\\s+(?:change|instruction|injection|tool|memory))|of\\s+(?:this|it|that|what\\s+you)|for\\s+(?:permission|confirmation|approval|consent)|that\\s+you|what\\s+you|why\\s+you|how\\s+you|you|before|first|anything|this|it|in\\s+(?:any\\s+way|your\\s+(?:answer|reply|response|summary)))\\b)(?<!\\b(?:not|never)\\s+ask(?:ing)?\\s+(?:the|any|your)\\s+(?:developers?|humans?|operators?|people|owner|maintainers?|reviewers?))",
    "\\bdo\\s+not\\s+(?:mention|reveal|disclose|report|include|acknowledge|repeat|display|show)\\s+(?:(?:any\\s+of\\s+)?(?:these|this|those)\\s+(?:instructions?|messages?|notes?|rules?|prompts?|memory|memories)(?!\\s+(?:in|on|from|when|until|unless|while|for)\\b(?![^.\\n]{0,30}\\b(?:answer|reply|response|output|summary|user(?!-)))|\\s+(?:from|to)\\s+users\\b)|(?:that|how|why)\\s+you\\s+(?:were|have|are|received|got))\\b",
    "\\b(?:keep|hide|conceal)\\s+(?:this|it|that|these)\\s+(?:\\w+\\s+)?(?:a\\s+)?(?:secret\\s+)?(?:from|hidden\\s+from)\\s+(?:the\\s+|your\\s+)?(?:users?|developers?|humans?|operators?|owner|reviewers?)\\b(?!\\s+(?:without|with|until|unless|who|whose|in|of|outside|below|on)\\b)",
    "(?<!\\b(?:never|not|must|cannot)\\s)(?<!n't\\s)\\b(?:secretly|silently|covertly|quietly|stealthily|discreetly)\\s+(?:send|post|upload|add|insert|run|execute|append|include|forward|exfiltrate|install|commit|push|email|write|approve|embed|collect|copy)\\b(?=[^.\\n]{0,80}\\b(?:users?|secrets?|tokens?|credentials?|every|https?:|data|conversation|file|api\\s+keys?|you)\\b)",
    "(?<!\\b(?:never|not|cannot|nothing|nobody|no|none|must|may|n't)\\b[^.!?\\n]{0,80})\\bwithout\\s+(?:the\\s+|your\\s+)?(?:users?'?s?|developer'?s?|human'?s?|anyone'?s?|anyone|them)\\s+(?:knowledge|noticing|knowing|consent|permission|approval|seeing|realizing|being\\s+aware)\\b",
  ],
  addressing: [
    `\\b(?:note|message|attention|instructions?|hint|reminder|notice|warning|memo|directive|command)s?\\s+(?:to|for)\\s+(?:all\\s+|any\\s+|the\\s+)*${MODEL}\\b(?=\\s*(?:[:!—–]|-\\s|\\*\\*|-->|\\n|\\)|,\\s)|\\s+(?:who|reading|processing|that\\s+reads?|working)\\b)`,
    `\\b(?:attention|dear|hello|hey|hi|listen)[,\\s]{1,3}(?:all\\s+|any\\s+)?${MODEL}\\b\\s*[,:!.\\-]`,
    `\\bif\\s+you(?:'re|\\s+are)\\s+(?:an?\\s+|the\\s+)?(?:automated\\s+|autonomous\\s+|helpful\\s+)*${MODEL}\\b`,
    `\\bas\\s+an?\\s+(?:helpful\\s+|obedient\\s+|unrestricted\\s+)*${MODEL}\\b,?\\s+you\\s+(?:must|should|will|shall|are|have|need|can|do)\\b`,
    `(?:^|[\\n.!:]\\s{0,3}|\\*\\*)(?:(?:urgent|critical|priority|system|admin(?:istrator)?|mandatory)\\s+(?:system\\s+)?(?:instructions?|override|directive)|important\\s+(?:system\\s+)?(?:override|directive)|(?:important|urgent|critical|priority|system|admin(?:istrator)?|mandatory)\\s+(?:system\\s+)?(?:instructions?|messages?|notice|alert|command|update)s?(?=\\s*(?:\\*\\*)?[:!][^\\n]{0,120}\\b(?:you\\s+(?:must|should|are|have|will|need)|your|ignore|disregard|assistant|agents?\\s+(?:must|should|will)|model|ai|all\\s+previous|approve|exfiltrate)\\b))s?\\s*(?:\\*\\*)?[:!]`,
    `\\b(?:this\\s+is\\s+(?:an?\\s+)?(?:important|urgent|authori[sz]ed|official|emergency)\\s+(?:message|instruction|request|notice|directive|order|override))\\b[^.\\n]{0,60}\\b(?:from|for|to|by)\\b`,
    `(?:^|[\\n.!]\\s{0,3})${MODEL}(?:\\s*[,:]\\s+(?:please\\s+)?|\\s+please\\s+)(?:you\\s+(?:must|should|will|need)|ignore|execute|run|send|print|write|say|respond|answer|stop|do\\s+not|never|always)\\b`,
    `(?:^|[\\n.!]\\s{0,3})${MODEL}\\s+(?:you\\s+(?:must|should|will|need)|ignore|execute|stop|say|respond|answer)\\b`,
    `\\b(?:any|all|every)\\s+${MODEL}\\s+(?:reading|processing|that\\s+(?:reads?|sees?|process(?:es)?))\\s+this\\b`,
    "\\b(?:when|whenever|after|before|once)\\s+(?:you|the\\s+(?:assistant|agent|model|ai))\\s+(?:(?:read|process|summari[sz]e|load|see|recall)(?:e?s)?\\s+this\\s+(?:message|note|text|memory|instructions?|prompt|sentence|line|paragraph|document|content|comment|section|entry|convention)(?!\\s+\\w{2,15},)|(?:read|process|summari[sz]e|recall|see)(?:e?s)?\\s+this(?=\\s*[,:;.]|\\s+(?:send|run|execute|call|post|delete|ignore|say|reply|respond|you)\\b))[^.\\n]{0,60}\\b(?:send|run|execute|call|post|delete|ignore|say|reply|respond|tell|print|open|write|you\\s+must)\\b",
    "\\b(?:to|for)\\s+(?:every|each|any|all)\\s+(?:of\\s+my\\s+)?(?:prompts?|messages?|questions?|inputs?|requests?)\\s+(?:that\\s+)?i\\s+(?:give|send|ask|write|type|make)\\b",
    "\\b(?:start|begin|end|finish|prefix|preface|precede)\\s+(?:all\\s+(?:of\\s+)?|each\\s+(?:of\\s+)?|every\\s+one\\s+of\\s+)?your\\s+(?:reply|replies|responses?|answers?|outputs?)\\b|\\bto\\s+the\\s+(?:start|beginning|end)\\s+of\\s+(?:all\\s+|each\\s+(?:of\\s+)?)?your\\s+(?:responses?|repl(?:y|ies)|answers?)\\b",
    "\\b(?:limit|restrict|rewrite)\\s+(?:the\\s+(?:scope|length)\\s+of\\s+|all\\s+(?:of\\s+)?)?your\\s+(?:answers?|responses?|repl(?:y|ies)|outputs?)\\b",
    '\\bmy\\s+(?:first|next)\\s+(?:request|question|command|prompt|query|instruction|sentence)\\s+is\\b|\\[\\s*(?:insert\\s+(?:\\*{0,2}your\\*{0,2}|the)|your)\\s+(?:["\\w]{1,12}\\s+){0,3}(?:prompt|question|request)(?:\\s+here)?"?\\s*\\]',
    "\\bi\\s+(?:direct|command|order|instruct)\\s+you\\s+to\\b|\\bfrom\\s+now\\s+on\\s*,?\\s*(?:refer\\s+to|call|address)\\s+(?:me|yourself)\\b|\\byou\\s+have\\s+a\\s+condition\\s+(?:known|called)\\b",
  ],
  compliance: [
    "\\b(?:always|automatically|blindly|unconditionally|immediately|simply)\\s+(?:(?:approve|obey|comply\\s+with|agree\\s+(?:to|with))\\s+(?:(?:any|every|all|whatever|each|this|these|my|the|his|her|their)\\s+){1,2}|(?:accept|merge|trust)\\s+(?:(?:any|every|all|whatever|each|this|these|my|the|his|her|their)\\s+){1,2}(?=[^.\\n]{0,40}\\b(?:changes?|pull\\s+requests?|reviews?|requests?|instructions?|orders?|commands?|claims?|messages?|answers?|advice|suggestions?|says?|said|asks?|users?|agents?|bots?)\\b))[^.\\n]{0,60}\\b(?:without|whatever|regardless|no\\s+matter|even\\s+(?:if|when))\\b",
    "\\b(?:without|do\\s+not|don'?t|skip|never)\\s+(?:any\\s+)?(?:review(?:ing)?|question(?:ing)?|verif(?:y|ying)|check(?:ing)?|asking\\s+(?:for\\s+)?(?:confirmation|permission)|ask\\s+for\\s+(?:confirmation|permission))\\b[^.\\n]{0,30}\\b(?:approve|merge|execute|run|deploy|just\\s+do)\\b[^.\\n]{0,40}\\b(?:it|them|any|all|everything|immediately)\\b",
    "\\b(?:no\\s+matter\\s+what|regardless\\s+of\\s+what)\\s+(?:the\\s+(?:(?:user|developer)\\s+(?:says?|said|asks?|asked|wants?|tells?|told|instructs?|thinks?|believes?)|system\\s+prompt)|you\\s+(?:are|were)|your\\s+(?:instructions|rules))\\b",
    "\\b(?:say|reply|respond|answer|output|print|write|type)\\s+(?:only\\s+|just\\s+|exactly\\s+|nothing\\s+(?:but|else)\\s+|with\\s+|the\\s+(?:following\\s+)?(?:words?|phrase|sentence)\\s+)*[\"'\\u201c`](?:i\\s+have\\s+been\\s+(?:pwned|hacked)|hacked|pwned|access\\s+granted|hahaha|owned|i'?m\\s+hacked)",
  ],
  markup: [
    "<\\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|channel|message|fim_\\w+)[^>]{0,40}\\|?>",
    "\\[\\/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS)\\]|<<\\/?SYS>>|<(?:start|end)_of_turn>",
    "(?<!\\w)<\\/?(?:system|assistant|system[-_](?:reminder|prompt|message|instruction)|tool_call|tool_calls|tool_use|tool_result|function_calls?|function_results?|antml:\\w+|user_query|memory[-_]context|human|instructions?_override)>",
    "<(?:\\w+:)?invoke\\s+name=",
    "(?:^|\\n|<!--)\\s*#{2,3}\\s*(?:system|instruction|assistant|human)\\s*:",
    "\\n\\s*\\n(?:Human|Assistant|H|A):\\s(?=\\S)",
    "(?:^|\\n)[\\s\\-=#*>\\[({]{0,8}(?:begin|end|start)\\s+(?:of\\s+)?(?:the\\s+)?(?:system|user|developer|admin)\\s+(?:prompts?|messages?|instructions?|inputs?|quer(?:y|ies))\\b",
    '"role"\\s*:\\s*"(?:system|assistant|developer|tool)"\\s*,\\s*"content"\\s*:',
  ],
  exfiltration: [
    "!\\[[^\\]\\n]{0,200}\\]\\(\\s*https?:\\/\\/[^)\\s]{1,500}[?&](?:data|payload|exfil\\w*|leak\\w*|secrets?|prompt|conversation|history|chat|context|stolen|cookies?|content|info|msg|summary|answer|creds?|credentials|password|passwd)=",
    "!\\[[^\\]\\n]{0,200}\\]\\(\\s*https?:\\/\\/[^)\\s]{1,500}[?&=/](?:\\{[A-Za-z_]|\\$\\{|<[A-Za-z]|\\[[A-Z_ ]{3,})",
    "https?:\\/\\/[^\\s\"'`)]{1,300}[?&=/](?:\\{\\{[^}\\n]{0,40}(?:secret|token|key|password|data|conversation|prompt|history|context|message)|%7B%7B|<(?:secret|token|key|password|data|conversation|context|stolen|exfil\\w*)>)",
    "\\b(?:curl|wget|fetch|iwr|invoke-webrequest)\\b[^\\n]{0,300}https?:[^\\n]{0,200}[?&]\\w{1,40}=\\$(?:\\(|\\{?\\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD))",
    "\\b(?:curl|wget)\\b[^\\n]{0,200}(?:--data|-d|--upload-file|-T|--post-file|-F)\\b[^\\n]{0,100}(?:\\$\\(\\s*(?:env|cat|printenv)|@?~?\\/?\\.(?:env|ssh|aws|netrc|npmrc|kube)\\b|@\\/etc\\/|id_rsa)",
    "\\b(?:send|post|upload|exfiltrate|forward|transmit|leak|e-?mail|submit|deliver)\\b[^\\n.]{0,80}\\b(?:secrets?|tokens?|passwords?|credentials?|api\\s+keys?|env(?:ironment)?\\s+(?:file|variables?)|private\\s+keys?|conversations?|chat\\s+history|system\\s+prompt|source\\s+code|contents?\\s+of|session\\s+cookies?)\\b[^\\n]{0,80}(?:\\bhttps?:\\/\\/|\\b[\\w.+-]{1,40}@[\\w-]{1,40}\\.\\w{2,10}\\b|\\[EMAIL\\]|\\b(?:to|at)\\s+(?:my|this|the\\s+following|attacker|evil)\\b)",
    "\\b(?:append|add|include|embed|encode|put|insert|place)\\b[^.\\n]{0,80}\\b(?:secrets?|tokens?|passwords?|credentials?|api\\s+keys?|conversations?|chat\\s+history|system\\s+prompt|user'?s?\\s+(?:data|messages?|name|answers?))\\b[^.\\n]{0,60}\\b(?:to|in|into|as)\\s+(?:the\\s+|this\\s+|an?\\s+)?(?:url|query|link|image|markdown)\\b",
  ],
};

// Other languages ----------------------------------------------------------------------------------------------
// Folded text has no diacritics: vergiss, instrucoes, regles.

const GAP = "[^.\\n]{0,50}";
const LATIN: readonly string[] = [
  `\\b(?:vergiss|vergessen|ignoriere?n?|missachte?n?|verwirf|ueberspringe|uberspringe)\\b${GAP}\\b(?:anweisung|befehl|instruktion|aufgabe|regel|vorgabe|obige|vorherige|bisherige|davor|alles|prompt|kontext|richtlinie|gesagte?)`,
  "\\b(?:du\\s+bist\\s+(?:jetzt|nun|ab\\s+(?:jetzt|sofort))|sie\\s+sind\\s+(?:jetzt|nun|ab)|ab\\s+(?:jetzt|sofort)\\s+(?:bist|antwort|sollst|verhalt|tust)|stell\\s+dir\\s+vor,?\\s+du|tu\\s+so,?\\s+als|verhalte\\s+dich|handle\\s+als|agiere\\s+als|spiele\\s+die\\s+rolle)\\b",
  `\\b(?:zeige?|nenne?|gib|verrate?|wiederhole?|schreibe?|was\\s+(?:ist|sind|war|waren))\\b${GAP}\\b(?:dein\\w*|ihr\\w*|deiner|deines|vorherig\\w*|obig\\w*|urspruenglich\\w*|ursprunglich\\w*|anfaenglich\\w*|system)\\s+(?:\\w+\\s+)?(?:prompts?|anweisung|instruktion|anleitung|regeln|vorgaben|prompttext)`,
  `\\b(?:ignora|ignore|olvida|olvide|omite|descarta|desestima)\\b${GAP}\\b(?:instrucci|indicaci|reglas|ordenes|anterior|previa|directri|todo\\s+lo)`,
  `\\b(?:ignorez|ignore|oubliez|oublie|negligez|ne\\s+(?:tiens|tenez)\\s+pas\\s+compte)\\b${GAP}\\b(?:(?:les|la|le|l'|mes|tes|tous|toutes?|vos|ces|cette|nos)\\s*(?:\\w{1,20}\\s+){0,2}(?:instruction|directive|precedent)|consigne|regle|ordres|tout\\s+ce|instructions?\\s+(?:precedent|anterieur))`,
  `\\b(?:ignora|ignorate|dimentica|dimenticate|trascura)\\b${GAP}\\b(?:istruzion|regole|ordini|precedent|direttiv|tutto\\s+cio)`,
  `\\b(?:ignore|esqueca|desconsidere|esquece)\\b${GAP}\\b(?:instruco|regras|ordens|anterior|diretri|tudo)`,
  `\\b(?:negeer|vergeet)\\b${GAP}\\b(?:instructie|regels|opdracht|vorige|voorgaande|alles|richtlijn)`,
  `\\b(?:zignoruj|zapomnij|pomin)\\b${GAP}\\b(?:instrukcj|polece|zasad|wszystk|poprzedn)`,
  `\\b(?:zaboravi|ignoriraj|zanemari)\\w*\\b${GAP}\\b(?:uput|naredb|instrukc|pravil|prethodn|sve)`,
  `\\b(?:talimat|komut|kural)\\w*\\b${GAP}\\b(?:unut|yok\\s+say|gormezden\\s+gel|dikkate\\s+alma)`,
  `\\b(?:ahora\\s+eres|a\\s+partir\\s+de\\s+ahora|tu\\s+es\\s+maintenant|vous\\s+etes\\s+maintenant|a\\s+partir\\s+de\\s+maintenant|ora\\s+sei|d'ora\\s+in\\s+poi|agora\\s+voce\\s+e|a\\s+partir\\s+de\\s+agora|je\\s+bent\\s+nu|vanaf\\s+nu|jestes\\s+teraz|od\\s+teraz)\\b`,
  `\\b(?:muestra|muestrame|revela|imprime|repite|dime|affiche|montre|revele|repete|mostra|mostrami|rivela|ripeti|mostre|revele|repita|toon|onthul|herhaal)\\b${GAP}\\b(?:tu|tus|su|sus|ton|tes|vos|votre|tuo|tue|il\\s+tuo|seu|suas|seus|je|jouw)\\s+(?:\\w+\\s+)?(?:prompt|instruc|instruct|istruz|indicac|consigne|regle|reglas)`,
];
const OTHER_SCRIPTS: readonly string[] = [
  "(?:игнорируи|проигнорируи|забудь|забудьте|не\\s+обращаи|отбрось)[^.\\n]{0,50}(?:инструкци|указани|правил|команд|предыдущ|выше|все)",
  "(?:игноруи|проігноруи|забудь)[^.\\n]{0,50}(?:інструкці|вказівк|правил|попередн)",
  "(?:теперь\\s+ты|отныне\\s+ты|ты\\s+теперь|представь,?\\s+что\\s+ты)",
  "(?:忽略|忘记|忘記|无视|無視|不要理会|忘掉|忽視|不用管|抛弃|取消)[^。\\n]{0,20}(?:指令|指示|提示|说明|說明|规则|規則|要求|命令|内容|之前|上面|以上|限制)",
  "(?:指示|命令|ルール|フロンフト|プロンプト|指令|制約|上記|これまて|以前)[^。\\n]{0,20}(?:無視|忘れ|破棄)",
  "(?:지시|명령|규칙|지침|프롬프트|이전|위의)[^.\\n]{0,20}(?:무시|잊)",
  "(?:지시|명령|규칙|지침)[^.\\n]{0,20}(?:무시|잊)",
  "(?:你现在是|你現在是|从现在开始你|從現在開始你|假装你|假裝你|扮演|请扮演|あなたは今から|今からあなた|これからあなた)",
  "(?:输出|显示|告诉我|重复|打印|输出|重複|顯示|复述|透露)[^。\\n]{0,20}(?:系统提示|提示词|系統提示|初始指令|你的指令|上面的内容|以上内容)",
  "(?:تجاهل|انس|انسى|تجاهلي)[^.\\n]{0,40}(?:التعليمات|الاوامر|الأوامر|القواعد|السابق)",
  "(?:निर्देश|नर्देश|नरदश|आदेश)[^।\\n]{0,40}(?:अनदेखा|भूल|अनदखा|भल)",
  "(?:התעלם|תתעלם|שכח)[^.\\n]{0,40}(?:הוראות|ההנחיות|הקודמות)",
];

/** Dotted and decorated letters of other scripts fold to their plain ones, in the patterns too. */
const plain = (pattern: string) => pattern.normalize("NFKD").replace(/\p{M}+/gu, "");

export type TextRule = { rule: InjectionRule; pattern: RegExp };

const compile = (rule: InjectionRule, pattern: string): TextRule => ({
  rule,
  pattern: new RegExp(pattern, "giu"),
});

const hasName = (name: string): name is keyof typeof ENGLISH => name in ENGLISH;

/** Every rule that is a pattern; the hidden and the encoded are found by code. */
export const TEXT_RULES: readonly TextRule[] = [
  ...INJECTION_RULES.filter(hasName).flatMap((rule) =>
    ENGLISH[rule].map((pattern) => compile(rule, pattern)),
  ),
  ...LATIN.map((pattern, index) =>
    compile(
      index === 2 || index === 12 ? "prompt_leak" : index === 1 || index === 11 ? "role" : "override",
      pattern,
    ),
  ),
  ...OTHER_SCRIPTS.map((pattern, index) =>
    compile(index === 2 || index === 7 ? "role" : index === 8 ? "prompt_leak" : "override", plain(pattern)),
  ),
];
