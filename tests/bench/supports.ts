import { readFileSync } from "node:fs";
import {
  anchorAtCreation,
  blobsAt,
  type CitedCode,
  type CitedLines,
  citeMentions,
  decodeSource,
  differsInDocumentation,
  type FoundSupport,
  findSupports,
  followAndJudge,
  holds,
  isReallyEdited,
  type Judged,
  languageOf,
  openLocal,
  parseFile,
  type RepositorySource,
  syntaxOfLines,
} from "@/lib/citations";
import { SUPPORT_KINDS } from "@/lib/citations/contract";
import { drawHeight } from "./citations-truth";
import { randomFrom } from "./statistics";
import { type Quarter, quartersOf } from "./supports-windows";
import { formatTable } from "./table";

/** A memory as one might be stored: lines that it cites, and at times a name that it says. */
type Sampled = { statement: string; cited: CitedLines };

/** What became in a quarter of a sampled memory whose citation still stands, and of what it rests on. */
export type Standing = {
  repository: string;
  quarter: Quarter;
  memory: Sampled;
  supports: (FoundSupport & { edited: boolean; now: string | null; file_changed: boolean })[];
};

const LINES_A_QUARTER = 60;
const NAMES_A_QUARTER = 40;
const LEAST_ALNUM = 8;
const QUARTERS = 3;

/** The sampled memories of a repository's quarters that still stand at their ends. */
export async function standingOf(git_dir: string, { name }: { name: string }): Promise<Standing[]> {
  const source = await openLocal(git_dir);
  const standing: Standing[] = [];
  try {
    for (const quarter of quartersOf(git_dir, QUARTERS)) {
      const memories = await sample(source, { name, quarter });
      const supports = await findSupports(source, {
        commit: quarter.from,
        texts: memories.map(({ statement, cited }) => ({ statement, cited: [cited], except: new Set() })),
      });
      const followed = await followLines(source, quarter, [
        ...memories.map(({ cited }) => cited),
        ...supports.flat(),
      ]);
      for (const [index, memory] of memories.entries()) {
        const found = followed.get(keyOf(memory.cited));
        if (found && !holds(found.status) && !found.facts.includes("formatting_only")) continue;
        const own = (supports[index] ?? []).map((support) => {
          const after = followed.get(keyOf(support));
          const now =
            after?.file && after.line_start !== null
              ? `${after.file.path}:${after.line_start}-${after.line_end}`
              : null;
          return {
            ...support,
            file_changed: after !== undefined,
            edited: after !== undefined && isReallyEdited(after) && !after.documented,
            now,
          };
        });
        standing.push({ repository: name, quarter, memory, supports: own });
      }
    }
  } finally {
    await source.close();
  }
  return standing;
}

const keyOf = ({ path, line_start, line_end }: CitedLines) => `${path}:${line_start}-${line_end}`;

async function sample(
  source: RepositorySource,
  { name, quarter }: { name: string; quarter: Quarter },
): Promise<Sampled[]> {
  const random = randomFrom(quarter.commits * 31 + name.length);
  const paths = [...(await source.listFiles(quarter.from))]
    .filter(([path, { kind, size }]) => kind === "file" && languageOf(path) !== null && (size ?? 0) < 400_000)
    .map(([path]) => path);
  const lines: Sampled[] = [];
  const names = new Set<string>();
  for (let attempt = 0; attempt < 1_500 && paths.length > 0; attempt += 1) {
    if (lines.length >= LINES_A_QUARTER && names.size >= NAMES_A_QUARTER * 3) break;
    const path = paths[Math.floor(random() * paths.length)] ?? "";
    const text = await textAt(source, quarter.from, path);
    if (text.length < 3) continue;
    const first = Math.floor(random() * text.length);
    const last = Math.min(text.length - 1, first + Math.floor(drawHeight(random)) - 1);
    const words = text.slice(first, last + 1).join("\n");
    if ((text[first] ?? "").trim() === "" || words.replace(/[^A-Za-z0-9]/g, "").length < LEAST_ALNUM)
      continue;
    if (lines.length < LINES_A_QUARTER)
      lines.push({ statement: "", cited: { path, line_start: first + 1, line_end: last + 1 } });
    for (const [, defined = ""] of text
      .slice(first)
      .join("\n")
      .matchAll(/\b(?:function|def|fn|func|class|const|struct|interface)\s+([A-Za-z_]\w{5,40})/g)) {
      names.add(defined);
      break;
    }
  }
  const texts = [...names].map((one) => ({ text: `\`${one}\``, except: new Set<string>() }));
  const inferred = await citeMentions(source, { repository: { name }, commit: quarter.from, texts });
  const named = inferred.flatMap(([first], index) => {
    if (!first || languageOf(first.path) === null) return [];
    const { path, line_start, line_end } = first;
    return [{ statement: texts[index]?.text ?? "", cited: { path, line_start, line_end } }];
  });
  return [...lines, ...named.slice(0, NAMES_A_QUARTER)];
}

async function textAt(source: RepositorySource, commit: string, path: string): Promise<readonly string[]> {
  const file = await source.readFile(commit, path);
  const decoded = file?.bytes ? decodeSource(file.bytes) : null;
  if (decoded?.kind !== "text") return [];
  return decoded.lines;
}

/** What became of lines, by their place; those in files that did not change are not in the map. */
export async function followLines(
  source: RepositorySource,
  { from, to }: Quarter,
  places: readonly CitedLines[],
): Promise<Map<string, Judged & { documented: boolean }>> {
  const before = await blobsAt(source, from, [...new Set(places.map(({ path }) => path))]);
  const after = await blobsAt(source, to, [...before.keys()]);
  const cited: CitedCode[] = [];
  for (const place of new Map(places.map((one) => [keyOf(one), one])).values()) {
    const blob_oid = before.get(place.path);
    if (typeof blob_oid !== "string" || blob_oid === after.get(place.path)) continue;
    const bytes = await source.readBlob(blob_oid);
    const decoded = bytes && decodeSource(bytes);
    const made = decoded && anchorAtCreation(decoded, place);
    if (!made?.ok || decoded?.kind !== "text") continue;
    const { lines } = decoded;
    const { signature } = syntaxOfLines(await parseFile({ path: place.path, lines }), { ...place, lines });
    const { path } = place;
    cited.push({
      citation_id: keyOf(place),
      path,
      commit_sha: from,
      blob_oid,
      anchor: made.anchor,
      signature,
      facts: [],
    });
  }
  const followed = await followAndJudge(source, to, { cited, storedTables: async () => new Map() });
  const before_texts = new Map(cited.map(({ citation_id, anchor }) => [citation_id, anchor.snippet ?? ""]));
  const found = new Map<string, Judged & { documented: boolean }>();
  for (const [key, one] of followed) {
    if (one instanceof Error) continue;
    const text = one.file?.lines.slice((one.line_start ?? 1) - 1, one.line_end ?? 0).join("\n") ?? "";
    found.set(key, { ...one, documented: differsInDocumentation(before_texts.get(key) ?? "", text) });
  }
  return found;
}

/** Warnings of a quarter for each kind, and for a kind that would follow whole files. */
export function supportsTable(standing: readonly Standing[]): string {
  const sorts: [string, (one: Standing) => boolean][] = [
    ["citing lines", ({ memory }) => memory.statement === ""],
    ["citing what they name", ({ memory }) => memory.statement !== ""],
    ["all", () => true],
  ];
  const rows = sorts.flatMap(([sort, belongs]) => {
    const own = standing.filter(belongs);
    const rowOf = (what: string, counts: (one: Standing["supports"][number]) => boolean, warns = counts) => {
      const anchored = own.filter(({ supports }) => supports.some(counts)).length;
      const warned = own.filter(({ supports }) => supports.some((one) => counts(one) && warns(one))).length;
      const share = `${((100 * warned) / Math.max(1, own.length)).toFixed(1)} %`;
      return [sort, what, String(own.length), String(anchored), String(warned), share];
    };
    return [
      ...SUPPORT_KINDS.map((kind) =>
        rowOf(
          kind,
          (one) => one.kind === kind,
          ({ edited }) => edited,
        ),
      ),
      rowOf(
        "any of them",
        () => true,
        ({ edited }) => edited,
      ),
      rowOf(
        "module: any change in its file",
        () => true,
        ({ file_changed }) => file_changed,
      ),
    ];
  });
  const head = ["memories", "kind", "standing", "with supports", "warned a quarter", "share"];
  return formatTable(head, rows, new Set([2, 3, 4, 5]));
}

/** The warnings as coordinates, to be looked up in the clones. */
export function warningsOf(standing: readonly Standing[]): string[] {
  return standing.flatMap(({ repository, quarter, memory, supports }) =>
    supports
      .filter(({ edited }) => edited)
      .map(({ kind, name, path, line_start, line_end, now }) =>
        [
          repository,
          quarter.from,
          quarter.to,
          kind,
          name,
          keyOf(memory.cited),
          keyOf({ path, line_start, line_end }),
          now ?? "",
        ].join("\t"),
      ),
  );
}

const LABELS_FILE = "tests/bench/support-labels.tsv";

/** Of warnings that were read by hand, those that were right, and how many were not read. */
export function confirmedOf(standing: readonly Standing[]): { right: number; read: number; unread: number } {
  const rows = readFileSync(LABELS_FILE, "utf8").split("\n").slice(3).filter(Boolean);
  const labels = new Map(
    rows.map((row) => {
      const cells = row.split("\t");
      return [cells.slice(0, 4).join("\t"), cells[4] === "yes"];
    }),
  );
  const verdicts = standing.flatMap(({ repository, quarter, memory, supports }) =>
    supports
      .filter(({ edited }) => edited)
      .map((support) =>
        labels.get([repository, quarter.from, keyOf(memory.cited), keyOf(support)].join("\t")),
      ),
  );
  const read = verdicts.filter((verdict) => verdict !== undefined);
  return { right: read.filter(Boolean).length, read: read.length, unread: verdicts.length - read.length };
}
