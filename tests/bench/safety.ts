/** How well redaction finds secrets and the scan finds orders to a model, and how often either stops ordinary text. */
import { wilson } from "@/lib/kernel/statistics";
import { findInjections, redactText } from "@/lib/memories";
import type { SafetyCase } from "./safety-cases";
import { type Corpora, readCorpora } from "./safety-corpora";
import { documentSections } from "./safety-documents";
import { injectionCases } from "./safety-orders";
import { ordinaryCases } from "./safety-ordinary";
import { secretCases } from "./safety-secrets";
import { formatTable } from "./table";
import { madeUpRules, publicRules } from "./team-rules";

export type SafetyRow = {
  table: string;
  family: string;
  tuned: { hits: number; of: number };
  aside: { hits: number; of: number };
};

const holdsSecret = async ({ text }: SafetyCase) => (await redactText(text)) !== text;
const givesOrders = async ({ text }: SafetyCase) => findInjections(text).length > 0;
/** What ordinary text may hold and is taken out on purpose. */
const holdsPerson = /[\w.+-]+@[\w-]+\.\w+/;
const losesText = async (one: SafetyCase) => !holdsPerson.test(one.text) && (await holdsSecret(one));

async function rowsOf(
  table: string,
  cases: readonly SafetyCase[],
  hit: (one: SafetyCase) => Promise<boolean>,
): Promise<SafetyRow[]> {
  const rows = new Map<string, SafetyRow>();
  for (const one of cases) {
    const row = rows.get(one.family) ?? {
      table,
      family: one.family,
      tuned: { hits: 0, of: 0 },
      aside: { hits: 0, of: 0 },
    };
    rows.set(one.family, row);
    const half = one.aside ? row.aside : row.tuned;
    const was_hit = await hit(one);
    half.of += 1;
    half.hits += was_hit ? 1 : 0;
  }
  return [...rows.values()];
}

/** Every table of the measurement; corpora only where a folder of clones is given. */
export async function measureSafety(folder: string | undefined, each: number): Promise<SafetyRow[]> {
  const fetched: Corpora = folder
    ? readCorpora(folder)
    : { secrets: [], injections: [], ordinary: [], not_secret: [] };
  const parts: [string, SafetyCase[], (one: SafetyCase) => Promise<boolean>][] = [
    ["secrets found, generated", secretCases(each), holdsSecret],
    ["secrets found, public corpora", fetched.secrets, holdsSecret],
    ["orders found, generated", injectionCases(each), givesOrders],
    ["orders found, public corpora", fetched.injections, givesOrders],
    ["taken for secrets (false), generated ordinary text", ordinaryCases(each), losesText],
    ["taken for secrets (false), public repositories", fetched.ordinary, losesText],
    ["taken for secrets (false), what detectors say is none", fetched.not_secret, losesText],
    ["quarantined (false), generated ordinary text", ordinaryCases(each), givesOrders],
    ["quarantined (false), public repositories", fetched.ordinary, givesOrders],
    [
      "quarantined (false), sections of documents in public repositories",
      folder ? documentSections(folder) : [],
      givesOrders,
    ],
    ["quarantined (false), rules of teams", madeUpRules(), givesOrders],
    [
      "quarantined (false), rules of teams in public repositories",
      folder ? publicRules(folder) : [],
      givesOrders,
    ],
  ];
  const rows: SafetyRow[] = [];
  for (const [table, cases, hit] of parts) rows.push(...(await rowsOf(table, cases, hit)));
  return rows;
}

const share = ({ hits, of }: { hits: number; of: number }) =>
  of === 0 ? "" : `${((100 * hits) / of).toFixed(1)} %`;
const ofAll = ({ hits, of }: { hits: number; of: number }) => (of === 0 ? "" : `${hits} of ${of}`);
const interval = ({ hits, of }: { hits: number; of: number }) => {
  const found = wilson(hits, of);
  if (found === null) return "";
  return `${(100 * found.low).toFixed(1)}–${(100 * found.high).toFixed(1)}`;
};

export function safetyTables(rows: readonly SafetyRow[]): string {
  return [...new Set(rows.map(({ table }) => table))]
    .map((table) => {
      const own = rows.filter((row) => row.table === table);
      const sum = (half: "tuned" | "aside") => ({
        hits: own.reduce((total, row) => total + row[half].hits, 0),
        of: own.reduce((total, row) => total + row[half].of, 0),
      });
      const all = { table, family: "all", tuned: sum("tuned"), aside: sum("aside") };
      return `${table}\n${formatTable(
        ["family", "tuned", "", "95 %", "aside", "", "95 %"],
        [...own, all].map(({ family, tuned, aside }) => [
          family,
          share(tuned),
          ofAll(tuned),
          interval(tuned),
          share(aside),
          ofAll(aside),
          interval(aside),
        ]),
        new Set([1, 2, 3, 4, 5, 6]),
      )}`;
    })
    .join("\n\n");
}
