import { findByRules } from "./secret-rules";
import { namedSecrets, SECRET_SHAPES } from "./secret-shapes";

/** A stretch of text that must not be kept, `end` exclusive, in UTF-16 code units. */
type Hit = { type: string; start: number; end: number };

/** What is in the text instead, and where: never what it was. `start` counts in the redacted text. */
export type TextRedaction = { type: string; start: number };

const TYPE_OF_RULE: Record<string, string> = {
  "@secretlint/secretlint-rule-privatekey": "PRIVATE_KEY",
  "@secretlint/secretlint-rule-database-connection-string": "CONNECTION_STRING",
  "@secretlint/secretlint-rule-basicauth": "CREDENTIALS",
};

// `git@host:owner/name` is an address of a repository, not of a person.
const EMAIL =
  /(?<![\w.%+-])(?!git@)[\w%+-](?:[\w.%+-]{0,62}[\w%+-])?@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![\w-])/g;

const CARD = /(?<![\w.-])[2-6](?:[ -]?\d){12,18}(?![\w-])/g;

/** True for digits whose check digit holds (ISO/IEC 7812-1 annex B, the Luhn algorithm). */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function patternHits(type: string, pattern: RegExp, text: string): Hit[] {
  return [...text.matchAll(pattern)].map((match) => ({
    type,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const AFTER_TOKEN = /[^A-Za-z0-9+/=_-]/g;

/**
 * A rule may report less than the secret (secretlint's for AWS starts at the name before it): never leave its tail. What
 * was found is remembered, for a long word may hold many.
 */
function endsOfTokens(text: string): (end: number) => number {
  let known = { from: 0, to: -1 };
  return (end) => {
    if (end >= known.from && end <= known.to) return known.to;
    AFTER_TOKEN.lastIndex = end;
    known = { from: end, to: AFTER_TOKEN.exec(text)?.index ?? text.length };
    return known.to;
  };
}

const FILLED: ReadonlySet<string> = new Set(["TOKEN", "PASSWORD"]);
/** What is drawn where a key would stand, in manuals and tests. */
const FILLER = /([xX*#])\1{7,}/g;
/** What may stand beside the filler: a vendor's prefix, and no secret. */
const MOST_BESIDE = 16;

/** True for what stands where a key would: "ghp_xxxxxxxxxxxx". */
function isFiller(value: string): boolean {
  const beside = value.replace(FILLER, "");
  return beside !== value && beside.length <= MOST_BESIDE;
}

async function secretHits(text: string): Promise<Hit[]> {
  const hits = await findByRules(text);
  const endOfToken = endsOfTokens(text);
  return [
    ...hits.map(({ rule_id, start, end }) => {
      const type = TYPE_OF_RULE[rule_id] ?? "TOKEN";
      return { type, start, end: type === "TOKEN" ? endOfToken(end) : end };
    }),
    ...SECRET_SHAPES.flatMap(({ type, pattern }) => patternHits(type, pattern, text)),
    ...namedSecrets(text),
  ].filter(({ type, start, end }) => !FILLED.has(type) || !isFiller(text.slice(start, end)));
}

function personalHits(text: string): Hit[] {
  return [
    ...patternHits("EMAIL", EMAIL, text),
    ...patternHits("CARD", CARD, text).filter(({ start, end }) =>
      passesLuhn(text.slice(start, end).replace(/[ -]/g, "")),
    ),
  ];
}

/** Overlapping stretches become one, of the type that began first (the longer one, where they begin together). */
function merge(hits: Hit[]): Hit[] {
  const merged: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last && hit.start < last.end) last.end = Math.max(last.end, hit.end);
    else if (hit.end > hit.start) merged.push({ ...hit });
  }
  return merged;
}

const byStart = (hits: readonly Hit[]) => hits.toSorted((a, b) => a.start - b.start);

/** Hands out the hits of one stretch after the other, so that many texts with many hits are read through once. */
function hitsInOrder(hits: readonly Hit[]): (start: number, end: number) => Hit[] {
  let next = 0;
  let open: Hit[] = [];
  return (start, end) => {
    for (let hit = hits[next]; hit !== undefined && hit.start < end; hit = hits[next]) {
      open.push(hit);
      next += 1;
    }
    open = open.filter((hit) => hit.end > start);
    return open;
  };
}

export type TextToRedact = {
  text: string;
  /** An identifier that its kind needs, such as an author's address: only secrets are taken out of it. */
  identifier?: boolean;
  /** It is a secret as a whole, known by where it stands. */
  secret?: boolean;
};

// Ends every pattern, so that nothing is found across two texts.
const SEPARATOR = "\n\u0000\n";

/** `redactTexts` here and now, whatever the length. */
export async function redactNow(
  texts: readonly TextToRedact[],
): Promise<{ text: string; redactions: TextRedaction[] }[]> {
  const joined = texts.map(({ text }) => text).join(SEPARATOR);
  const secrets = byStart(await secretHits(joined));
  const all = byStart([...secrets, ...personalHits(joined)]);
  const hitsOf = { secrets: hitsInOrder(secrets), all: hitsInOrder(all) };
  let offset = 0;
  return texts.map(({ text, identifier = false, secret = false }) => {
    const start = offset;
    offset += text.length + SEPARATOR.length;
    const ofText = { secrets: hitsOf.secrets(start, offset), all: hitsOf.all(start, offset) };
    if (secret && text !== "") return { text: "[PASSWORD]", redactions: [{ type: "PASSWORD", start: 0 }] };
    const inText = (hit: Hit) => hit.start < start + text.length && hit.end > start;
    const hits = merge((identifier ? ofText.secrets : ofText.all).filter(inText));
    const redactions: TextRedaction[] = [];
    let redacted = "";
    let kept = 0;
    for (const hit of hits) {
      redacted += text.slice(kept, Math.max(hit.start - start, 0));
      redactions.push({ type: hit.type, start: redacted.length });
      redacted += `[${hit.type}]`;
      kept = Math.min(hit.end - start, text.length);
    }
    return { text: redacted + text.slice(kept), redactions };
  });
}
