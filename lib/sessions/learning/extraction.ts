import { outline, sectionsOf } from "@/lib/text/outline";
import { findings, recommendations, rules, warnings } from "./find-advice";
import { choices, decisions } from "./find-decisions";
import { lessons, prohibitions } from "./find-lessons";
import { alternatives, consequences, recordAround, records } from "./find-records";
import { approaches, causes, errors, mended } from "./find-solutions";
import { type Add, CONFIDENCE, ERROR_AUTHORS, type Learning, learningOf } from "./learned-statement";
import { ends, shingles, withoutRepeats } from "./repeats";

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

/**
 * The learnings in an agent's answer, surest first within a form, at most 50. Nothing is thrown for any text.
 */
export function extractLearnings({ text, agent_type, category, injected = [] }: Output): Learning[] {
  const root = outline(ends(text));
  const injectedShingles = injected.map(shingles).filter((set) => set.size > 0);
  const found: Learning[] = [];
  const add: Add = (type, parts, confidence = CONFIDENCE[type]) => {
    const learning = learningOf(type, parts, { category, injectedShingles, confidence });
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
