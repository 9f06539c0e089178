/** Why a text is quarantined, for the lead who looks at it. */
export type InjectionFinding = { rule: string; reason: string };

type Rule = { rule: string; reason: string; found: (text: string) => boolean };

const matches = (pattern: RegExp) => (text: string) => pattern.test(text);

// Invisible and direction-changing characters by which text can say something else than it shows. Joiners (U+200C,
// U+200D) belong to scripts and emoji, and so do tag characters after a black flag.
const HIDDEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff]/u;
const TAG_CHARACTERS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,10})[\u{e0000}-\u{e007f}]/u;

const BASE64_RUN = /[A-Za-z0-9+/_-]{32,}={0,2}/g;
const PROSE = /^[\t\n\r -~]+$/;
const WORDS = /[A-Za-z]{2,} +[A-Za-z]{2,} +[A-Za-z]{2,}/;

/** Hashes, ids and keys decode to noise; a message decodes to words. */
function hidesProse(text: string): boolean {
  return [...text.matchAll(BASE64_RUN)].some(([run]) => {
    const decoded = Buffer.from(run, "base64").toString("latin1");
    return PROSE.test(decoded) && WORDS.test(decoded);
  });
}

const RULES: readonly Rule[] = [
  {
    rule: "instructions",
    reason: "tells the reading model to set its instructions aside",
    found: matches(
      /\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|every|the|your|these|those|of|my|other)\s+){0,4}(?:(?:previous|prior|above|earlier|preceding|existing|system|safety|original)\s+){1,2}(?:instructions?|prompts?|rules|guidelines|directions|messages|context|constraints)\b/i,
    ),
  },
  {
    rule: "instructions",
    reason: "gives the reading model a new role or new instructions",
    found: matches(
      /\byou\s+are\s+now\s+(?:a|an|the|in|no\s+longer|DAN)\b|\bfrom\s+now\s+on,?\s+you\s+(?:must|will|are|should)\b|\bnew\s+(?:system\s+)?instructions?\s*:|\b(?:reveal|print|repeat|show|output)\s+(?:me\s+)?(?:your|the)\s+(?:hidden\s+|full\s+|entire\s+)?system\s+prompt\b/i,
    ),
  },
  {
    rule: "instructions",
    reason: "asks the reading model to keep something from the user",
    found: matches(
      /\b(?:do\s+not|don't|never|without)\s+(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?\s+(?:this|it)\s+to|alert(?:ing)?|notify(?:ing)?|ask(?:ing)?)\s+(?:this\s+to\s+)?the\s+(?:user|developer|human|operator)\b/i,
    ),
  },
  {
    rule: "markup",
    reason: "contains markup of roles or tool calls",
    found: matches(
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)[^>]{0,40}\|?>|\[\/?INST\]|<<\/?SYS>>|(?<!\w)<\/?(?:system|assistant|system-reminder|tool_call|tool_calls|tool_use|tool_result|function_calls?|function_results?)>|<(?:\w+:)?invoke\s+name=|(?:^|\n)\s*#{2,3}\s*(?:[Ss]ystem|[Ii]nstruction|[Aa]ssistant)\s*:|\n\n(?:Human|Assistant):\s/,
    ),
  },
  {
    rule: "hidden_text",
    reason: "contains invisible or direction-changing characters",
    found: (text) => HIDDEN.test(text) || TAG_CHARACTERS.test(text),
  },
  { rule: "encoded_text", reason: "contains a message encoded in base64", found: hidesProse },
  {
    rule: "exfiltration",
    reason: "contains an address that could carry data out",
    found: matches(
      /!\[[^\]\n]{0,200}\]\(\s*https?:\/\/[^)\s]{1,500}[?&][^)\s=]{1,100}=|https?:\/\/[^\s"'`)]{1,300}[?&=/](?:\$\{|\{\{|\$\(|%7[Bb]%7[Bb]|<(?:secret|token|key|password|data)>)|\b(?:curl|wget)\b[^\n]{0,300}\$(?:\(|\{?\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD))/i,
    ),
  },
  {
    rule: "exfiltration",
    reason: "asks to send data to an address",
    found: matches(
      /\b(?:send|post|upload|exfiltrate|forward|transmit|leak)\b[^\n.]{0,80}\b(?:secrets?|tokens?|passwords?|credentials?|api\s+keys?|env(?:ironment)?\s+(?:file|variables?)|private\s+keys?|conversation|system\s+prompt)\b[^\n]{0,80}\bhttps?:\/\//i,
    ),
  },
];

/**
 * What in these texts addresses the model that will read them: the first finding, or null. A finding is a reason to have
 * a person look, not a proof; the text is kept and quarantined.
 */
export function findInjection(texts: readonly string[]): InjectionFinding | null {
  for (const text of texts) {
    const hit = RULES.find(({ found }) => found(text));
    if (hit) return { rule: hit.rule, reason: hit.reason };
  }
  return null;
}
