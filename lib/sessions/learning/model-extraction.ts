import { z } from "zod";
import type { GenerateRequest } from "@/lib/ai";
import { allLines, outline, sectionsOf } from "@/lib/text/outline";
import { overlapOf } from "@/lib/text/similarity";
import { uninflected } from "@/lib/text/stems";
import { plainWordsOf } from "@/lib/text/words";
import { learningsByRules, type Output } from "./extraction";
import { LEARNING_TYPES, type Learning, learningOf, type Parts } from "./learned-statement";
import { EXTRACT_LEARNINGS_1 as PROMPT } from "./prompts/extract-learnings-1";
import { shingles } from "./repeats";

/**
 * Learnings that a language model sees in an agent's answer beyond those that the forms tell. The model proposes; whether
 * something is kept is decided here, by what is in the answer, so that neither a model that makes things up nor an
 * answer that talks the model into something puts words into the memory that its author did not write as prose.
 */

export const PROMPT_VERSION = PROMPT.version;

const MAX_LEARNINGS = 20;
const MAX_OUTPUT_TOKENS = 1_500;
const MAX_CITATIONS = 5;
/** The least sure of the forms. */
const MIN_CONFIDENCE = 0.7;
const MIN_QUOTE_WORDS = 4;
/** Of the longer words of a statement, how many the answer must have: a sentence may be put together again, not made up. */
const MIN_SAID = 0.6;
const LONGER = 4;
/** From this share of common words on, two statements of one answer say the same. */
const SAME = 0.6;
const MAX_TASK = 1_000;

const citationSchema = z.object({ path: z.string(), line_start: z.int(), line_end: z.int() });
export type ProposedCitation = z.output<typeof citationSchema>;

const proposedSchema = z.object({
  type: z.enum(LEARNING_TYPES),
  statement: z.string(),
  quote: z.string(),
  reasoning: z.string().nullable(),
  error: z.string().nullable(),
  solution: z.string().nullable(),
  instead: z.string().nullable(),
  confidence: z.number(),
  citations: z.array(citationSchema),
});
export type Proposed = z.output<typeof proposedSchema>;

const answerSchema = z.object({ learnings: z.array(proposedSchema).max(MAX_LEARNINGS) });

export type Asking = Output & { task?: string | null };

/** The question about one answer, which must be without secrets. There is one question and no other. */
export function extractionRequest(asking: Asking): GenerateRequest<z.output<typeof answerSchema>> {
  const { text, agent_type, task } = asking;
  return {
    system: PROMPT.system,
    prompt: JSON.stringify({
      agent_type,
      task: task?.slice(0, MAX_TASK) ?? null,
      known: learningsByRules(asking).map(({ statement }) => statement),
      answer: text,
    }),
    schema: answerSchema,
    schema_name: "learnings",
    max_output_tokens: MAX_OUTPUT_TOKENS,
    repair: false,
  };
}

export const REFUSALS = [
  "unsure",
  "incomplete",
  "not_prose",
  "not_said",
  "passing",
  "known",
  "citation",
] as const;
export type Refusal = (typeof REFUSALS)[number];

export type Accepted = { learning: Learning; citations: ProposedCitation[] };

/**
 * Which of a model's learnings are kept. Refused is what is not sure enough (`unsure`), an error without its solution
 * (`incomplete`), rests on words that are not in the answer's prose (`not_prose`), says what the answer does not
 * (`not_said`), passes with the day or repeats what the agent had been given (`passing`), what the forms or another of
 * them say too (`known`), and what names a place in a file that the answer does not name (`citation`).
 */
export function acceptLearnings(
  proposed: readonly Proposed[],
  asking: Asking,
): { accepted: Accepted[]; refused: Refusal[] } {
  const { text, category, injected = [] } = asking;
  const prose = proseOf(text);
  const said = new Set(prose.words.map(uninflected));
  const injectedShingles = injected.map(shingles).filter((set) => set.size > 0);
  const known = learningsByRules(asking).map(({ statement }) => new Set(plainWordsOf(statement)));
  const accepted: Accepted[] = [];
  const refused: Refusal[] = [];
  for (const one of proposed.toSorted((a, b) => b.confidence - a.confidence)) {
    const learning = toLearning(one, { prose, said, injectedShingles, known, category, text });
    if (typeof learning === "string") {
      refused.push(learning);
      continue;
    }
    known.push(new Set(plainWordsOf(learning.statement)));
    accepted.push({ learning, citations: one.citations });
  }
  return { accepted, refused };
}

type Prose = { words: string[]; joined: string; text: string };

/** What is beside the statement is as good as it, or is left out. */
function partsOf(
  { type, error, solution, instead, reasoning }: Proposed,
  statement: string,
  isSaid: (words: string) => boolean,
): Parts {
  const parts: Parts = { statement, reasoning: reasoning && isSaid(reasoning) ? reasoning : undefined };
  if (type === "error_solution") return { ...parts, error: error ?? "", solution: solution ?? "" };
  if (type === "warning" && instead && isSaid(instead)) return { ...parts, instead };
  return parts;
}

function toLearning(
  one: Proposed,
  {
    prose,
    said,
    injectedShingles,
    known,
    category,
    text,
  }: {
    prose: Prose;
    said: ReadonlySet<string>;
    injectedShingles: readonly ReadonlySet<string>[];
    known: readonly ReadonlySet<string>[];
    category: string;
    text: string;
  },
): Learning | Refusal {
  if (!(one.confidence >= MIN_CONFIDENCE && one.confidence <= 1)) return "unsure";
  const { type, quote, error, solution } = one;
  const both = error?.trim() && solution?.trim();
  if (type === "error_solution" && !both) return "incomplete";
  const quoted = plainWordsOf(quote);
  if (quoted.length < MIN_QUOTE_WORDS || !prose.joined.includes(` ${quoted.join(" ")} `)) return "not_prose";
  const statement = type === "error_solution" ? `${error} → ${solution}` : one.statement;
  const isSaid = (words: string) => standsIn(words, prose, said);
  if (!isSaid(statement)) return "not_said";
  const parts = partsOf(one, statement, isSaid);
  const learning = learningOf(type, parts, { category, injectedShingles, confidence: one.confidence });
  if (!learning || FIRST_PERSON.test(learning.statement)) return "passing";
  const words = new Set(plainWordsOf(learning.statement));
  if (known.some((other) => overlapOf(words, other) >= SAME)) return "known";
  if (one.citations.length > MAX_CITATIONS || !one.citations.every((place) => isNamed(place, text)))
    return "citation";
  return learning;
}

/** The words of an answer outside of code blocks, quotations and tables, which show or repeat what others wrote. */
function proseOf(text: string): Prose {
  const root = outline(text);
  const lines = [...sectionsOf(root)].map(([section]) => section.title);
  lines.push(...[...allLines(root)].map((line) => line.text));
  const words = plainWordsOf(lines.join(" "));
  return { words, joined: ` ${words.join(" ")} `, text: lines.join(" ") };
}

/** What the agent did is no knowledge; the forms never stand before such a sentence, a model may. */
const FIRST_PERSON = /^I\b/;

/** Code, numbers, identifiers and paths: what a sentence is about, and what must not be made up at all. */
const EXACT = /`[^`]+`|\b[\p{L}_]\w*(?:[_./-]\w+)+\b|\b\p{Ll}+\p{Lu}\w*|\b\d[\d.,]*\d\b|\b\d\b/gu;

function standsIn(statement: string, prose: Prose, said: ReadonlySet<string>): boolean {
  const names = statement.match(EXACT) ?? [];
  if (!names.every((name) => prose.text.includes(name.replaceAll("`", "")))) return false;
  const all = plainWordsOf(statement);
  const longer = all.filter((word) => word.length >= LONGER);
  const words = longer.length > 0 ? longer : all;
  return (
    words.length > 0 && words.filter((word) => said.has(uninflected(word))).length / words.length >= MIN_SAID
  );
}

/** True when the answer names this file and both its lines. */
function isNamed({ path, line_start, line_end }: ProposedCitation, text: string): boolean {
  const at = text.indexOf(path);
  if (path === "" || at < 0 || line_start < 1 || line_end < line_start) return false;
  const numbers = new Set(text.match(/\d+/g));
  return [line_start, line_end].every((line) => numbers.has(String(line)));
}
