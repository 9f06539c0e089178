import { z } from "zod";
import type { GenerateRequest, LanguageModel, Usage } from "@/lib/ai";
import { applyEdits, findSection, locate, withLf } from "../skills/edits";
import { refuseText } from "../skills/forbidden-text";
import { readFrontmatter } from "../skills/frontmatter";
import { parseSkill } from "../skills/markdown";
import { type Draft, type DraftedHunk, type DraftFinding, MIN_CLUSTER, type RuleEvidence } from "./evidence";
import { DRAFT_SECTION_3 as PROMPT } from "./prompts/draft-section-3";
import { writtenText } from "./rejected-hunks";

/**
 * Drafts edits of a section with a language model. What it answers is checked like everything else that would enter a
 * skill, and for what only a model gets wrong: text that is not there, findings that do not exist.
 */

export const PROMPT_VERSION = PROMPT.version;

const MAX_OUTPUT_TOKENS = 2000;
const MAX_HUNKS = 5;
/** Findings of a rule that a model is shown, the newest first; more of them say the same. */
const MAX_FINDINGS = 40;
const MAX_TEXT = 400;
/** Rejected hunks of a rule that a model is shown, the latest first. */
const MAX_REJECTED = 10;
/** Characters that one hunk may add. */
const MAX_GROWTH = 1500;
const MAX_RATIONALE = 600;

const answerSchema = z.object({
  hunks: z
    .array(
      z.object({
        current_text: z.string().describe("Whole lines of the section that occur there exactly once"),
        proposed_text: z.string().describe("The text that replaces them"),
        rationale: z.string().describe("Why, in one or two sentences"),
        findings: z.array(z.int()).describe("Numbers of the supporting findings"),
      }),
    )
    .max(MAX_HUNKS),
  nothing: z.string().nullable().describe("Why no edit is supported; null when there are hunks"),
});
type Answer = z.output<typeof answerSchema>;

type Section = { path: string; content: string; title: string; rules: readonly RuleEvidence[] };
type Numbered = { number: number; rule_category: string; finding: DraftFinding };

function numbered(rules: readonly RuleEvidence[]): Numbered[] {
  return rules
    .flatMap(({ rule_category, findings }) =>
      [...findings]
        .sort((a, b) => b.found_at.localeCompare(a.found_at) || a.id.localeCompare(b.id))
        .slice(0, MAX_FINDINGS)
        .map((finding) => ({ rule_category, finding })),
    )
    .map((each, index) => ({ number: index + 1, ...each }));
}

/** The question about one section, with the checks of its answer as part of its schema: one repair covers both. */
export function draftRequest(section: Section): GenerateRequest<Answer> {
  const document = parseSkill(section.content);
  const found = findSection(document, section.title);
  if ("problem" in found) throw new Error("the section was chosen from this text");
  const known = numbered(section.rules);
  const cut = (text: string | null) => text?.slice(0, MAX_TEXT) ?? null;
  return {
    system: PROMPT.system,
    prompt: JSON.stringify(
      {
        section: {
          title: section.title,
          text: withLf(section.content.slice(found.start, found.end)).trimEnd(),
        },
        rules: section.rules.map(({ rule_category, flagged, rejected, intent, rejected_hunks = [] }) => ({
          rule_category,
          wanted: intent,
          flagged,
          rejected,
          rejected_before: rejected_hunks
            .slice(0, MAX_REJECTED)
            .map((hunk) => ({ text: cut(writtenText(hunk)), reason: cut(hunk.feedback) })),
          findings: known
            .filter((each) => each.rule_category === rule_category)
            .map(({ number, finding }) => ({
              number,
              title: cut(finding.title),
              path: finding.file_path,
              issue: cut(finding.original_issue),
              reason: cut(finding.reason),
            })),
        })),
      },
      null,
      1,
    ),
    schema: answerSchema.superRefine((answer, context) => {
      for (const { path, message } of problemsOf(answer, section, known))
        context.addIssue({ code: "custom", path, message });
    }),
    schema_name: "section_edits",
    max_output_tokens: MAX_OUTPUT_TOKENS,
  };
}

type Problem = { path: (string | number)[]; message: string };

const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+/gi;
const MARKUP = /!?\[[^\]]*\]\(|<[a-z/!][^>]*>/gi;
const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

type AnswerHunk = Answer["hunks"][number];
type Refuse = (field: string, message: string) => void;

/** Whether a hunk names findings that can support it. */
function checkFindings({ findings }: AnswerHunk, known: readonly Numbered[], refuse: Refuse): void {
  const support = known.filter(({ number }) => findings.includes(number));
  if (findings.some((number) => !known.some((each) => each.number === number)))
    refuse("findings", "names a finding that was not given");
  else if (new Set(findings).size < MIN_CLUSTER)
    refuse("findings", `at least ${MIN_CLUSTER} findings must support a hunk`);
  else if (new Set(support.map(({ rule_category }) => rule_category)).size > 1)
    refuse("findings", "all findings of a hunk must be of one rule");
}

/** Whether the words that a hunk proposes may be in a skill. */
function checkText({ current_text, proposed_text, rationale }: AnswerHunk, refuse: Refuse): void {
  if (withLf(proposed_text) === withLf(current_text)) refuse("proposed_text", "changes nothing");
  if (proposed_text.length - current_text.length > MAX_GROWTH)
    refuse("proposed_text", `adds more than ${MAX_GROWTH} characters; be brief`);
  const refused = refuseText(proposed_text, current_text) ?? refuseText(rationale);
  if (refused !== null) refuse("proposed_text", refused);
  if (count(proposed_text, ADDRESS) > count(current_text, ADDRESS))
    refuse("proposed_text", "adds an address; remove it");
  if (count(proposed_text, MARKUP) > count(current_text, MARKUP))
    refuse("proposed_text", "adds a link or HTML; write plain text");
  if (rationale.trim() === "") refuse("rationale", "must not be empty");
}

/** What is wrong with an answer, in words the model can act on. */
function problemsOf(answer: Answer, section: Section, known: readonly Numbered[]): Problem[] {
  const problems: Problem[] = [];
  const document = parseSkill(section.content);
  const found = findSection(document, section.title);
  if ("problem" in found) return [{ path: ["hunks"], message: found.problem }];
  if (answer.hunks.length === 0 && !answer.nothing?.trim())
    problems.push({ path: ["nothing"], message: "say why there is no hunk" });
  const used = new Map<number, number>();
  for (const [index, hunk] of answer.hunks.entries()) {
    const refuse = (field: string, message: string) =>
      problems.push({ path: ["hunks", index, field], message });
    checkFindings(hunk, known, refuse);
    for (const number of new Set(hunk.findings)) {
      const other = used.get(number);
      if (other === undefined) used.set(number, index);
      else if (other !== index) refuse("findings", `finding ${number} supports another hunk already`);
    }
    const at = locate(document, found, hunk.current_text);
    if ("problem" in at) refuse("current_text", `${at.problem} Copy whole lines that occur once.`);
    checkText(hunk, refuse);
  }
  if (problems.length > 0 || answer.hunks.length === 0) return problems;
  const result = applyEdits(section.content, section.title, answer.hunks);
  if ("problem" in result) return [{ path: ["hunks", result.edit ?? 0], message: result.problem }];
  const fields = readFrontmatter(parseSkill(result.content), section.path);
  if ("problem" in fields) return [{ path: ["hunks"], message: `the skill ${fields.problem}` }];
  return [];
}

/**
 * Asks for hunks for one section.
 * @throws AiError when the model does not answer, or twice in a way that cannot be used; the signal's reason.
 */
export async function draftSectionWithModel(
  model: LanguageModel,
  section: Section,
  options: { signal: AbortSignal; on_usage: (usage: Usage) => void },
): Promise<Draft> {
  const { value } = await model.generate(draftRequest(section), options);
  const known = numbered(section.rules);
  const hunks = value.hunks.map((hunk): DraftedHunk => {
    const support = known.filter(({ number }) => hunk.findings.includes(number));
    return {
      current_text: withLf(hunk.current_text),
      proposed_text: withLf(hunk.proposed_text),
      rule_category: support[0]?.rule_category ?? "general",
      rationale: [...hunk.rationale.replace(/\s+/g, " ").trim()].slice(0, MAX_RATIONALE).join(""),
      findings: support.map(({ finding }) => finding),
    };
  });
  const said = [...(value.nothing ?? "").replace(/\s+/g, " ").trim()].slice(0, MAX_RATIONALE).join("");
  const reason =
    said === "" || refuseText(said) !== null
      ? "The language model found no recurring reason."
      : `The language model proposed no edit: ${said}`;
  const skipped = section.rules
    .filter(({ rule_category }) => !hunks.some((hunk) => hunk.rule_category === rule_category))
    .map(({ rule_category }) => ({ rule_category, reason }));
  return { hunks, skipped };
}
