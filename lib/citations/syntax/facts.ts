import { type Anchor, EVIDENCE_ALNUM, type LineRange } from "../anchoring/anchor";
import { LOCATE_REASONS } from "../anchoring/located";
import { type Cited, type Followed, type FoundFile, followCitations } from "../anchoring/relocate";
import { portions } from "../anchoring/source-cache";
import { decodeSource } from "../anchoring/text";
import type { CitationFact } from "../fields";
import type { RepositorySource } from "../repositories/source";
import { likenessOf } from "./compare";
import { isInComment, isSwallowed, isSwitchedOff, mayBeSwallowed, movedToDeadFile } from "./dead-text";
import { headersAround, saysDeprecated } from "./enclosing";
import { languageOf } from "./languages";
import { type ParsedFile, parseFile, symbolOf } from "./parsed-file";
import { mayBeFormatted, mayOccur } from "./same-words";
import { hasLeftItsParent } from "./setting";
import { type CodeSignature, SIGNATURE_VERSION, type Signature, signatureOf } from "./signature";

/** A citation, with what was kept of its syntax when it was made, and what is on record of it. */
export type CitedCode = Cited & { signature: Signature | null; facts: readonly CitationFact[] };

/** True of what stays so while its lines are followed, until they are cited again. */
export const isLasting = (fact: CitationFact): boolean =>
  fact === "enclosing_changed" || fact === "deprecated";

/** Where a citation stands, and what is to be known beside it. `symbol_path`: null when it was not looked at. */
export type Judged = Followed & { facts: readonly CitationFact[]; symbol_path: string | null };

type File = { path: string; lines: readonly string[] };
type Place = File & LineRange;
type Step = {
  one: CitedCode;
  was: Place | null;
  now: Place;
  parse: (file: File) => Promise<ParsedFile | null>;
};

/** Follows citations to a commit, see {@link followCitations}, and judges what was found by its syntax. */
export async function followAndJudge(
  source: RepositorySource,
  commit: string,
  params: Omit<Parameters<typeof followCitations>[2], "cited"> & { cited: readonly CitedCode[] },
): Promise<Map<string, Judged | Error>> {
  const { cited, signal } = params;
  const followed = await followCitations(source, commit, params);
  return judgeSyntax(source, { commit, cited, followed, signal });
}

/** What grammars may take of a check of many citations. */
const BUDGET_MS = 60_000;
/** Files that took too long, after which a repository is compared as text alone. */
const MOST_REFUSALS = 3;
const LONG_MS = 500;

/**
 * Adds to answers what the text alone does not say, and takes those back that found only dead text: a comment, a
 * backup, documentation, what a program made. Grammars are asked only where the text leaves something to ask; without
 * one, and beyond their budget, the answers stay as they are.
 */
async function judgeSyntax(
  source: RepositorySource,
  {
    commit,
    cited,
    followed,
    signal,
  }: {
    commit: string;
    cited: readonly CitedCode[];
    followed: ReadonlyMap<string, Followed | Error>;
    signal?: AbortSignal;
  },
): Promise<Map<string, Judged | Error>> {
  const judged = new Map<string, Judged | Error>();
  const parse = withinBudget();
  const here = filesAt(source, commit);
  for (const some of portions(cited)) {
    signal?.throwIfAborted();
    const wanted = [...new Set(some.map(({ blob_oid }) => blob_oid))];
    const blobs = source.remote ? new Map<string, Buffer | null>() : await source.readBlobs(wanted);
    for (const one of some) {
      const answer = followed.get(one.citation_id);
      if (!answer || answer instanceof Error) {
        judged.set(one.citation_id, answer ?? new Error("a citation was passed over"));
        continue;
      }
      const was = placeBefore(one, blobs.get(one.blob_oid) ?? null);
      judged.set(one.citation_id, await judgeOne(one, { answer, was, parse, here }));
    }
  }
  return judged;
}

function placeBefore({ path, anchor }: CitedCode, bytes: Buffer | null): Place | null {
  const decoded = bytes && decodeSource(bytes);
  if (decoded?.kind !== "text" || decoded.lines.length < anchor.line_end) return null;
  const { line_start, line_end } = anchor;
  return { path, lines: decoded.lines, line_start, line_end };
}

function withinBudget(): Step["parse"] {
  const end = performance.now() + BUDGET_MS;
  const files = new WeakMap<readonly string[], Promise<ParsedFile | null>>();
  let refusals = 0;
  return async (file) => {
    if (languageOf(file.path) === null || refusals >= MOST_REFUSALS || performance.now() > end) return null;
    const known = files.get(file.lines);
    if (known) return known;
    const began = performance.now();
    const parsed = parseFile(file);
    files.set(file.lines, parsed);
    if ((await parsed) === null && performance.now() - began > LONG_MS) refusals += 1;
    return parsed;
  };
}

type Here = (path: string) => Promise<FoundFile | null>;

/** The files of a commit as text. At a forge nothing is asked that the verdict does not need. */
function filesAt(source: RepositorySource, commit: string): Here {
  const known = new Map<string, Promise<FoundFile | null>>();
  const read = async (path: string): Promise<FoundFile | null> => {
    const file = await source.readFile(commit, path).catch(() => null);
    const decoded = file?.bytes && decodeSource(file.bytes);
    if (!file || decoded?.kind !== "text") return null;
    return { path, blob_oid: file.blob_oid, lines: decoded.lines };
  };
  return async (path) => {
    if (source.remote) return null;
    const reading = known.get(path) ?? read(path);
    known.set(path, reading);
    return reading;
  };
}

/** Longer texts are found by their lines. */
const SHORT_ALNUM = 120;

/** Lines too short to be found by their text may still be in their file, formatted. */
async function judgeMissing(
  answer: Judged,
  { one, was, parse, here }: { here: Here } & Pick<Step, "one" | "was" | "parse">,
): Promise<Judged> {
  const text = textOf(one.anchor, was);
  if (text === null || one.anchor.alnum_count > SHORT_ALNUM || languageOf(one.path) === null) return answer;
  const file = await here(one.path);
  if (!file || !mayOccur({ text, lines: file.lines })) return answer;
  const next = await parse(file);
  const signature = next && (await signatureBefore({ one, was, parse }));
  const likeness = signature && likenessOf(signature, { ...next, window: null });
  if (!likeness) return answer;
  const { fact, line_start, line_end } = likeness;
  const facts = [...answer.facts, fact];
  const found = { ...answer, file, line_start, line_end, facts, reason: LIKENESS[fact] };
  return { ...found, status: "edited", symbol_path: symbolOf(next, { line_start, line_end }) };
}

async function judgeOne(
  one: CitedCode,
  { answer, here, ...params }: { answer: Followed; here: Here } & Pick<Step, "was" | "parse">,
): Promise<Judged> {
  const { was, parse } = params;
  const plain: Judged = { ...answer, facts: one.facts.filter(isLasting), symbol_path: null };
  const { status, line_start, line_end, file } = answer;
  if (status === "missing") return judgeMissing(plain, { one, here, ...params });
  if (line_start === null || line_end === null || !file) return plain;
  const now = { path: file.path, lines: file.lines, line_start, line_end };
  const step = { one, was, now, parse };
  const facts = factsOfText({ one, was, now });
  if (movedToDeadFile({ was: { path: one.path, lines: was?.lines ?? null }, now }))
    return buried(plain, [...facts, "in_generated_or_docs"], DEAD_FILE);
  if (status === "edited") return judgeEdited(plain, { ...step, facts });
  if (await isInDeadText(step)) return buried(plain, [...facts, "inside_comment"], DEAD_TEXT);
  // With the file before at hand the lines themselves were compared.
  const left = !was && one.signature && hasLeftItsParent(one.signature.setting, now);
  if (left)
    return { ...plain, facts, status: "edited", similarity: ALMOST, reason: LOCATE_REASONS.space_changed };
  return { ...plain, facts };
}

/** What costs next to nothing to know. */
function factsOfText({ one, was, now }: Pick<Step, "one" | "was" | "now">): CitationFact[] {
  if (!was || languageOf(was.path) === null) return one.facts.filter(isLasting);
  const facts = new Set<CitationFact>();
  const same = headersAround(was.lines, was.line_start) === headersAround(now.lines, now.line_start);
  if (!same || one.facts.includes("enclosing_changed")) facts.add("enclosing_changed");
  const news = one.facts.includes("deprecated") || !saysDeprecated(was.lines, was);
  if (news && saysDeprecated(now.lines, now)) facts.add("deprecated");
  return [...facts];
}

const DEAD_FILE = "The text is gone from the code; it is only in a file that is never executed: ";
const DEAD_TEXT = "The text is now inside a comment or a string, where it has no effect: ";

/** A text that was found where nothing runs it does not hold. */
function buried(answer: Judged, facts: readonly CitationFact[], why: string): Judged {
  const { status, file, line_start, line_end, similarity } = answer;
  const reason = `${why}${file?.path}:${line_start}–${line_end}.`;
  if (status === "edited") return { ...answer, facts, reason };
  const most = similarity === null ? null : Math.min(similarity, ALMOST);
  return { ...answer, status: "edited", similarity: most, facts, reason };
}

/** An edit is never 1. */
const ALMOST = 0.999;

async function judgeEdited(
  answer: Judged,
  { one, was, now, parse, facts }: Step & { facts: readonly CitationFact[] },
): Promise<Judged> {
  const text = textOf(one.anchor, was);
  const worth = text === null ? one.signature?.code !== null : mayBeFormatted({ text, now });
  const next = worth ? await parse(now) : null;
  const signature = next && (await signatureBefore({ one, was, parse }));
  if (!next || !signature) return { ...answer, facts };
  const symbol_path = symbolOf(next, now);
  const window = { line_start: now.line_start, line_end: now.line_end };
  const likeness = likenessOf(signature, { ...next, window });
  if (likeness) {
    const { fact, line_start, line_end } = likeness;
    return { ...answer, line_start, line_end, facts: [...facts, fact], reason: LIKENESS[fact], symbol_path };
  }
  const swallowed = signature.begins > 0 && isSwallowed(next.form, { rows: next.rows, ...window });
  if (!swallowed) return { ...answer, facts, symbol_path };
  return { ...buried(answer, [...facts, "inside_comment"], DEAD_TEXT), symbol_path };
}

const LIKENESS = {
  formatting_only: "Only the formatting changed; the code is the same.",
  comment_only: "The code is the same, but a cited comment was edited.",
} as const;

/** The cited text as far as it is known whole. */
function textOf({ snippet, snippet_truncated }: Anchor, was: Place | null): string | null {
  if (was) return was.lines.slice(was.line_start - 1, was.line_end).join("\n");
  if (snippet_truncated) return null;
  return snippet;
}

/** What was kept when it was cited, which neither moves nor formatters change; else as the file before says. */
async function signatureBefore({
  one,
  was,
  parse,
}: Pick<Step, "one" | "was" | "parse">): Promise<CodeSignature | null> {
  const kept = one.signature?.code ?? null;
  const seen_since = one.original !== undefined && one.original.blob_oid !== one.blob_oid;
  if (kept?.version === SIGNATURE_VERSION && !seen_since) return kept;
  const before = was && (await parse(was));
  if (before && was) return signatureOf(before.form, before.rows, was);
  return kept;
}

/** Whether it is certain that lines stood in nothing of the kind when they were last seen. */
function stoodOutside(
  { one, was }: Pick<Step, "one" | "was">,
  { stands, kept }: { stands: (place: Place) => boolean; kept: "switched_off" | "in_comment" },
): boolean {
  if (was) return !stands(was);
  return one.signature?.setting[kept] === false;
}

/** Where only what was kept says it; where the grammar did not understand the lines, patterns do. */
function wasCode(kept: Signature | null, now: Place): boolean {
  if (!kept) return false;
  if (kept.code) return kept.code.begins > 0;
  return !kept.setting.in_comment && isInComment(now);
}

async function isInDeadText({ one, was, now, parse }: Step): Promise<boolean> {
  if (one.anchor.alnum_count < EVIDENCE_ALNUM && !was) return false;
  if (languageOf(now.path) === null)
    return (
      mayBeSwallowed({ was, now }) &&
      isInComment(now) &&
      stoodOutside({ one, was }, { stands: isInComment, kept: "in_comment" })
    );
  if (isSwitchedOff(now)) return stoodOutside({ one, was }, { stands: isSwitchedOff, kept: "switched_off" });
  const next = await parse(now);
  const dead = (file: ParsedFile, { line_start, line_end }: LineRange): boolean =>
    isSwallowed(file.form, { rows: file.rows, line_start, line_end });
  if (!next || !dead(next, now)) return false;
  const before = was && (await parse(was));
  if (!before || !was) return wasCode(one.signature, now);
  return !dead(before, was);
}
