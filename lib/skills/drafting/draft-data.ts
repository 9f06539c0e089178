import type { Embedder, LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { findRejectedHunks } from "@/lib/db/sql/skills";
import { highRejectionRules } from "@/lib/reviews";
import type { Considered, Skill } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import { parseSkill } from "../skills/markdown";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import { consider } from "./considered";
import type { Candidate, DraftOccasion, Evidence, OpenProposal, Wanted } from "./draft-plan";
import { intentOf } from "./intents";
import { assignToSkills, place } from "./place-evidence";

export type DraftParams = {
  organization_id: string;
  model: LanguageModel | null;
  embedder: Embedder | null;
  occasion: DraftOccasion;
  signal?: AbortSignal;
  repository_id?: string;
  skill_id?: string;
  wanted?: Wanted | null;
  /** In place of the organization's. */
  thresholds?: { min_rejection_rate?: number; min_samples?: number };
  /** Repositories the asker may see; null: all. */
  repository_ids: readonly string[] | null;
  now: Date;
};

/** Everything that drafts are made from: skills, open proposals, rules and which findings speak against which skill. */
export type DraftData = Awaited<ReturnType<typeof loadDraftData>>;

export async function loadDraftData(
  db: Database,
  { organization_id, repository_id, skill_id, wanted, thresholds, repository_ids, now }: DraftParams,
) {
  const skills = await skillsQueries.findSkills(db, { organization_id });
  const contents = await versionsQueries.findCurrentContents(db, { organization_id, skills });
  const candidates = skills.flatMap((skill): Candidate[] => {
    const content = contents.get(skill.id);
    if (content === undefined) return [];
    return [{ skill, content, document: parseSkill(content) }];
  });
  const isMeant = ({ id, repository }: Skill) =>
    (skill_id === undefined || id === skill_id) &&
    (repository_id === undefined || repository.id === repository_id) &&
    (repository_ids === null || repository_ids.includes(repository.id));
  const meant = candidates.filter(({ skill }) => isMeant(skill));
  const skill_ids = meant.map(({ skill }) => skill.id);
  const open = await proposalsQueries.findOpenProposals(db, { organization_id, skill_ids });
  const rejected_hunks = await findRejectedHunks(db, { organization_id, skill_ids });
  const rules = await highRejectionRules(db, {
    organization_id,
    repository_id,
    also: [...(wanted ? [wanted.rule_category] : []), ...open.flatMap(({ intents }) => Object.keys(intents))],
    thresholds,
    now,
  });
  const shares = rules.map((rule) => ({ rule, share: assignToSkills(rule, candidates) }));
  return { candidates, meant, open, rejected_hunks, shares };
}

export function isWanted(
  wanted: Wanted | null,
  { rule_category }: { rule_category: string },
): wanted is Wanted {
  return rule_category === wanted?.rule_category;
}

type SectionEvidence = { title: string; proposal: OpenProposal | null; rules: Evidence[] };

/** Which sections of a skill get exceptions, with the evidence for them, and the rules that get none. */
export function placeEvidence({
  data: { open, rejected_hunks, shares },
  candidate,
  wanted,
}: {
  data: DraftData;
  candidate: Candidate;
  wanted: Wanted | null;
}): { sections: SectionEvidence[]; refused: Considered[] } {
  const skill_id = candidate.skill.id;
  const proposals = open.filter(({ skill }) => skill.id === skill_id);
  const sections: SectionEvidence[] = [];
  const refused: Considered[] = [];
  for (const { rule, share } of shares) {
    const findings = share.bySkill.get(skill_id);
    const intent = isWanted(wanted, rule) ? wanted.intent : intentOf(rule, proposals);
    if (!findings || intent === null) continue;
    const before = rejected_hunks.filter(
      (each) =>
        each.skill_id === skill_id && each.rule_category === rule.rule_category && each.intent === intent,
    );
    const placed = place(candidate, { ...rule, intent }, findings, proposals, before);
    if ("reason" in placed) {
      refused.push(consider(rule, candidate.skill, placed.reason));
      continue;
    }
    const { section: title, proposal } = placed;
    const section = sections.find((each) => each.title === title && each.proposal?.id === proposal?.id);
    if (section) section.rules.push(placed.evidence);
    else sections.push({ title, proposal, rules: [placed.evidence] });
  }
  const meant = sections.filter(({ rules }) => !wanted || rules.some((rule) => isWanted(wanted, rule)));
  return { sections: meant, refused };
}
