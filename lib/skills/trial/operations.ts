import { findSkillFindings, type SkillFinding } from "@/lib/db/sql/skills";
import { tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { applyEdits } from "../skills/edits";
import { currentVersion, loadSkill, maySeeIts } from "../skills/loaders";
import * as skillsQueries from "../skills/queries";
import { matcherOfLine, newExceptions } from "./matcher";

type Tried = { finding: SkillFinding; by: string };

export const skillTrial = defineQuery(contract.skillTrial, {
  load: loadSkill,
  authorize: maySeeIts,
  read: async ({ db, actor, input, subject: skill, now }) => {
    const tenant = tenantOf({ actor });
    const current = await currentVersion(db, skill, actor.organization_id);
    const content = contentOf(input, current.content);
    const lines = newExceptions(content, current.content);
    const others = await skillsQueries.findSkills(db, { ...tenant, repository_id: skill.repository.id });
    const at = now();
    const findings = await findSkillFindings(db, {
      ...tenant,
      repository_id: skill.repository.id,
      skill: skill.name,
      only_skill: others.length === 1,
      from: new Date(at.getTime() - input.days * DAY_MS),
      to: new Date(at.getTime() + 1),
    });
    const matchers = lines.map((line) => ({ line, applies: matcherOfLine(line) }));
    const tried = findings.flatMap((finding): Tried[] => {
      const by = matchers.find(({ applies }) => applies(finding));
      return by ? [{ finding, by: by.line }] : [];
    });
    const listOf = (disposition: string) => {
      const own = tried.filter(({ finding }) => finding.disposition === disposition);
      return {
        total: own.length,
        of: findings.filter((finding) => finding.disposition === disposition).length,
        items: own.slice(0, contract.MAX_TRIAL_FINDINGS).map(({ finding, by }) => ({
          id: finding.id,
          title: finding.title,
          file_path: finding.file_path,
          rule_category: finding.rule_category,
          found_at: finding.found_at.toISOString(),
          by,
        })),
      };
    };
    return {
      days: input.days,
      exceptions: lines.length,
      hidden: listOf("implement"),
      prevented: listOf("reject"),
      approximate: true,
    };
  },
});

type Asked = {
  content?: string;
  section?: string;
  edits?: readonly { current_text: string; proposed_text: string }[];
};

function contentOf({ content, section = "", edits = [] }: Asked, current: string): string {
  if (content !== undefined) return content;
  const applied = applyEdits(current, section, edits);
  if ("problem" in applied) throw new AppError("unprocessable", applied.problem);
  return applied.content;
}
