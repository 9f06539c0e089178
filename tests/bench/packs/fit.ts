import { probabilityOfLogOdds } from "@/lib/kernel/statistics";
import { NO_SIGNALS, type RelevanceModel } from "@/lib/memories";
import { RELEVANCE_SIGNALS, type RelevanceSignal } from "@/lib/memories/contract";
import type { Answer } from "./ask";
import type { PackExam } from "./data";
import { type PackFigures, pooled, scorePacks } from "./score";

/** Answers of one arm (with vectors, or by words alone) of some exams. */
export type FitData = readonly { exam: PackExam; answers: readonly Answer[] }[];

type Pair = { x: readonly number[]; relevant: boolean; weight: number };

/** A must-know memory counts as much as two useful ones. */
const GRADE_2_WEIGHT = 2;
/** Foreign tasks come without changed files: in full they would teach that a task without files has no answer. */
const FOREIGN_WEIGHT = 0.2;
/** Ridge penalty on each weight but the intercept, in units of pairs. */
const PENALTY = 0.3;
const ITERATIONS = 50;

function pairsOf(data: FitData, signals: readonly RelevanceSignal[]): Pair[] {
  return data.flatMap(({ exam, answers }) => {
    const universal = new Set(exam.memories.filter((memory) => memory.universal).map(({ id }) => id));
    return answers.flatMap(({ question: { type, relevant }, candidates }) =>
      candidates
        // Rules for every change are neither right nor wrong beside labelled ones.
        .filter(({ id }) => relevant[id] !== undefined || !(type === "own" && universal.has(id)))
        .map(({ id, signals: values }) => ({
          x: [1, ...signals.map((signal) => values[signal])],
          relevant: relevant[id] !== undefined,
          weight: weightOf(type, relevant[id]),
        })),
    );
  });
}

function weightOf(type: Answer["question"]["type"], grade: number | undefined): number {
  if (type !== "own") return FOREIGN_WEIGHT;
  if (grade === 2) return GRADE_2_WEIGHT;
  return 1;
}

/** Logistic regression with a ridge penalty by iteratively reweighted least squares (Hastie et al. 2009, 4.4.1). */
export function fitLogistic(pairs: readonly Pair[], size: number): number[] {
  let w: number[] = new Array(size).fill(0);
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const hessian = w.map((_, i) => w.map((__, j): number => (i === j && i > 0 ? PENALTY : 0)));
    const gradient = w.map((value, i) => (i > 0 ? -PENALTY * value : 0));
    for (const { x, relevant, weight } of pairs) {
      const p = probabilityOfLogOdds(x.reduce((sum, value, i) => sum + value * (w[i] ?? 0), 0));
      const curvature = weight * Math.max(p * (1 - p), 1e-6);
      const error = weight * ((relevant ? 1 : 0) - p);
      for (const [i, value] of x.entries()) {
        if (value === 0) continue;
        gradient[i] = (gradient[i] ?? 0) + error * value;
        const row = hessian[i];
        if (row) for (const [j, other] of x.entries()) row[j] = (row[j] ?? 0) + curvature * value * other;
      }
    }
    const step = solve(hessian, gradient);
    w = w.map((value, i) => value + (step[i] ?? 0));
    if (Math.max(...step.map(Math.abs)) < 1e-6) break;
  }
  return w;
}

/** Solves a small linear system by Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, values[i] ?? 0]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    const pivot = rows
      .slice(column)
      .reduce(
        (best, row, index) =>
          Math.abs(row[column] ?? 0) > Math.abs(rows[best]?.[column] ?? 0) ? index + column : best,
        column,
      );
    const [top, chosen] = [rows[column], rows[pivot]];
    if (!top || !chosen) throw new Error("the matrix is square");
    rows[column] = chosen;
    rows[pivot] = top;
    for (const [index, row] of rows.entries()) {
      if (index === column) continue;
      const factor = (row[column] ?? 0) / (chosen[column] || 1e-12);
      for (let j = column; j <= size; j++) row[j] = (row[j] ?? 0) - factor * (chosen[j] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] || 1e-12));
}

/** What the floors must reach on the data they are tuned on. */
const REQUIRED = { precision: 0.52, none_lenient: 0.82, foreign_empty: 0.955, generic_empty: 1 };
const shareOf = ({ hits, of }: { hits: number; of: number }) => (of === 0 ? 1 : hits / of);

/** An agent loses more by a must-know memory that is missing than by one more that it need not have read. */
const RECALL_WEIGHT = 1.5 ** 2;

/** F-measure of precision and of the must-know memories given, less a penalty for what falls short. */
function utilityOf(figures: PackFigures): number {
  const short = (key: keyof typeof REQUIRED) => Math.max(0, REQUIRED[key] - shareOf(figures[key]));
  const precision = shareOf(figures.precision);
  const recall = shareOf(figures.must_know);
  if (precision + recall === 0) return 0;
  return (
    ((1 + RECALL_WEIGHT) * precision * recall) / (RECALL_WEIGHT * precision + recall) -
    4 * (short("precision") + short("none_lenient") + short("foreign_empty")) -
    10 * short("generic_empty")
  );
}

const FLOOR_STEP = 0.02;

export type Fitted = {
  model: RelevanceModel;
  figures: PackFigures;
  /** Memories in all packs together, for each exam. */
  returned: number[];
  pairs: number;
  relevant: number;
};

export type FitOptions = {
  signals: readonly RelevanceSignal[];
  /** Memories in a pack at most. */
  most: number;
  /** Memories that all packs of an exam may have together, in the order of the exams. */
  max_given?: readonly number[];
};

/** Fits the weights on labelled answers, and then the two floors. */
export function fitModel(data: FitData, { signals, most, max_given = [] }: FitOptions): Fitted {
  const pairs = pairsOf(data, signals);
  const [intercept = 0, ...fitted] = fitLogistic(pairs, signals.length + 1);
  const weights: Record<RelevanceSignal, number> = { ...NO_SIGNALS };
  for (const [index, signal] of signals.entries()) weights[signal] = round(fitted[index] ?? 0);
  const unfloored = { intercept: round(intercept), weights };
  const { floors, figures } = fitFloors(data, unfloored, { most, max_given });
  const model = { ...unfloored, floors };
  return {
    model,
    figures,
    returned: countGiven(data, (answer) => choose(rank(answer, model), floors, most)),
    pairs: pairs.length,
    relevant: pairs.filter((pair) => pair.relevant).length,
  };
}

/** What a model makes of exams that it was not fitted on. */
export function tryModel(data: FitData, model: RelevanceModel, most: number): PackFigures {
  const choice = (answer: Answer) => choose(rank(answer, model), model.floors, most);
  return pooled(data.map(({ exam, answers }) => scorePacks(answers, { exam, returned: choice })));
}

/** How many memories all packs of an exam have together, for each exam. */
export function countGiven(
  data: FitData,
  params: (answer: Answer) => readonly string[] = (answer) => answer.returned,
): number[] {
  return data.map(({ answers }) => answers.reduce((sum, answer) => sum + params(answer).length, 0));
}

type Unfloored = Pick<RelevanceModel, "intercept" | "weights">;

function fitFloors(
  data: FitData,
  model: Unfloored,
  { most, max_given }: { most: number; max_given: readonly number[] },
): { floors: RelevanceModel["floors"]; figures: PackFigures } {
  const steps: number[] = [];
  for (let floor = 0.08; floor < 0.85; floor += FLOOR_STEP) steps.push(round(floor));
  const ranked = new Map(
    data.flatMap(({ answers }) => answers.map((answer) => [answer, rank(answer, model)])),
  );
  let best: { utility: number; floors: RelevanceModel["floors"]; figures: PackFigures } | null = null;
  for (const open of steps)
    for (const join of steps.filter((floor) => floor <= open)) {
      const choice = (answer: Answer) => choose(ranked.get(answer) ?? [], { open, join }, most);
      if (
        max_given.length > 0 &&
        countGiven(data, choice).some((count, index) => count > (max_given[index] ?? 0))
      )
        continue;
      const figures = pooled(
        data.map(({ exam, answers }) => scorePacks(answers, { exam, returned: choice })),
      );
      const utility = utilityOf(figures);
      if (best === null || utility > best.utility) best = { utility, floors: { open, join }, figures };
    }
  if (!best) throw new Error("there are floors to try");
  return best;
}

const round = (value: number) => Math.round(value * 1000) / 1000;

export type Ranked = { id: string; probability: number };

/** The candidates of an answer by a model, the best first; `shift` is added to all log-odds. */
export function rank({ candidates }: Answer, { intercept, weights }: Unfloored, shift = 0): Ranked[] {
  return candidates
    .map(({ id, signals }) => {
      const logit = RELEVANCE_SIGNALS.reduce(
        (sum, signal) => sum + weights[signal] * signals[signal],
        intercept + shift,
      );
      return { id, probability: probabilityOfLogOdds(logit) };
    })
    .sort((a, b) => b.probability - a.probability);
}

/** What a pack gives of ranked candidates. */
export function choose(
  ranked: readonly Ranked[],
  { open, join }: RelevanceModel["floors"],
  most: number,
): string[] {
  if ((ranked[0]?.probability ?? 0) < open) return [];
  return ranked
    .filter(({ probability }) => probability >= join)
    .slice(0, most)
    .map(({ id }) => id);
}
