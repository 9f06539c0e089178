import { diffIndices } from "node-diff3";
import type { Db } from "@/lib/db/client";
import { lockSkills } from "@/lib/db/sql/skills";
import type { OutputOf } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { ownDrafter, type proposalUpload, type Skill, uploaderOf } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import * as proposalWrites from "../proposals/write-queries";
import { applyEdits, locate, type SectionEdit, withLf } from "../skills/edits";
import { sha256 } from "../skills/files";
import { parseSkill, type SkillSection } from "../skills/markdown";

const TITLE = 120;

function outcomeOf(
  proposal: { input_sha256: string | null } | undefined,
  input_sha256: string,
): "created" | "unchanged" | "updated" {
  if (!proposal) return "created";
  if (proposal.input_sha256 === input_sha256) return "unchanged";
  return "updated";
}

function draftOf({
  section,
  edits,
  author,
  drafter,
  content,
  base_version,
  reason,
}: SectionChange & {
  author: string;
  drafter: string;
  content: string;
  base_version: number;
  reason: string;
}) {
  return {
    section,
    base_version,
    drafter,
    rationale: reason,
    input_sha256: sha256(JSON.stringify([base_version, edits, reason])),
    title: reason.split("\n", 1)[0]?.slice(0, TITLE) ?? reason,
    // No finding asks for it: the lead has the reason alone to go by.
    confidence: 0,
    rule_category: null,
    intents: {},
    evidence_count: 0,
    evidence_sha256: sha256(content),
    prompt_version: null,
    fallback: null,
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: null,
    prediction: null,
    hunks: edits.map((edit) => ({
      ...edit,
      rationale: `Changed by ${author}, for the reason above.`,
      evidence: [],
    })),
  } satisfies proposalWrites.NewDraft;
}

/**
 * Puts somebody's own changes in the queue: one proposal a section, in the place of the one that they uploaded before. An
 * open proposal of somebody else, or of a drafter, stays: its evidence is not thrown away.
 * @throws AppError conflict when a proposal was decided in between.
 */
export async function storeUpload(
  tx: Db,
  {
    organization_id,
    skill,
    author,
    changes,
    content,
    base_version,
    reason,
    now,
  }: {
    organization_id: string;
    skill: Skill;
    author: string;
    changes: readonly SectionChange[];
    content: string;
    base_version: number;
    reason: string;
    now: Date;
  },
): Promise<OutputOf<typeof proposalUpload>> {
  const drafter = ownDrafter(author);
  await lockSkills(tx, { organization_id, skill_ids: [skill.id] });
  const open = await proposalsQueries.findOpenProposals(tx, { organization_id, skill_ids: [skill.id] });
  const result: OutputOf<typeof proposalUpload> = { proposals: [], refused: [] };
  for (const { section, edits } of changes) {
    const own = open.find((proposal) => proposal.section === section);
    if (own && own.drafter !== drafter) {
      const { id: proposal_id } = own;
      const whose = uploaderOf(own.drafter) ?? "the drafter";
      result.refused.push({
        section,
        proposal_id,
        reason: `A proposal of ${whose} is open for it; decide that first.`,
      });
      continue;
    }
    const draft = draftOf({ section, edits, author, drafter, content, base_version, reason });
    const outcome = outcomeOf(own, draft.input_sha256);
    const id =
      own?.id ??
      (await proposalWrites.insertProposal(tx, { organization_id, skill_id: skill.id, draft, now }));
    if (own && outcome === "updated") {
      const { version } = own;
      const change = { organization_id, proposal_id: id, version, draft, even_opened: true, now };
      if (!(await proposalWrites.replaceDraft(tx, change)))
        throw new AppError("conflict", "A proposal was decided meanwhile; upload the text again.");
    }
    const stored = await proposalsQueries.findProposal(tx, { organization_id, proposal_id: id });
    if (!stored) throw new Error("a stored proposal is there");
    result.proposals.push({ ...stored, outcome });
  }
  return result;
}

/** What somebody's own text changes in one section of a skill. */
export type SectionChange = { section: string; edits: SectionEdit[] };

/**
 * Somebody's whole text of a skill as edits of its sections: whole lines that occur once in their section, one edit for
 * each run of changed lines. All of them together make exactly that text, or it is said why they cannot.
 */
export function changesOf(base: string, theirs: string): { changes: SectionChange[] } | { problem: string } {
  const before = withLf(base);
  const after = withLf(theirs);
  const old = parseSkill(before);
  const own = parseSkill(after);
  const outline = ({ sections }: typeof old) =>
    sections.map(({ depth, title }) => `${depth} ${title}`).join("\n");
  if (outline(old) !== outline(own) || old.frontmatter !== own.frontmatter)
    return {
      problem:
        "adds, removes or renames a heading or changes the frontmatter; make that change in the repository",
    };
  const changes: SectionChange[] = [];
  for (const [index, section] of old.sections.entries()) {
    const other = own.sections[index];
    if (!other) throw new Error("both have the same sections");
    const lines = [linesOf(old, section), linesOf(own, other)] as const;
    if (lines[0].join("\n") === lines[1].join("\n")) continue;
    if (!section.editable)
      return {
        problem: `changes “${section.title}”, a title that another section also has; give each its own`,
      };
    const edits = editsOf(before, section, ...lines);
    if (edits === null)
      return { problem: `changes lines of “${section.title}” that occur there more than once` };
    changes.push({ section: section.title, edits });
  }
  let made = before;
  for (const { section, edits } of changes) {
    const result = applyEdits(made, section, edits);
    if ("problem" in result) return { problem: `cannot be proposed for “${section}”: ${result.problem}` };
    made = result.content;
  }
  if (made === after) return { changes };
  return {
    problem:
      "changes text outside its sections, or in a way that no edit of them says; make that change in the repository",
  };
}

const linesOf = ({ content }: { content: string }, { start, end }: SkillSection) =>
  content.slice(start, end).split("\n");

type Run = { from: number; to: number; written: string[] };

/** The runs of changed lines of a section, each widened until its lines occur once. Null: they never do. */
function editsOf(
  content: string,
  section: SkillSection,
  before: readonly string[],
  after: readonly string[],
): SectionEdit[] | null {
  const document = parseSkill(content);
  const runs: Run[] = [];
  for (const { buffer1, buffer2 } of diffIndices([...before], [...after])) {
    let from = buffer1[0];
    let to = from + buffer1[1];
    let written = after.slice(buffer2[0], buffer2[0] + buffer2[1]);
    // Upwards first: lines that are only added go behind the line before them. No lines at all would leave an empty one.
    while (written.length === 0 || !isUnique(before.slice(from, to).join("\n"))) {
      if (from > 0) written = [before[--from] ?? "", ...written];
      else if (to < before.length) written = [...written, before[to++] ?? ""];
      else return null;
    }
    const previous = runs.at(-1);
    if (previous && previous.to > from) {
      // Two runs that share lines are one.
      written = [...previous.written, ...written.slice(previous.to - from)];
      from = previous.from;
      runs.pop();
    }
    runs.push({ from, to, written });
  }
  return runs.map(({ from, to, written }) => ({
    current_text: before.slice(from, to).join("\n"),
    proposed_text: written.join("\n"),
  }));

  function isUnique(text: string): boolean {
    return text.trim() !== "" && !("problem" in locate(document, section, text));
  }
}
