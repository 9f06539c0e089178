import { readFileSync } from "node:fs";
import { join } from "node:path";
import { citeMentions, openLocal } from "@/lib/citations";
import { formatTable } from "./table";

/**
 * Mentions of documents of public repositories and the places to which the rules put them, each read and labelled by
 * hand: `part`, `repository`, `commit`, `document`, `mention`, `place`, `label`.
 */
const LABELS = join(import.meta.dirname, "inferred.tsv");

type Label = { part: string; repository: string; mention: string; place: string; label: string };

function readLabels(): Label[] {
  const [, ...rows] = readFileSync(LABELS, "utf8").trimEnd().split("\n");
  return rows.map((row) => {
    const [part = "", repository = "", , , mention = "", place = "", label = ""] = row.split("\t");
    return { part, repository, mention, place, label };
  });
}

/** Where the rules put each mention at the head of a clone now; null where they cite nothing. */
async function placesNow(clone: string, name: string, labels: readonly Label[]): Promise<(string | null)[]> {
  const source = await openLocal(clone);
  const commit = await source.headCommit();
  const texts = labels.map(({ mention }) => ({ text: `\`${mention}\``, except: new Set<string>() }));
  const found = await citeMentions(source, { repository: { name }, commit, texts });
  await source.close();
  return found.map(([first]) => (first ? `${first.path}:${first.line_start}` : null));
}

/** How many of the labelled mentions are cited, and how many of those at the right place. Clones not here are left out. */
export async function inferredTable(cloneOf: (name: string) => string | null): Promise<string> {
  const figures = new Map<string, { labelled: number; cited: number; right: number }>();
  const labels = readLabels();
  for (const name of new Set(labels.map(({ repository }) => repository))) {
    const clone = cloneOf(name);
    const own = labels.filter(({ repository }) => repository === name);
    if (clone === null) continue;
    const places = await placesNow(clone, name, own);
    for (const [index, { part, place, label }] of own.entries()) {
      const sum = figures.get(part) ?? { labelled: 0, cited: 0, right: 0 };
      const now = places[index] ?? null;
      sum.labelled += 1;
      sum.cited += Number(now !== null);
      sum.right += Number(now === place && label === "right");
      figures.set(part, sum);
    }
  }
  const rows = [...figures].map(([part, { labelled, cited, right }]) => [
    part,
    String(labelled),
    String(cited),
    `${((100 * right) / Math.max(1, cited)).toFixed(1)} % (${right}/${cited})`,
  ]);
  return formatTable(["part", "labelled mentions", "cited", "precision"], rows, new Set([1, 2, 3]));
}
