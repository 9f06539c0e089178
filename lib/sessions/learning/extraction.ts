import { outline, type Section, sectionsOf } from "@/lib/text/outline";
import { lastingOf } from "./facts";
import { findings, recommendations, rules, warnings } from "./find-advice";
import { choices, decisions } from "./find-decisions";
import { lessons, prohibitions } from "./find-lessons";
import { alternatives, consequences, recordAround, records } from "./find-records";
import { approaches, causes, errors, mended } from "./find-solutions";
import {
  type Add,
  CONFIDENCE,
  ERROR_AUTHORS,
  type Learning,
  type LearningType,
  learningOf,
} from "./learned-statement";
import { ends, shingles, withoutRepeats } from "./repeats";
import { DECIDED, FORBIDS, ORDERS, PREFERS, TRAPS } from "./sentences";

export type Output = {
  text: string;
  agent_type: string;
  /** The task category of what is learned; errors have one of their own. */
  category: string;
  /** Texts that were given to the agent as memory: what only repeats them is not learned again. */
  injected?: readonly string[];
};

/** Families that only some trades write in a way that can be trusted. */
const APPROACH_AUTHORS: ReadonlySet<string> = new Set(["builder", "architect"]);

const MAX_LEARNINGS = 50;

/** The learnings that rules find in an agent's answer, at most 50: by the forms in which agents write down what they learned. */
export function learningsByRules(output: Output): Learning[] {
  return ruled(outline(ends(output.text)), output, contextOf(output));
}

/**
 * The learnings in an agent's answer, at most 50: what rules find and the classifier of facts does not doubt, and the facts that
 * have no form a rule knows. Nothing is thrown for any text.
 */
export function extractLearnings(output: Output): Learning[] {
  const root = outline(ends(output.text));
  const context = contextOf(output);
  const { kept, further } = lastingOf(root, ruled(root, output, context), THRESHOLDS);
  const facts = further.flatMap(
    ({ text, probability }) =>
      learningOf(typeOf(text), { statement: text }, { ...context, confidence: probability }) ?? [],
  );
  return withoutRepeats([...kept, ...facts]).slice(0, MAX_LEARNINGS);
}

/** Chosen on the texts that the classifier was trained on, by turns (docs/measurements.md). */
const THRESHOLDS = { found: 0.2, unfound: 0.55 };

/** What a fact without a form is, by its words. */
function typeOf(text: string): LearningType {
  if (FORBIDS.test(text) || TRAPS.test(text)) return "warning";
  if (DECIDED.test(text)) return "decision";
  if (ORDERS.test(text) || PREFERS.test(text)) return "recommendation";
  return "fact";
}

/** What learnings of an answer are made with. */
type Context = { category: string; injectedShingles: readonly ReadonlySet<string>[] };

const contextOf = ({ category, injected = [] }: Output): Context => ({
  category,
  injectedShingles: injected.map(shingles).filter((set) => set.size > 0),
});

function ruled(root: Section, { agent_type }: Output, context: Context): Learning[] {
  const found: Learning[] = [];
  const add: Add = (type, parts, confidence = CONFIDENCE[type]) => {
    const learning = learningOf(type, parts, { ...context, confidence });
    if (learning) found.push(learning);
  };

  for (const [section, above] of sectionsOf(root)) {
    const record = recordAround(section, above);
    decisions(section, above, add);
    records(section, above, record, add);
    choices(section, above, record, add);
    consequences(section, record, add);
    alternatives(section, record, add);
    mended(section, add);
    recommendations(section, add);
    lessons(section, add);
    rules(section, above, add);
    warnings(section, add);
    prohibitions(section, agent_type, add);
    findings(section, agent_type, add);
    if (APPROACH_AUTHORS.has(agent_type)) approaches(section, above, add);
    if (!ERROR_AUTHORS.has(agent_type)) continue;
    errors(section, add);
    causes(section, add);
  }
  return withoutRepeats(found).slice(0, MAX_LEARNINGS);
}
