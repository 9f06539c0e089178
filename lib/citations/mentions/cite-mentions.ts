import { unless } from "../anchoring/source-cache";
import { type PreparedCitation, prepareEachCitation } from "../citations/prepare";
import type { CitationInput, Repository } from "../contract";
import type { RepositorySource, WordPlace } from "../repositories/source";
import { definitionOf, fileOf } from "./definitions";
import { type Mention, mentionsIn } from "./mentions";

/** Citations that are inferred of one text at most. */
export const MOST_INFERRED = 5;

/** A citation that its author did not make: a mention in their text says it. */
export type InferredCitation = PreparedCitation & { mention: string };

export type TextWithMentions = {
  text: string;
  /** A place that is known beside the text, such as that of a finding. */
  lines?: { path: string; line_start: number; line_end: number } | null;
  /** Mentions that are not to be cited. */
  except: ReadonlySet<string>;
};

/**
 * The places of a commit that texts mention, one list for each text. A path must name one file, and a name must be defined
 * in one place; a mention that matches nothing, or several, is not cited. Where the source cannot be searched, only
 * paths are cited, and where it cannot list its files, only names.
 * @throws SourceError.
 */
export async function citeMentions(
  source: RepositorySource,
  {
    repository,
    commit,
    texts,
  }: { repository: Pick<Repository, "name">; commit: string; texts: readonly TextWithMentions[] },
): Promise<InferredCitation[][]> {
  const mentions = texts.map((text) => wantedMentions(text));
  const words = new Set(
    mentions
      .flat()
      .flatMap((one) => (one.kind === "name" ? [one.name, one.owner].filter((word) => word !== null) : [])),
  );
  // What takes too long is not cited.
  const search = words.size === 0 ? null : (source.linesWithWords?.(commit, [...words]) ?? null);
  const found = await search?.catch(unless("timeout", "refused"));
  const listing = mentions.flat().some(({ kind }) => kind === "lines") ? source.listFiles(commit) : null;
  const files = (await listing?.catch(unless("timeout", "refused"))) ?? new Map();
  const inferred: InferredCitation[][] = [];
  for (const own of mentions) {
    const places = placesOf(own, { files, found, commit });
    const read = await prepareEachCitation(source, {
      repository,
      citations: places.map(({ citation }) => citation),
    });
    inferred.push(
      read.flatMap((one, index) =>
        "detail" in one ? [] : [{ ...one, mention: places[index]?.mention ?? "" }],
      ),
    );
  }
  return inferred;
}

function wantedMentions({ text, lines, except }: TextWithMentions): Mention[] {
  const known: Mention[] = lines
    ? [{ kind: "lines", text: `${lines.path}:${lines.line_start}`, ...lines }]
    : [];
  return [...known, ...mentionsIn(text)].filter((mention) => !except.has(mention.text));
}

type Found = {
  files: { has(path: string): boolean; keys(): Iterable<string> };
  found: ReadonlyMap<string, readonly WordPlace[]> | null | undefined;
  commit: string;
};

/** Each place once, however often it is mentioned. */
function placesOf(
  mentions: readonly Mention[],
  known: Found,
): { mention: string; citation: CitationInput }[] {
  const places = new Map<string, { mention: string; citation: CitationInput }>();
  for (const mention of mentions) {
    const citation = placeOf(mention, known);
    if (!citation) continue;
    const key = `${citation.path}:${citation.line_start}`;
    if (!places.has(key)) places.set(key, { mention: mention.text, citation });
  }
  return [...places.values()].slice(0, MOST_INFERRED);
}

function placeOf(mention: Mention, { files, found, commit: sha }: Found): CitationInput | null {
  if (mention.kind === "lines") {
    const path = fileOf(mention.path, files);
    const { line_start, line_end } = mention;
    if (path === null) return null;
    return { path, line_start, line_end, sha };
  }
  const place = found ? definitionOf(mention, found) : null;
  return place && { path: place.path, line_start: place.line, line_end: place.line, sha };
}
