import { type Clause, clausesOf } from "./clauses";
import type { Term } from "./terms";

export type StatementTerm = Term & { identifier: boolean };

/** A memory's statement as terms: each once, in the direction of its first mention. */
export type Statement = {
  terms: StatementTerm[];
  /** Those of its first clause, which says what is asked for. */
  main: Term[];
  weight: number;
  clauses: Clause[];
};

export function statementOf(text: string): Statement {
  const clauses = clausesOf(text, { reasons: false });
  const byStem = new Map<string, StatementTerm>();
  for (const term of clauses.flatMap(({ terms }) => terms))
    if (!byStem.has(term.stem)) byStem.set(term.stem, { ...term, identifier: term.weight > 2 });
  const terms = [...byStem.values()];
  return { terms, main: clauses[0]?.terms ?? [], weight: sumOf(terms), clauses };
}

/** How a clause compares with a statement; all but `shared` are shares of the statement's weight, 0–1. */
export type Match = {
  /** Terms in common. */
  shared: number;
  /** Of all terms: is it about the same? */
  topic: number;
  /** Of what the statement asks for, said in the same direction. */
  agreed: number;
  /** Said in the other direction. */
  opposed: number;
};

export function compareClause(statement: Statement, clause: Clause): Match {
  const { terms, weight } = statement;
  const said = new Map<string, Term>();
  for (const term of clause.terms) if (!said.has(term.stem)) said.set(term.stem, term);
  const shared = terms.filter(({ stem }) => said.has(stem));
  const opposes = shared.some((term) => {
    const other = said.get(term.stem);
    if (!other || other.positive === term.positive) return false;
    if (term.positive) return other.head;
    return term.head;
  });
  const strong = shared.filter((term) => term.weight >= 1).length;
  return {
    shared: strong,
    topic: sumOf(shared) / weight,
    agreed: strong < 2 ? 0 : Math.max(agreement(terms, said), agreement(statement.main, said)),
    opposed: opposes ? Math.max(sumOf(shared) / weight, mainTopic(statement, said)) : 0,
  };
}

const sumOf = (terms: readonly Term[]) => terms.reduce((total, { weight }) => total + weight, 0);

/** Of what terms ask for, how much is said in the same direction. */
function agreement(terms: readonly Term[], said: ReadonlyMap<string, Term>): number {
  const same = terms.filter(({ stem, positive }) => said.get(stem)?.positive === positive);
  if (same.filter(({ weight }) => weight >= 1).length < 2) return 0;
  const wanted = terms.filter(({ positive }) => positive);
  const needed = wanted.length > 0 ? sumOf(wanted) : sumOf(terms);
  if (needed === 0) return 0;
  return Math.min(1, sumOf(same) / needed);
}

function mainTopic({ main }: Statement, said: ReadonlyMap<string, Term>): number {
  const weight = sumOf(main);
  if (weight === 0) return 0;
  return sumOf(main.filter(({ stem }) => said.has(stem))) / weight;
}
