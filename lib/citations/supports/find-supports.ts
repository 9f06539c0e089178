import type { LineRange } from "../anchoring/anchor";
import { unless } from "../anchoring/source-cache";
import { decodeSource } from "../anchoring/text";
import type { SupportKind } from "../fields";
import { definitionOf } from "../mentions/definitions";
import { type Mention, mentionsIn } from "../mentions/mentions";
import type { RepositorySource, WordPlace } from "../repositories/source";
import { isMade } from "../syntax/dead-text";
import { type ParsedFile, parseFile } from "../syntax/parsed-file";
import { type DefinitionLines, definitionLines } from "./definition-lines";
import { namesDefinedIn, namesInLines } from "./names";

export type CitedLines = LineRange & { path: string };

/** What a memory says and cites, at one commit. */
export type SupportedText = { statement: string; cited: readonly CitedLines[]; except: ReadonlySet<string> };

/** A definition that a memory's cited lines or its statement rest on. */
export type FoundSupport = CitedLines & { kind: SupportKind; name: string };

/** Supports of one memory at most: of these kinds, the first first. */
const MOST_SUPPORTS = 4;
const ORDER: readonly SupportKind[] = ["named", "constant", "callee"];
/** A longer definition is followed by the lines before its body, if those are not more; see docs/measurements.md. */
const MOST_LINES = 20;

type Wanted = {
  in_statement: boolean;
  name: string;
  owner: string | null;
  is_called: boolean;
  /** The cited file, where it defines the name itself: what another file defines is another thing. */
  only_in: string | null;
};

/**
 * The definitions that texts and their cited lines rest on, one list for each text, the likeliest to matter first: the
 * names in backticks in the statement and the names in the cited lines that one place of the code defines. A place that
 * the text cites already, a file that a program made and one that its grammar does not understand have none. Empty where
 * the source cannot be searched, or takes too long.
 * @throws SourceError.
 */
export async function findSupports(
  source: RepositorySource,
  { commit, texts }: { commit: string; texts: readonly SupportedText[] },
): Promise<FoundSupport[][]> {
  const files = filesOf(source, commit);
  const wanted: Wanted[][] = [];
  for (const text of texts) wanted.push(await wantedNames(text, files));
  const words = new Set(
    wanted.flat().flatMap(({ name, owner }) => [name, owner].filter((word) => word !== null)),
  );
  const search = words.size === 0 ? null : source.linesWithWords?.(commit, [...words]);
  const places = (await search?.catch(unless("timeout", "refused"))) ?? null;
  const found: FoundSupport[][] = [];
  for (const [index, text] of texts.entries())
    found.push(places === null ? [] : await supportsOf(text, { wanted: wanted[index] ?? [], places, files }));
  return found;
}

type Files = (path: string) => Promise<ParsedFile | null>;

/** Each file of a commit parsed once; null for what is no text, has no grammar, or was made by a program. */
function filesOf(source: RepositorySource, commit: string): Files {
  const known = new Map<string, Promise<ParsedFile | null>>();
  const read = async (path: string): Promise<ParsedFile | null> => {
    const file = await source.readFile(commit, path);
    if (file?.kind !== "file" || !file.bytes) return null;
    const decoded = decodeSource(file.bytes);
    if (decoded.kind !== "text" || isMade(decoded.lines)) return null;
    return parseFile({ path, lines: decoded.lines });
  };
  return (path) => {
    const parsed = known.get(path) ?? read(path);
    known.set(path, parsed);
    return parsed;
  };
}

async function wantedNames({ statement, cited, except }: SupportedText, files: Files): Promise<Wanted[]> {
  const named = mentionsIn(statement)
    .filter((mention): mention is Extract<Mention, { kind: "name" }> => mention.kind === "name")
    .filter(({ text }) => !except.has(text))
    .map(({ name, owner, is_called }) => ({ in_statement: true, name, owner, is_called, only_in: null }));
  const names = new Set(named.map(({ name }) => name));
  const used: Wanted[] = [];
  for (const lines of cited) {
    const file = await files(lines.path);
    if (!file) continue;
    const defined = namesDefinedIn(file);
    for (const { name, is_called } of namesInLines(file, lines)) {
      const only_in = defined.has(name) ? lines.path : null;
      if (!names.has(name)) used.push({ in_statement: false, name, owner: null, is_called, only_in });
    }
  }
  return [...named, ...used];
}

async function supportsOf(
  { cited }: SupportedText,
  {
    wanted,
    places,
    files,
  }: {
    wanted: readonly Wanted[];
    places: ReadonlyMap<string, readonly WordPlace[]>;
    files: Files;
  },
): Promise<FoundSupport[]> {
  const found = new Map<string, FoundSupport>();
  for (const one of wanted) {
    const place = definitionOf(mentionOf(one), places);
    if (place && one.only_in !== null && place.path !== one.only_in) continue;
    const file = place && (await files(place.path));
    const definition = file && definitionLines(file, { line: place.line, name: one.name });
    const support = definition && supportOf(one, { cited, path: place.path, definition });
    if (support) found.set(`${support.path}:${support.line_start}`, support);
  }
  return [...found.values()]
    .sort((left, right) => ORDER.indexOf(left.kind) - ORDER.indexOf(right.kind))
    .slice(0, MOST_SUPPORTS);
}

/** In lines of code the brackets say how a name is used there, and any definition of it counts. */
const mentionOf = ({ name, owner, in_statement, is_called }: Wanted) => ({
  kind: "name" as const,
  text: name,
  name,
  owner,
  is_called: is_called || !in_statement,
});

function supportOf(
  { in_statement, is_called, name }: Wanted,
  { cited, path, definition }: { cited: readonly CitedLines[]; path: string; definition: DefinitionLines },
): FoundSupport | null {
  const kind = in_statement ? "named" : definition.kind;
  // A function that is not called is passed on, or is another thing of that name.
  if (kind === "type" || (kind === "callee" && !is_called)) return null;
  const { whole, lines } = definition;
  const own = cited.filter((one) => one.path === path && overlaps(one, whole));
  // What a citation of its first line says of the rest of it, as those do that are made from a name.
  const ranges = own.every(({ line_end }) => line_end === whole.line_start) ? [whole, lines] : [lines];
  const range = ranges.find(
    (one) => one.line_end - one.line_start < MOST_LINES && !own.some((other) => covers(other, one)),
  );
  if (!range || (own.length > 0 && !in_statement)) return null;
  return { kind, name, path, ...range };
}

const overlaps = (one: LineRange, other: LineRange): boolean =>
  one.line_start <= other.line_end && one.line_end >= other.line_start;

const covers = (outer: LineRange, inner: LineRange): boolean =>
  outer.line_start <= inner.line_start && outer.line_end >= inner.line_end;
