import type { Db } from "@/lib/db/client";
import type { SkillFinding } from "@/lib/db/sql/skills";
import { tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { findingsOfSkill, loadCandidates } from "../drafting/answers";
import { applyEdits } from "../skills/edits";
import { currentVersion, loadSkill, maySeeIts } from "../skills/loaders";
import * as versionsQueries from "../versions/queries";
import { matcherOfLine, newExceptions } from "./matcher";

type Tried = { finding: SkillFinding; by: string };

export const skillTrial = defineQuery(contract.skillTrial, {
  load: loadSkill,
  authorize: maySeeIts,
  read: async ({ db, actor, input, subject: skill, now }) => {
    const tenant = tenantOf({ actor });
    const changed = await versionOf(db, skill, { ...tenant, number: input.version });
    const content = contentOf(input, changed.content);
    const lines = newExceptions(content, changed.content);
    const at = now();
    const findings = await findingsOfSkill(db, {
      ...tenant,
      skill_id: skill.id,
      candidates: await loadCandidates(db, tenant),
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

async function versionOf(
  db: Db,
  skill: contract.Skill,
  { organization_id, number }: { organization_id: string; number: number | undefined },
) {
  if (number === undefined) return currentVersion(db, skill, organization_id);
  const found = await versionsQueries.findVersion(db, { organization_id, skill_id: skill.id, number });
  if (!found) throw invalidField("/version", `is not one of this skill's ${skill.current_version} versions`);
  return found;
}

function contentOf({ content, section = "", edits = [] }: Asked, current: string): string {
  if (content !== undefined) return content;
  const applied = applyEdits(current, section, edits);
  if ("problem" in applied) throw new AppError("unprocessable", applied.problem);
  return applied.content;
}
