import type { Clause } from "./clauses";
import type { Statement } from "./match";
import { isNumber, type Term } from "./terms";

const BOUND =
  /\b(?:at most|at least|up to|below|under|above|maximum|minimum|max|min|limit|within|no more than|for)\b/i;

/** Whether a clause gives another number of the same thing: "at most 5 attempts" and "up to 12 attempts". */
export function contradictedNumber({ clauses }: Statement, clause: Clause): boolean {
  const bounded = clauses.some(({ text }) => BOUND.test(text));
  // "Below 250 kB" is not contradicted by "shrank by 62 kB".
  if (bounded && !BOUND.test(clause.text)) return false;
  const asked = quantitiesOf(clauses.flatMap(({ terms }) => terms));
  if (asked.size === 0) return false;
  const said = quantitiesOf(clause.terms);
  return [...asked].some(([unit, numbers]) => {
    const others = said.get(unit);
    return others !== undefined && ![...others].some((number) => numbers.has(number));
  });
}

/** Numbers by the word that follows them. */
function quantitiesOf(terms: readonly Term[]): Map<string, Set<string>> {
  const quantities = new Map<string, Set<string>>();
  for (const [index, { stem }] of terms.entries()) {
    const unit = terms[index + 1]?.stem;
    if (!isNumber(stem) || unit === undefined || isNumber(unit)) continue;
    quantities.set(unit, (quantities.get(unit) ?? new Set()).add(stem));
  }
  return quantities;
}
