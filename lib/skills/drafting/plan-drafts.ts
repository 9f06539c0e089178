import type { LanguageModel } from "@/lib/ai";
import type { Database } from "@/lib/db/client";
import { findTurnedDownFindings } from "@/lib/db/sql/skills";
import { highRejectionRules } from "@/lib/reviews";
import type { Considered, Skill } from "../contract";
import * as proposalsQueries from "../proposals/queries";
import { sha256 } from "../skills/files";
import { parseSkill } from "../skills/markdown";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import { consider, NOBODY, withoutEvidence } from "./considered";
import type {
  Candidate,
  DraftOccasion,
  DraftPlan,
  Evidence,
  OpenProposal,
  Planned,
  Standing,
  Wanted,
} from "./draft-plan";
import { DRAFTER } from "./drafter";
import { intentOf, intentsOf } from "./intents";
import { place, shareOut } from "./place-evidence";
import { pastOf, predictOpen } from "./predict-drafts";
import { toDraft } from "./to-draft";
import { write } from "./write-section";

/**
 * Drafts for every high-rejection rule, or for the one that something is wanted of. A finding counts for the skill it
 * names, or without a name for the skill of its repository, if only one can be meant. Restricted to a repository or a
 * skill, others are left alone. What was asked for a rule in an open proposal stays asked when that is drafted anew.
 */
export async function planDrafts(
  db: Database,
  params: {
    organization_id: string;
    model: LanguageModel | null;
    occasion: DraftOccasion;
    signal?: AbortSignal | undefined;
    repository_id?: string | undefined;
    skill_id?: string | undefined;
    wanted?: Wanted | null | undefined;
    /** Repositories the asker may see; null: all. */
    repository_ids: readonly string[] | null;
    now: Date;
  },
): Promise<DraftPlan> {
  const { organization_id, repository_id, skill_id, wanted = null, repository_ids, now } = params;
  const skills = await skillsQueries.findSkills(db, { organization_id });
  const contents = await versionsQueries.findCurrentContents(db, { organization_id, skills });
  const candidates = skills.flatMap((skill): Candidate[] => {
    const content = contents.get(skill.id);
    return content === undefined ? [] : [{ skill, content, document: parseSkill(content) }];
  });
  const isMeant = ({ id, repository }: Skill) =>
    (skill_id === undefined || id === skill_id) &&
    (repository_id === undefined || repository.id === repository_id) &&
    (repository_ids === null || repository_ids.includes(repository.id));
  const meant = candidates.filter(({ skill }) => isMeant(skill));
  const skill_ids = meant.map(({ skill }) => skill.id);
  const open = await proposalsQueries.findOpenProposals(db, { organization_id, skill_ids });
  const turnedDown = await findTurnedDownFindings(db, { organization_id, skill_ids });
  const rules = await highRejectionRules(db, {
    organization_id,
    ...(repository_id === undefined ? {} : { repository_id }),
    also: [...(wanted ? [wanted.rule_category] : []), ...open.flatMap(({ intents }) => Object.keys(intents))],
    now,
  });

  const considered: Considered[] = [];
  const planned: Planned[] = [];
  const standing: Standing[] = [];
  const shares = rules.map((rule) => ({ rule, share: shareOut(rule, candidates) }));
  const isWanted = ({ rule_category }: { rule_category: string }) => rule_category === wanted?.rule_category;
  if (wanted && !rules.some(isWanted)) considered.push(withoutEvidence(wanted));
  for (const { rule, share } of shares)
    if (share.nobody.length > 0 && skill_id === undefined && (rule.high_rejection || isWanted(rule)))
      considered.push(
        consider(
          rule,
          null,
          candidates.length === 0 ? "No skill is registered; register one first." : NOBODY,
        ),
      );
  for (const candidate of meant) {
    const own = open.filter(({ skill }) => skill.id === candidate.skill.id);
    const sections = new Map<string, { proposal: OpenProposal | null; rules: Evidence[] }>();
    for (const { rule, share } of shares) {
      const findings = share.bySkill.get(candidate.skill.id);
      const intent = wanted && isWanted(rule) ? wanted.intent : intentOf(rule, own);
      if (!findings || intent === null) continue;
      const before = turnedDown.filter(
        (each) =>
          each.skill_id === candidate.skill.id &&
          each.rule_category === rule.rule_category &&
          each.intent === intent,
      );
      const placed = place(
        candidate,
        { ...rule, intent },
        findings,
        own,
        new Set(before.map(({ finding_id }) => finding_id)),
      );
      if ("reason" in placed) considered.push(consider(rule, candidate.skill, placed.reason));
      else {
        const section = sections.get(placed.section) ?? { proposal: placed.proposal, rules: [] };
        section.rules.push(placed.evidence);
        sections.set(placed.section, section);
      }
    }
    if (wanted)
      for (const [title, section] of sections) if (!section.rules.some(isWanted)) sections.delete(title);
    const past = sections.size === 0 ? [] : await pastOf(db, { organization_id, candidate, candidates, now });
    for (const [title, { proposal, rules: evidence }] of sections) {
      const input_sha256 = inputOf(candidate, title, evidence);
      if (proposal && isStanding(proposal, { title, candidate, input_sha256, evidence, ...params })) {
        standing.push({
          skill: candidate.skill,
          proposal,
          prediction: await predictOpen(db, params, proposal, past),
        });
        for (const { rule_category } of evidence) {
          const rule = rules.find((each) => each.rule_category === rule_category);
          if (rule) considered.push(consider(rule, candidate.skill, `Proposed for “${title}” already.`));
        }
        continue;
      }
      const written = await write(db, { ...params, candidate, title, evidence, input_sha256 });
      const { hunks, skipped } = written.draft;
      for (const rule of rules) {
        const skip = skipped.find(({ rule_category }) => rule_category === rule.rule_category);
        const drafted = evidence.find(({ rule_category }) => rule_category === rule.rule_category);
        if (skip) considered.push(consider(rule, candidate.skill, skip.reason));
        else if (drafted)
          considered.push(consider(rule, candidate.skill, `Proposed for “${title}”: ${drafted.because}.`));
      }
      if (hunks.length > 0)
        planned.push({
          skill: candidate.skill,
          proposal,
          draft: toDraft({ skill: candidate.skill, section: title, evidence, written, input_sha256, past }),
        });
    }
  }
  return { planned, standing, considered: wanted ? considered.filter(isWanted) : considered };
}

/** What a draft of a section is made from; the same again would give the same. */
function inputOf({ skill, content }: Candidate, title: string, rules: readonly Evidence[]): string {
  const ids = rules.flatMap(({ findings }) => findings.map(({ id }) => id)).sort();
  return sha256(JSON.stringify([skill.id, sha256(content), title, ids, intentsOf(rules)]));
}

/** New findings that an open proposal of a language model waits for before it is drafted anew unasked. */
const MIN_FRESH = 3;

function isStanding(
  proposal: OpenProposal,
  {
    title,
    candidate,
    input_sha256,
    evidence,
    model,
    occasion,
  }: {
    title: string;
    candidate: Candidate;
    input_sha256: string;
    evidence: readonly Evidence[];
    model: LanguageModel | null;
    occasion: DraftOccasion;
  },
): boolean {
  if (proposal.section !== title || proposal.base_version !== candidate.skill.current_version) return false;
  const by_model = proposal.drafter !== DRAFTER;
  // Where a model could not write, it gets another chance when somebody asks.
  const could_be_better = model !== null && !by_model && occasion === "asked";
  if (proposal.input_sha256 === input_sha256) return !could_be_better || proposal.drafting.fallback === null;
  if (!by_model || occasion === "asked") return false;
  const known = new Set(proposal.finding_ids);
  const fresh = evidence.flatMap(({ findings }) => findings.filter(({ id }) => !known.has(id))).length;
  return fresh < Math.max(MIN_FRESH, known.size / 2);
}
