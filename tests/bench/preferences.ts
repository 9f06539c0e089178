/**
 * What the configuration files of public projects are read as, against what somebody read in them by hand:
 * `preferences/labels-<half>.tsv`, each pair of a key and a value with its file. Clones that are not here are left out.
 */
import { readdir, readFile } from "node:fs/promises";
import { decodeSource, openLocal } from "@/lib/citations";
import { readConfiguration } from "@/lib/memories";
import { share } from "./share";
import { formatTable } from "./table";

const FOLDER = new URL("./preferences/", import.meta.url);
/** The value of a file in which nothing is a preference. */
const NONE = "-";

type Label = { repository: string; commit: string; path: string; pair: string | null };

const FILE = /^(?<repository>[^@]+)@(?<commit>[0-9a-f]+):(?<path>.+)$/;

function toLabel(row: string): Label {
  const [file = "", key = "", value = ""] = row.split("\t");
  const { repository = "", commit = "", path = "" } = FILE.exec(file)?.groups ?? {};
  return { repository, commit, path, pair: key === NONE ? null : `${key}=${value}` };
}

async function textAt(clone: string, { commit, path }: Label): Promise<string | null> {
  const source = await openLocal(clone);
  const file = await source.readFile(commit, path).catch(() => null);
  await source.close();
  if (!file?.bytes) return null;
  const decoded = decodeSource(file.bytes);
  return decoded.kind === "text" ? decoded.lines.join("\n") : null;
}

const keyOf = (pair: string) => pair.slice(0, pair.indexOf("="));

export type PreferenceFigures = { labelled: number; read: number; right: number; misses: string[] };

/** Pairs of one half that were found and that are right, in all files that are here, and the rest by name. */
async function figuresOf(
  labels: readonly Label[],
  cloneOf: (name: string) => string | null,
): Promise<PreferenceFigures> {
  const figures: PreferenceFigures = { labelled: 0, read: 0, right: 0, misses: [] };
  const files = new Map(labels.map((label) => [`${label.repository}:${label.path}`, label]));
  for (const [name, file] of files) {
    const clone = cloneOf(file.repository);
    const text = clone === null ? null : await textAt(clone, file);
    if (text === null) continue;
    const { settings } = await readConfiguration({ path: file.path, text });
    const found = new Set(settings.map(({ key, value }) => `${key}=${value}`));
    const expected = labels.flatMap(({ repository, path, pair }) =>
      pair !== null && `${repository}:${path}` === name ? [pair] : [],
    );
    figures.labelled += expected.length;
    figures.read += found.size;
    figures.right += expected.filter((pair) => found.has(pair)).length;
    for (const pair of expected) if (!found.has(pair)) figures.misses.push(`${name}: not found: ${pair}`);
    for (const pair of found)
      if (!expected.includes(pair)) figures.misses.push(`${name}: not labelled: ${pair}`);
  }
  return figures;
}

/** Precision and recall of each half, and with `misses` what was wrong in the half that rules may be mended by. */
export async function preferencesTable(cloneOf: (name: string) => string | null): Promise<string> {
  const names = (await readdir(FOLDER)).filter((name) => /^labels-\w+\.tsv$/.test(name)).sort();
  const only = process.env.CASEBOOK_BENCH_HALF;
  const rows: string[][] = [];
  const misses: string[] = [];
  for (const name of names) {
    const half = name.replace(/^labels-|\.tsv$/g, "");
    if (only !== undefined && only !== half) continue;
    const [, ...lines] = (await readFile(new URL(name, FOLDER), "utf8")).trimEnd().split("\n");
    const labels = lines.map(toLabel);
    const figures = await figuresOf(labels, cloneOf);
    const { labelled, read, right } = figures;
    const keys = new Set(labels.flatMap(({ pair }) => (pair === null ? [] : [keyOf(pair)])));
    rows.push([half, String(labelled), String(keys.size), share(right, labelled), share(right, read)]);
    misses.push(...figures.misses);
  }
  const table = formatTable(["half", "pairs", "keys", "found", "right"], rows, new Set([1, 2]));
  return [table, ...misses].join("\n");
}
