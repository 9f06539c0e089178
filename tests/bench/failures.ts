/** How well signatures group errors: real outputs from public issues, grouped by cause by hand. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readError } from "@/lib/tasks";
import { bootstrapMean, type Interval } from "./statistics";
import { formatTable } from "./table";

type Case = { cause: string; source: string; output: string };
type Read = Case & { signature: string };

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "\\": "\\" };

/** The half by which rules were made, and the other half, which was looked at once. */
export function readFailureCases(): { seen: Case[]; aside: Case[] } {
  const lines = readFileSync("tests/bench/failures.tsv", "utf8").split("\n");
  const cases = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line): Case => {
      const [cause = "", source = "", text = ""] = line.split("\t");
      return { cause, source, output: text.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign) };
    });
  const isAside = ({ output }: Case) => createHash("sha256").update(output).digest().readUInt8(0) % 2 === 1;
  return { seen: cases.filter((each) => !isAside(each)), aside: cases.filter(isAside) };
}

type Grouping = { n: number; causes: number; precision: Interval; recall: Interval; misses: string[] };

const share = (values: readonly Read[], holds: (value: Read) => boolean) =>
  values.filter(holds).length / values.length;

/**
 * B-cubed precision and recall (Bagga and Baldwin 1998): of each error, the share of those with its signature that have
 * its cause, and of those with its cause that have its signature; the mean over errors, with the interval by bootstrap.
 */
function groupingOf(cases: readonly Case[]): Grouping {
  const all = cases.map(
    (each): Read => ({ ...each, signature: readError({ output: each.output }).signature }),
  );
  const precision = all.map((one) =>
    share(
      all.filter(({ signature }) => signature === one.signature),
      ({ cause }) => cause === one.cause,
    ),
  );
  const recall = all.map((one) =>
    share(
      all.filter(({ cause }) => cause === one.cause),
      ({ signature }) => signature === one.signature,
    ),
  );
  const by_cause = new Map<string, Map<string, string[]>>();
  for (const { cause, signature, source } of all) {
    const signatures = by_cause.get(cause) ?? new Map<string, string[]>();
    signatures.set(signature, [...(signatures.get(signature) ?? []), source]);
    by_cause.set(cause, signatures);
  }
  const misses = [...by_cause].flatMap(([cause, signatures]) => {
    if (signatures.size === 1) return [];
    const most = [...signatures].sort((a, b) => b[1].length - a[1].length);
    return most.slice(1).map(([signature, sources]) => `${cause}: "${signature}" (${sources.join(", ")})`);
  });
  return {
    n: all.length,
    causes: by_cause.size,
    precision: bootstrapMean([precision]),
    recall: bootstrapMean([recall]),
    misses,
  };
}

const percent = ({ mean, low, high }: Interval) =>
  `${Math.round(100 * mean)} % [${Math.round(100 * low)}–${Math.round(100 * high)}]`;

/** How well each half is grouped, and which errors are not with the others of their cause. */
export function failureTable(halves: Readonly<Record<string, readonly Case[]>>): string {
  const groupings = Object.entries(halves).map(([half, cases]) => ({ half, ...groupingOf(cases) }));
  const table = formatTable(
    ["half", "errors", "causes", "precision", "recall"],
    groupings.map(({ half, n, causes, precision, recall }) => [
      half,
      String(n),
      String(causes),
      percent(precision),
      percent(recall),
    ]),
  );
  return [table, ...groupings.flatMap(({ misses }) => misses)].join("\n");
}
