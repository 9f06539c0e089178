import { type Clause, clausesOf } from "./clauses";
import { readDiff, type Touched } from "./diff";
import { compareClause, type Match, type Statement, statementOf } from "./match";
import { contradictedNumber } from "./numbers";
import { partsOf } from "./terms";

export type InferredOutcome = "follows" | "contradicts" | "ignores" | "unknown";

/** What was inferred, how sure that is (0–1), and what it rests on, in words for people. */
export type Inference = { outcome: InferredOutcome; confidence: number; evidence: string[] };

export type ServedMemory = {
  statement: string;
  /** Files that it cites. */
  paths: readonly string[];
};

/** An agent's answer, read once for all memories that it is compared with. */
export type ReadAnswer = {
  clauses: Clause[];
  stems: ReadonlySet<string>;
  /** What its identifiers and paths are made of. */
  parts: ReadonlySet<string>;
  text: string;
  touched: Touched;
  /** Whether it says enough to infer something from it. */
  suffices: boolean;
};

const MAX_ANSWER = 60_000;

/** Reads an answer of any length and form; of more than 60,000 characters the last, which sum it up. */
export function readAnswer({ text, diff }: { text: string; diff?: string }): ReadAnswer {
  const shortened = text.slice(-MAX_ANSWER);
  const clauses = clausesOf(shortened, { reasons: true });
  const touched = readDiff(diff);
  const said = clauses.flatMap(({ terms }) => terms.map(({ stem }) => stem));
  return {
    clauses,
    stems: new Set([...said, ...touched.added, ...touched.removed]),
    parts: new Set([...said, ...touched.added, ...touched.removed, ...touched.paths].flatMap(partsOf)),
    text: shortened,
    touched,
    suffices: said.length >= MIN_WORDS || touched.paths.length > 0,
  };
}

/** The thresholds, found on the half of the exam that was looked at. */
const FOLLOWS = 0.7;
const CONTRADICTS = 0.4;
const IGNORES = 0.12;
const MIN_WORDS = 8;
/** Folders and endings that say nothing of what a file is about. */
const NEUTRAL = new Set(
  "src lib app test tests index main json yml yaml server web client packag java doc".split(" "),
);

const unknown = (reason: string): Inference => ({ outcome: "unknown", confidence: 0, evidence: [reason] });

/** What an answer suggests became of a memory that its agent had been given. Rather unknown than wrong. */
export function inferOutcome({ memory, answer }: { memory: ServedMemory; answer: ReadAnswer }): Inference {
  const statement = statementOf(memory.statement);
  if (statement.weight === 0) return unknown("The memory has no words to compare.");
  return (
    fromDiff({ statement, answer }) ??
    fromClauses({ statement, answer }) ??
    fromSilence({ memory, statement, answer }) ??
    unknown("The answer mentions its subject but does not show whether it was used.")
  );
}

type Compared = { statement: Statement; answer: ReadAnswer };

/** Identifiers that the diff brought in or took out. */
function fromDiff({ statement, answer: { touched } }: Compared): Inference | null {
  const identifiers = statement.terms.filter(({ identifier }) => identifier);
  const direction = (set: ReadonlySet<string>, positive: boolean) =>
    identifiers.filter((term) => set.has(term.stem) && term.positive === positive).map(({ stem }) => stem);
  const follows = [...direction(touched.added, true), ...direction(touched.removed, false)];
  const opposes = [...direction(touched.removed, true), ...direction(touched.added, false)];
  if (follows.length > 0 && opposes.length === 0)
    return {
      outcome: "follows",
      confidence: 0.85,
      evidence: follows.map((word) => `The diff does with ${word} what it says.`),
    };
  if (opposes.length > 0 && follows.length === 0)
    return {
      outcome: "contradicts",
      confidence: 0.85,
      evidence: opposes.map((word) => `The diff does with ${word} the opposite.`),
    };
  return null;
}

const OUTDATED =
  /\b(?:outdated|no longer (?:true|holds|applies)|out of date|(?:memory|note|convention|rule) (?:is|was) (?:wrong|stale))\b/i;

function fromClauses({ statement, answer }: Compared): Inference | null {
  const matches = answer.clauses
    .map((clause) => ({ clause, match: compareClause(statement, clause) }))
    .filter(({ clause, match }) => match.shared > 0 && !clause.tentative);
  const refuted = matches.find(({ clause, match }) => OUTDATED.test(clause.text) && match.topic >= 0.3);
  if (refuted) return { outcome: "contradicts", confidence: 0.9, evidence: [quote(refuted.clause)] };
  const best = (score: (match: Match) => number) =>
    matches.toSorted((a, b) => score(b.match) - score(a.match))[0];
  const number = matches.find(
    ({ clause, match }) => match.topic >= 0.2 && contradictedNumber(statement, clause),
  );
  const against = best(({ opposed }) => opposed);
  const with_it = best(({ agreed }) => agreed);
  if (number && (with_it?.match.agreed ?? 0) < 0.9)
    return { outcome: "contradicts", confidence: 0.8, evidence: [quote(number.clause)] };
  if (against && against.match.opposed >= CONTRADICTS && against.match.opposed > (with_it?.match.agreed ?? 0))
    return { outcome: "contradicts", confidence: 0.7, evidence: [quote(against.clause)] };
  if (with_it && with_it.match.agreed >= FOLLOWS && (against?.match.opposed ?? 0) < 0.3)
    return { outcome: "follows", confidence: 0.7, evidence: [quote(with_it.clause)] };
  return null;
}

/** Nothing of the memory is in an answer that says enough, nor did it touch the files that the memory cites. */
function fromSilence({ memory, statement, answer }: Compared & { memory: ServedMemory }): Inference | null {
  if (!answer.suffices) return unknown("The answer is too short to tell.");
  const named = memory.paths.find((path) => touches(answer, path));
  if (named !== undefined) return null;
  const shared = statement.terms.filter(({ stem }) => answer.stems.has(stem) || answer.parts.has(stem));
  const coverage = shared.reduce((sum, { weight }) => sum + weight, 0) / statement.weight;
  const folders = memory.paths.flatMap(partsOf).filter((part) => !NEUTRAL.has(part));
  const near = folders.some((part) => answer.stems.has(part) || answer.parts.has(part));
  if (coverage > IGNORES || near || shared.some(({ identifier }) => identifier)) return null;
  return {
    outcome: "ignores",
    confidence: 0.6,
    evidence: ["The answer has none of its words and touched none of the files that it cites."],
  };
}

/** Whether an answer names a file or its folder, or its diff changes it. */
function touches({ text, touched }: ReadAnswer, path: string): boolean {
  const file = path.replace(/\/+$/, "");
  return (
    text.includes(file) || touched.paths.some((changed) => changed === file || changed.startsWith(`${file}/`))
  );
}

const QUOTE = 200;
const quote = ({ text }: Clause) =>
  `The answer: “${text.length > QUOTE ? `${text.slice(0, QUOTE)}…` : text}”`;
