import type { Db } from "@/lib/db/client";
import { countSkillFindings, findSkillFindings, type SkillFinding } from "@/lib/db/sql/skills";
import { parseSkill } from "../skills/markdown";
import * as skillsQueries from "../skills/queries";
import * as versionsQueries from "../versions/queries";
import type { Candidate } from "./draft-plan";
import { chooseSection } from "./section";

/**
 * Which findings a skill answers for. Drafts, predictions, trials and effects all ask here, so that they state the same
 * figures of a skill.
 */

/** What decides who answers for a finding: what it names (null: nothing), and its rule. */
type Naming = { skill: string | null; repository_id: string | null; rule_category: string };

/** The skills of an organization with their current texts. */
export async function loadCandidates(
  db: Db,
  { organization_id }: { organization_id: string },
): Promise<Candidate[]> {
  const skills = await skillsQueries.findSkills(db, { organization_id });
  const contents = await versionsQueries.findCurrentContents(db, { organization_id, skills });
  return skills.flatMap((skill): Candidate[] => {
    const content = contents.get(skill.id);
    if (content === undefined) return [];
    return [{ skill, content, document: parseSkill(content) }];
  });
}

/**
 * Says of a finding which skill answers for it, by id: the one it names, in its repository before any other; without a
 * name the only one of its repository, or the only one there that speaks of the rule. Null when several could be meant.
 */
export function answererAmong(candidates: readonly Candidate[]): (finding: Naming) => string | null {
  const answers = new Map<string, string | null>();
  return (finding) => {
    // The answer depends on these alone, and parsing words of every finding for every skill would not be cheap.
    const question = JSON.stringify([finding.rule_category, finding.skill, finding.repository_id]);
    const known = answers.get(question);
    if (known !== undefined) return known;
    const skill_id = answererOf(finding, candidates);
    answers.set(question, skill_id);
    return skill_id;
  };
}

function answererOf(
  { skill: name, repository_id, rule_category }: Naming,
  candidates: readonly Candidate[],
): string | null {
  const inHome = (list: readonly Candidate[]) =>
    list.filter(({ skill }) => skill.repository.id === repository_id);
  const only = (list: readonly Candidate[]) => {
    if (list.length === 1) return list[0]?.skill.id ?? null;
    return null;
  };
  if (name !== null) {
    const named = candidates.filter(({ skill }) => skill.name === name);
    return only(inHome(named)) ?? only(named);
  }
  const near = repository_id === null ? candidates : inHome(candidates);
  return (
    only(near) ??
    only(near.filter(({ document }) => chooseSection(document, rule_category, [])?.named === true))
  );
}

type OfSkill = {
  organization_id: string;
  skill_id: string;
  candidates: readonly Candidate[];
  from: Date;
  to: Date;
};

/** The judged findings of a period that a skill answers for, newest first. */
export async function findingsOfSkill(db: Db, asked: OfSkill): Promise<SkillFinding[]> {
  const scope = scopeOf(asked);
  if (scope === null) return [];
  const answererFor = answererAmong(asked.candidates);
  const findings = await findSkillFindings(db, scope);
  return findings.filter((finding) => answererFor(finding) === asked.skill_id);
}

/** How many findings of some rules, of those of a period that a skill answers for, were flagged and rejected. */
export async function countOfSkill(
  db: Db,
  { rule_categories, ...asked }: OfSkill & { rule_categories: readonly string[] },
): Promise<{ flagged: number; rejected: number }> {
  const scope = scopeOf(asked);
  if (scope === null) return { flagged: 0, rejected: 0 };
  const answererFor = answererAmong(asked.candidates);
  const counts = await countSkillFindings(db, { ...scope, rule_categories });
  const own = counts.filter((count) => answererFor(count) === asked.skill_id);
  return {
    flagged: own.reduce((sum, { flagged }) => sum + flagged, 0),
    rejected: own.reduce((sum, { rejected }) => sum + rejected, 0),
  };
}

/** The findings among which are all that a skill answers for; null for a skill without a text. */
function scopeOf({ organization_id, skill_id, candidates, from, to }: OfSkill) {
  const own = candidates.find(({ skill }) => skill.id === skill_id)?.skill;
  if (!own) return null;
  const { name, repository } = own;
  const is_only_of_name = candidates.filter(({ skill }) => skill.name === name).length === 1;
  return { organization_id, skill: name, repository_id: repository.id, is_only_of_name, from, to };
}
