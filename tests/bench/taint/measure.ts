/** How many polite orders wait for a person, and how many ordinary instructions of teams do too. */
import { findTaints } from "@/lib/memories";
import type { SafetyRow } from "../safety";
import { type Corpora, readCorpora } from "../safety-corpora";
import { documentSections } from "../safety-documents";
import { madeUpRules, publicRules } from "../team-rules";
import { ordinaryCases, poisonCases } from "./cases";
import { recordedFacts } from "./facts";

type Judged = { family: string; aside: boolean; held: boolean };

function rowsOf(table: string, judged: readonly Judged[]): SafetyRow[] {
  const rows = new Map<string, SafetyRow>();
  for (const { family, aside, held } of judged) {
    const row = rows.get(family) ?? {
      table,
      family,
      tuned: { hits: 0, of: 0 },
      aside: { hits: 0, of: 0 },
    };
    rows.set(family, row);
    const half = aside ? row.aside : row.tuned;
    half.of += 1;
    half.hits += held ? 1 : 0;
  }
  return [...rows.values()];
}

/** Every table; those of public corpora, judged without a repository, only where a folder of clones is named. */
export function measureTaint(folder: string | undefined): SafetyRow[] {
  const factsOf = recordedFacts();
  const ordinary = (isWhole: boolean) =>
    ordinaryCases().map(({ repository, path, text, aside }) => ({
      family: isWhole ? "by the repository as it is" : "by it without the document that it is of",
      aside,
      held: findTaints(text, factsOf(repository, isWhole ? null : path)).length > 0,
    }));
  const anywhere = (cases: readonly { family: string; text: string; aside: boolean }[]) =>
    cases.map(({ family, text, aside }) => ({ family, aside, held: findTaints(text, null).length > 0 }));
  const rows = [
    ...rowsOf(
      "polite orders held",
      poisonCases().map(({ repository, family, text, aside }) => ({
        family,
        aside,
        held: findTaints(text, factsOf(repository, null)).length > 0,
      })),
    ),
    ...rowsOf("polite orders held where no repository is registered", anywhere(poisonCases())),
    ...rowsOf("ordinary build instructions held (false)", [...ordinary(true), ...ordinary(false)]),
    ...rowsOf("rules of teams held (false)", anywhere(madeUpRules())),
  ];
  if (folder === undefined) return rows;
  const corpora: Corpora = readCorpora(folder);
  return [
    ...rows,
    ...rowsOf("orders to a model held, public corpora", anywhere(corpora.injections)),
    ...rowsOf("rules of teams held (false), public repositories", anywhere(publicRules(folder))),
    ...rowsOf("text of public repositories held (false)", anywhere(corpora.ordinary)),
    ...rowsOf("sections of documents held (false)", anywhere(documentSections(folder))),
  ];
}
