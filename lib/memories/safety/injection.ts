import {
  type Folded,
  fold,
  withoutDigitLetters,
  withoutGaps,
  withoutLookAlikes,
  withShortGaps,
} from "./fold";
import { type InjectionRule, REASONS } from "./injection-rule-ids";
import { TEXT_RULES } from "./injection-rules";
import { isOrdinary } from "./ordinary";

/** Why a text is quarantined, for the lead who looks at it. */
export type InjectionFinding = { rule: InjectionRule; reason: string };

/** Where it stands in the text, `end` exclusive, in UTF-16 code units, and what it says when it is read another way. */
export type InjectionHit = InjectionFinding & { start: number; end: number; reveals: string | null };

type Span = { rule: InjectionRule; start: number; end: number; reveals?: string };

/**
 * Invisible and direction-changing characters by which text can say something else than it shows. Joiners (U+200C,
 * U+200D) belong to scripts and emoji, tag characters to flags after a black one, one variation selector to an emoji,
 * and a byte order mark to the beginning of a file.
 */
const HIDDEN = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069]+|(?<!^)\ufeff+/gu;

const TAG_CHARACTERS = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,10})[\u{e0000}-\u{e007f}]+/gu;

const SELECTOR_RUN = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{3,}|[\u{e0100}-\u{e01ef}]+/gu;

// Sequences of a terminal that move, erase or link; those that colour hide nothing.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these sequences begin with a control character.
const TERMINAL = /(?:\u001b\[|\u009b)[0-9;?]{0,20}[A-HJKSTfhlnsu]|\u001b\][^\u0007\u001b]{0,200}/gu;

function* hiddenSpans(text: string): Generator<Span> {
  for (const pattern of [HIDDEN, TAG_CHARACTERS, SELECTOR_RUN, TERMINAL])
    for (const { 0: found, index } of text.matchAll(pattern)) {
      const said = unseenMessage(found);
      yield {
        rule: "hidden_text",
        start: index,
        end: index + found.length,
        ...(said === "" ? {} : { reveals: said }),
      };
    }
}

/** Tag characters and variation selectors each stand for a byte. */
function unseenMessage(text: string): string {
  const letters = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe0020 && code <= 0xe007e) return String.fromCharCode(code - 0xe0000);
    if (code >= 0xfe00 && code <= 0xfe0f) return String.fromCharCode(code - 0xfe00);
    if (code >= 0xe0100 && code <= 0xe01ef) return String.fromCharCode(code - 0xe0100 + 16);
    return "";
  }).join("");
  return letters.replace(/[^ -~]/g, "");
}

const BASE64_RUN = /(?:[A-Za-z0-9+/_-]{4}){6,}[A-Za-z0-9+/_-]{0,3}={0,2}/g;

const HEX_RUN = /(?:\\x[0-9a-fA-F]{2}){12,}|(?<![0-9a-fA-F])(?:[0-9a-fA-F]{2}[ :]?){20,}/g;

const PERCENT_RUN = /(?:%[0-9a-fA-F]{2}){12,}/g;

const ESCAPE_RUN = /(?:\\u00[0-9a-fA-F]{2}){10,}|(?:&#x?[0-9a-fA-F]{2,3};){10,}/g;

const CODE_RUN =
  /(?<!\d)(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,]{1,2}){14,}(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])(?!\d)/g;

const BINARY_RUN = /(?<![01])(?:[01]{8}[ ,]?){12,}(?![01])/g;

/** A picture or a font as text; what an address of another type holds is looked at as what it is. */
const DATA_URI = /data:(?:[a-z]+\/[\w.+-]{1,60})?(?:;[\w=-]{1,40}){0,3};base64,$/i;

const PROSE = /^[\t\n\r -~\u00a0-\u00ff]+$/;

// From the beginning of a word, or a long one would be read from each of its letters.
const WORDS = /(?<![A-Za-z])[A-Za-z]{2,} +[A-Za-z]{2,} +[A-Za-z]{2,}/;

function* encodedSpans(text: string): Generator<Span> {
  const bytes = (hex: string) => Buffer.from(hex.replace(/[^0-9a-fA-F]/g, ""), "hex").toString("latin1");
  const codes = (run: string, base: number) =>
    (run.match(/[0-9a-fA-F]+/g) ?? [])
      .map((code) => String.fromCharCode(Number.parseInt(code, base)))
      .join("");
  const readings: [RegExp, (run: string) => string][] = [
    [BASE64_RUN, (run) => Buffer.from(run, "base64").toString("latin1")],
    [HEX_RUN, bytes],
    [PERCENT_RUN, bytes],
    [
      ESCAPE_RUN,
      (run) => {
        if (run.startsWith("&#x")) return codes(run, 16);
        if (run.startsWith("&")) return codes(run, 10);
        return bytes(run.replaceAll("\\u00", ""));
      },
    ],
    [CODE_RUN, (run) => codes(run, 10)],
    [BINARY_RUN, (run) => codes(run.replace(/[ ,]/g, "").replace(/([01]{8})/g, "$1 "), 2)],
  ];
  for (const [pattern, decode] of readings)
    for (const { 0: run, index } of text.matchAll(pattern)) {
      const decoded = decode(run);
      if (!PROSE.test(decoded) || !WORDS.test(decoded)) continue;
      const is_data = DATA_URI.test(text.slice(Math.max(0, index - 160), index));
      if (is_data && spansOf(decoded, { decoding: false }).length === 0) continue;
      yield { rule: "encoded_text", start: index, end: index + run.length, reveals: decoded };
    }
  const turned = rot13(text);
  for (const span of patternSpans(withShortGaps(fold(turned))))
    if (span.rule === "override" || span.rule === "prompt_leak")
      yield { ...span, rule: "encoded_text", reveals: turned.slice(span.start, span.end) };
}

function rot13(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const code = letter.charCodeAt(0);
    const first = code < 97 ? 65 : 97;
    return String.fromCharCode(((code - first + 13) % 26) + first);
  });
}

function patternSpans({ text, at }: Folded): Span[] {
  return TEXT_RULES.flatMap(({ rule, pattern }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const start = index + found.length - found.trimStart().length;
      const end = index + found.trimEnd().length;
      if (isOrdinary({ rule, text, start, end })) return [];
      return [{ rule, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 }];
    }),
  );
}

const STANDS_FOR_LETTER = /[A-Za-z][013457@$][A-Za-z]/;

const STANDS_APART = /(?<![\p{L}\p{N}])\p{L}(?:[ .\-_*|]{1,3}\p{L}){5,}/u;

/**
 * Whoever writes about injections quotes them. A quotation is left alone when the words beside it say what it is, and it
 * is short: what surrounds it is still looked at.
 */
const QUOTES =
  /"[^"\n]{3,120}"|“[^”\n]{3,120}”|‘[^’\n]{3,120}’|`[^`\n]{3,120}`|'[^'\n]{8,120}'(?!\w)|«[^»\n]{3,120}»/gu;

const ABOUT =
  /\b(?:inject(?:ions?|ed)|jailbreaks?|jailbreaking|adversarial|attack(?:s|er|ers)?|malicious|untrusted|payloads?|phrases?|classifiers?|guardrails?|detect(?:s|ed|ing|ion|or)?|scann?(?:er|ers|ing|s)?|sanitiz\w+|quarantin\w+|blocklist|deny-?list|test\s+cases?|red[- ]team\w*|rejects?|refus(?:es|ed)|filters?\s+out|such\s+as|strings?\s+like|texts?\s+like|inputs?\s+like)\b/i;

const BESIDE = 140;

/** Leaves out spans that are mentions. The quotations do not overlap: of a span, the last one before it can hold it. */
function withoutMentions(text: string, spans: readonly Span[]): Span[] {
  if (spans.length === 0) return [];
  const quotes = [...text.matchAll(QUOTES)].map(({ 0: quoted, index }) => ({
    start: index,
    end: index + quoted.length,
  }));
  let at = -1;
  return spans
    .toSorted((a, b) => a.start - b.start)
    .filter((span) => {
      while ((quotes[at + 1]?.start ?? Number.POSITIVE_INFINITY) <= span.start) at += 1;
      const quote = quotes[at];
      return quote === undefined || quote.end < span.end || !isAbout(text, quote);
    });
}

function isAbout(text: string, { start, end }: { start: number; end: number }): boolean {
  return ABOUT.test(`${text.slice(Math.max(0, start - BESIDE), start)} ${text.slice(end, end + BESIDE)}`);
}

function spansOf(text: string, { decoding }: { decoding: boolean }): Span[] {
  const folded = withShortGaps(fold(text));
  const variants = [folded];
  const lookalike = withoutLookAlikes(folded);
  if (lookalike.text !== folded.text) variants.push(lookalike);
  if (STANDS_FOR_LETTER.test(lookalike.text)) variants.push(withoutDigitLetters(lookalike));
  if (STANDS_APART.test(lookalike.text)) variants.push(withoutGaps(lookalike));
  return [
    ...withoutMentions(text, variants.flatMap(patternSpans)),
    ...hiddenSpans(text),
    ...(decoding ? encodedSpans(text) : []),
  ];
}

/** At most so many are reported of one text: enough to decide on. */
const MAX_HITS = 50;

/** Longer texts are read in pieces, each beginning so far before the last one's end that what is found fits. */
const WINDOW = 512 * 1024;
const OVERLAP = 16 * 1024;

function allSpans(text: string): Span[] {
  if (text.length <= WINDOW) return spansOf(text, { decoding: true });
  const found: Span[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP)
    for (const span of spansOf(text.slice(from, from + WINDOW), { decoding: true }))
      found.push({ ...span, start: span.start + from, end: span.end + from });
  return found;
}

/**
 * Everything in a text that addresses the model which will read it, in the order of the text; of what overlaps, the
 * longest of each rule. A hit is a reason to have a person look, not a proof. Time grows with the length of the text, never
 * faster: 3 milliseconds for a thousand characters, see `npm run bench -- --only scan`.
 */
export function findInjections(text: string): InjectionHit[] {
  const kept: Span[] = [];
  const latest = new Map<InjectionRule, Span>();
  for (const span of allSpans(text).sort((a, b) => a.start - b.start || b.end - a.end)) {
    const same = latest.get(span.rule);
    if (same && span.start < same.end) {
      same.end = Math.max(same.end, span.end);
      continue;
    }
    const copy = { ...span };
    latest.set(span.rule, copy);
    kept.push(copy);
  }
  return kept.slice(0, MAX_HITS).map(({ rule, start, end, reveals = null }) => ({
    rule,
    reason: REASONS[rule],
    start,
    end,
    reveals,
  }));
}

/** What in these texts addresses the model that will read them: the first finding, or null. */
export function findInjection(texts: readonly string[]): InjectionFinding | null {
  for (const text of texts) {
    const [hit] = findInjections(text);
    if (hit) return { rule: hit.rule, reason: hit.reason };
  }
  return null;
}
