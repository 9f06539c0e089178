import { z } from "zod";
import { invalidField } from "@/lib/kernel/errors";
import { compareTexts } from "@/lib/text/order";
import { decodeSource, isLfsPointer } from "../anchoring/text";
import { type RepositorySource, SourceError, type TreeFiles } from "../repositories/source";
import type { Matcher } from "./matcher";
import { probePlaceSchema } from "./probe-schema";
import type { Probe } from "./rule";

/** Larger files are data or made by programs, and searching one takes seconds. */
const MAX_FILE_BYTES = 1_000_000;
const MAX_FILES = 20_000;
export const MAX_MATCHES = 10_000;
const PLACES_OF_A_FILE = 20;
const TEXT_CHARACTERS = 200;
const BLOBS_AT_ONCE = 64;
/** Lines longer than people write, in more than a few places: the file was made by a program. */
const MINIFIED = { characters: 10_000, average: 400 };
/** A rule that matches more than a place a line, and not only in a few lines. */
const MATCHES_EVERYTHING_FROM = 20;

/** What was found in one file of which there is something to say. */
export const fileFindingSchema = z.object({
  path: z.string(),
  oid: z.string(),
  grammar: z.string(),
  matches: z.int(),
  support: z.int().nullable(),
  places: z.array(probePlaceSchema.omit({ path: true })),
  /** Why the file was not searched. */
  skipped: z.string().nullable(),
  errors: z.boolean(),
});

export type FileFinding = z.output<typeof fileFindingSchema>;

export type Examined = {
  commit: string;
  /** Files with matches, support, errors, or that were left out, by path. */
  findings: FileFinding[];
  /** Files of the language and the globs, without those that were left out. */
  files: number;
  /** How many were read for this, and their lines: the others were known from before. */
  files_read: number;
  lines_read: number;
};

/** What a probe of the same digest found at another commit: unchanged files are not read again. */
export type Before = { commit: string; findings: readonly FileFinding[] };

type Covered = { path: string; oid: string; grammar: string };

/** The search ended before all was seen; the message names the remedy and may be shown. Nothing follows from it. */
export class ProbeIncompleteError extends Error {
  override readonly name = "ProbeIncompleteError";
}

/**
 * Searches the files of a commit that a probe is about. Files that `before` has seen with the same content are taken from
 * there, wherever they lie now.
 * @throws AppError invalid_input at `/rule` when the engine refuses the rule, at `/paths` for too many files;
 * ProbeIncompleteError when a file took too long or there are too many matches; MatcherUnavailableError; SourceError;
 * the signal's reason.
 */
export async function examine(
  { source, matcher }: { source: RepositorySource; matcher: Matcher },
  {
    probe,
    commit,
    before,
    signal,
  }: {
    probe: Probe;
    commit: string;
    before: Before | null;
    signal?: AbortSignal | undefined;
  },
): Promise<Examined> {
  const usable = await compile(matcher, probe);
  const covered = coveredBy(usable, await source.listFiles(commit));
  if (covered.length > MAX_FILES)
    throw invalidField("/paths", `cover ${covered.length} files; name fewer than ${MAX_FILES}`);
  const known = before ? await knownFrom(source, usable, before) : new Map<string, FileFinding | null>();
  const findings: FileFinding[] = [];
  const unread: Covered[] = [];
  for (const file of covered) {
    const finding = known.get(keyOf(file));
    if (finding === undefined) unread.push(file);
    else if (finding) findings.push({ ...finding, path: file.path });
  }
  let lines_read = 0;
  for (let start = 0; start < unread.length; start += BLOBS_AT_ONCE) {
    signal?.throwIfAborted();
    const some = unread.slice(start, start + BLOBS_AT_ONCE);
    const blobs = await source.readBlobs(some.map(({ oid }) => oid));
    const searched = await Promise.all(
      some.map((file) => searchFile(matcher, { file, probe: usable, bytes: blobs.get(file.oid) ?? null })),
    );
    for (const { finding, lines } of searched) {
      lines_read += lines;
      if (isWorthKeeping(finding)) findings.push(finding);
    }
    assertNotTooMany(findings);
    // A rule that was stored was not refused, and a few files may be denser than the whole.
    if (before === null) assertNotEverything(findings, lines_read);
  }
  const skipped = findings.filter((finding) => finding.skipped !== null).length;
  return {
    commit,
    findings: findings.sort((a, b) => compareTexts(a.path, b.path)),
    files: covered.length - skipped,
    files_read: unread.length,
    lines_read,
  };
}

/** The probe with those of its grammars in which its rule can be said. */
async function compile(matcher: Matcher, probe: Probe): Promise<Probe> {
  const usable = [];
  let refusal: string | null = null;
  for (const grammar of probe.grammars) {
    const { config, population } = probe;
    const answer = await matcher.match({
      grammar: grammar.name,
      text: "",
      config,
      population,
      most_places: 0,
    });
    if ("failure" in answer) refusal ??= answer.detail;
    else usable.push(grammar);
  }
  if (usable.length > 0) return { ...probe, grammars: usable };
  throw invalidField("/rule", `is not understood by ast-grep: ${withHint(readable(refusal ?? ""))}`);
}

/** In YAML's flow style a comma ends a value: the rest of the pattern is read as a field. */
function withHint(reason: string): string {
  if (!/unknown field `[^`]*[$(){}]/.test(reason)) return reason;
  return `${reason}; put a pattern with a comma in it into quotes`;
}

/** The engine's chain of reasons on one line. */
const readable = (reason: string) =>
  reason
    .replace(/\s*\n\s*\|->/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 400);

function coveredBy(probe: Probe, files: TreeFiles): Covered[] {
  const grammars = new Map(
    probe.grammars.flatMap(({ name, extensions }) =>
      extensions.map((extension) => [extension, name] as const),
    ),
  );
  const covered: Covered[] = [];
  for (const [path, { kind, oid }] of files) {
    const grammar = grammars.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase());
    if (kind === "file" && grammar !== undefined && probe.covers(path)) covered.push({ path, oid, grammar });
  }
  return covered;
}

const keyOf = ({ oid, grammar }: Pick<Covered, "oid" | "grammar">) => `${grammar}\0${oid}`;

/** What is known of contents: null where nothing was found. Empty when the earlier commit is gone. */
async function knownFrom(
  source: RepositorySource,
  probe: Probe,
  before: Before,
): Promise<Map<string, FileFinding | null>> {
  const known = new Map<string, FileFinding | null>();
  try {
    for (const file of coveredBy(probe, await source.listFiles(before.commit))) known.set(keyOf(file), null);
  } catch (error) {
    if (error instanceof SourceError) return new Map();
    throw error;
  }
  for (const finding of before.findings) known.set(keyOf(finding), finding);
  return known;
}

const isWorthKeeping = ({ matches, support, skipped, errors }: FileFinding) =>
  matches > 0 || (support ?? 0) > 0 || skipped !== null || errors;

async function searchFile(
  matcher: Matcher,
  { file, probe, bytes }: { file: Covered; probe: Probe; bytes: Buffer | null },
): Promise<{ finding: FileFinding; lines: number }> {
  const nothing = { ...file, matches: 0, support: null, places: [], skipped: null, errors: false };
  const text = textOf(bytes);
  if ("skipped" in text) return { finding: { ...nothing, ...text }, lines: 0 };
  const { config, population } = probe;
  const { grammar } = file;
  const answer = await matcher.match({
    grammar,
    text: text.text,
    config,
    population,
    most_places: PLACES_OF_A_FILE,
  });
  if ("failure" in answer)
    throw new ProbeIncompleteError(
      `${file.path} ${readable(answer.detail)}; leave it out by \`except\`, or make the rule simpler.`,
    );
  const lines = text.text.split("\n");
  const { matches, support, errors } = answer;
  const places = answer.places.map((place) => ({
    ...place,
    text: excerpt(lines[place.line_start - 1] ?? ""),
  }));
  return { finding: { ...nothing, matches, support, errors, places }, lines: lines.length };
}

function excerpt(line: string): string {
  const text = line.trim();
  return text.length <= TEXT_CHARACTERS ? text : `${text.slice(0, TEXT_CHARACTERS - 1).toWellFormed()}…`;
}

function textOf(bytes: Buffer | null): { text: string } | { skipped: string } {
  if (bytes === null || bytes.length > MAX_FILE_BYTES) return { skipped: "larger than 1 MB" };
  const source = decodeSource(bytes);
  if (source.kind === "binary") return { skipped: "no text" };
  if (isLfsPointer(bytes)) return { skipped: "stored in Git LFS" };
  const text = bytes.toString("utf8");
  const { characters, average } = MINIFIED;
  if (text.length > characters && text.length / source.lines.length > average) return { skipped: "minified" };
  return { text };
}

const matchesOf = (findings: readonly FileFinding[]) =>
  findings.reduce((sum, finding) => sum + finding.matches, 0);

function assertNotTooMany(findings: readonly FileFinding[]): void {
  if (matchesOf(findings) > MAX_MATCHES)
    throw invalidField(
      "/rule",
      `matches more than ${MAX_MATCHES.toLocaleString("en")} places; make it narrower`,
    );
}

function assertNotEverything(findings: readonly FileFinding[], lines_read: number): void {
  const matches = matchesOf(findings);
  if (matches >= MATCHES_EVERYTHING_FROM && matches > lines_read)
    throw invalidField(
      "/rule",
      `matches nearly everything: ${matches} places in ${lines_read} lines; name a kind or a pattern`,
    );
}
