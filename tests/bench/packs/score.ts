import { wilson } from "@/lib/kernel/statistics";
import { formatTable } from "../table";
import type { Answer } from "./ask";
import type { PackExam } from "./data";

export type Count = { hits: number; of: number };

/** The figures of ../shared/packs-exam/README.md, as counts. */
export type PackFigures = {
  /** Of what was given for own tasks, what has a grade. Universal rules beside labelled ones count neither way. */
  precision: Count;
  /** Of the memories of grade 2, those that were given. */
  must_know: Count;
  /** Of the memories of grade 1 or 2. */
  useful: Count;
  /** Own tasks without a relevant memory that got nothing; `lenient`: nothing but universal rules. */
  none_empty: Count;
  none_lenient: Count;
  foreign_empty: Count;
  generic_empty: Count;
  tokens: Count;
};

const zero = (): Count => ({ hits: 0, of: 0 });

export function emptyFigures(): PackFigures {
  return {
    precision: zero(),
    must_know: zero(),
    useful: zero(),
    none_empty: zero(),
    none_lenient: zero(),
    foreign_empty: zero(),
    generic_empty: zero(),
    tokens: zero(),
  };
}

function count(figure: Count, hit: boolean): void {
  figure.of++;
  if (hit) figure.hits++;
}

/** Scores answers; `given` may be another choice from the same candidates than the product's. */
export function scorePacks(
  answers: readonly Answer[],
  {
    exam,
    returned = (answer) => answer.returned,
  }: { exam: PackExam; returned?: (answer: Answer) => readonly string[] },
): PackFigures {
  const universal = new Set(exam.memories.filter((memory) => memory.universal).map(({ id }) => id));
  const figures = emptyFigures();
  for (const answer of answers) {
    const ids = returned(answer);
    const { type, relevant } = answer.question;
    figures.tokens.of++;
    figures.tokens.hits += answer.tokens;
    if (type === "foreign") count(figures.foreign_empty, ids.length === 0);
    else if (type === "generic") count(figures.generic_empty, ids.length === 0);
    else scoreOwn(figures, { ids, relevant, universal });
  }
  return figures;
}

function scoreOwn(
  figures: PackFigures,
  {
    ids,
    relevant,
    universal,
  }: { ids: readonly string[]; relevant: Record<string, number>; universal: ReadonlySet<string> },
): void {
  const labelled = Object.entries(relevant);
  for (const id of ids)
    if (relevant[id] !== undefined || labelled.length === 0 || !universal.has(id))
      count(figures.precision, relevant[id] !== undefined);
  if (labelled.length === 0) {
    count(figures.none_empty, ids.length === 0);
    count(
      figures.none_lenient,
      ids.every((id) => universal.has(id)),
    );
  }
  for (const [id, grade] of labelled) {
    count(figures.useful, ids.includes(id));
    if (grade === 2) count(figures.must_know, ids.includes(id));
  }
}

/** Adds up figures of several repositories. */
export function pooled(all: readonly PackFigures[]): PackFigures {
  const sum = emptyFigures();
  for (const figures of all)
    for (const key of FIGURE_KEYS) {
      sum[key].hits += figures[key].hits;
      sum[key].of += figures[key].of;
    }
  return sum;
}

export const FIGURE_KEYS = [
  "precision",
  "must_know",
  "useful",
  "none_empty",
  "none_lenient",
  "foreign_empty",
  "generic_empty",
  "tokens",
] as const;

const share = ({ hits, of }: Count) => {
  const interval = wilson(hits, of);
  if (!interval) return "–";
  const percent = (value: number) => (100 * value).toFixed(0);
  return `${percent(interval.rate)} [${percent(interval.low)}–${percent(interval.high)}] of ${of}`;
};

/** A row for each title: shares in %, with 95 % intervals (Wilson) and the numbers of cases. */
export function packTable(rows: readonly { title: string; figures: PackFigures }[]): string {
  const columns = FIGURE_KEYS.filter((key) => key !== "tokens");
  const cells = rows.map(({ title, figures }) => [
    title,
    ...columns.map((key) => share(figures[key])),
    (figures.tokens.hits / Math.max(1, figures.tokens.of)).toFixed(0),
  ]);
  const head = [
    "",
    "precision",
    "grade 2",
    "grade 1–2",
    "none: empty",
    "lenient",
    "foreign",
    "non-tasks",
    "tokens",
  ];
  return formatTable(head, cells, new Set(head.keys()));
}
