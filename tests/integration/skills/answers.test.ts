import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { repositoryAdd } from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { ruleList } from "@/lib/reviews/contract";
import * as contract from "@/lib/skills/contract";
import { run, testDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";
import { repositoryRoot } from "../../support/repository-root";
import { daysAgo, type Setting, SKILL, SKILL_PATH, setUp, storeEvaluation, workOff } from "./support";

const root = repositoryRoot();
const database = testDatabase();

/** A repository of the same organization with a skill of the same name. */
async function secondRepository({ lead }: Setting) {
  const git = new GitRepository(join(root.path, newId()));
  git.commit({ [SKILL_PATH]: SKILL, "src/app.py": "print(1)\n" });
  const name = `acme/harbor-${newId().slice(-6)}`;
  await run(repositoryAdd, { name, source: { kind: "path", path: git.dir } }, lead);
  const { skills } = await run(contract.skillRegister, { repository: name }, lead);
  return { repository: name, skill_id: skills[0]?.id ?? "" };
}

function found(
  { repository, lead }: Pick<Setting, "repository" | "lead">,
  rule_category: string,
  { rejected = 0, implemented = 0 }: { rejected?: number; implemented?: number },
) {
  const item = (number: number) => ({
    number,
    rule_category,
    title: `Name x${number % 2} says nothing`,
    file_path: `src/h${number}.py`,
    reason: "It is the customary name.",
  });
  return storeEvaluation(
    { repository, lead },
    {
      reviewed_at: daysAgo(1),
      items_rejected: Array.from({ length: rejected }, (_, at) => item(at)),
      items_to_implement: Array.from({ length: implemented }, (_, at) => item(rejected + at)),
    },
  );
}

describe("two repositories with a skill of the same name", () => {
  let here: Setting;
  let there: Awaited<ReturnType<typeof secondRepository>>;
  beforeAll(async () => {
    here = await setUp(database, root.path);
    there = await secondRepository(here);
    const of_there = { ...here, repository: there.repository };
    await found(of_there, "naming", { rejected: 12 });
    await found(here, "naming", { rejected: 2, implemented: 22 });
    await found(of_there, "security", { rejected: 1, implemented: 29 });
    await found(here, "security", { rejected: 8, implemented: 1 });
    await workOff(database, here.organization_id, "proposal_consider");
  });

  it("are each judged by their own findings, without anybody asking", async () => {
    const { items } = await run(contract.proposalList, { status: ["open"] }, here.lead);
    const rules = items.map(({ skill, rule_category, rationale }) => ({
      skill: skill.id,
      rule_category,
      says: /^\w+: \d+ of the \d+ flagged findings/.exec(rationale)?.[0],
    }));
    expect(rules).toHaveLength(2);
    expect(rules).toContainEqual({
      skill: here.skill.id,
      rule_category: "security",
      says: "security: 8 of the 9 flagged findings",
    });
    expect(rules).toContainEqual({
      skill: there.skill_id,
      rule_category: "naming",
      says: "naming: 12 of the 12 flagged findings",
    });
  });

  it("have the figures of the board in what was considered, however it is asked", async () => {
    const { repository, lead, skill } = here;
    const { items: board } = await run(ruleList, { repository }, lead);
    const figures = (rule: { rule_category: string; flagged: number; rejected: number }) => ({
      rule_category: rule.rule_category,
      flagged: rule.flagged,
      rejected: rule.rejected,
    });
    const expected = [
      { rule_category: "naming", flagged: 24, rejected: 2 },
      { rule_category: "security", flagged: 9, rejected: 8 },
    ];
    const inOrder = (rules: { rule_category: string }[]) =>
      rules.sort((a, b) => a.rule_category.localeCompare(b.rule_category));
    expect(inOrder(board.map(figures))).toEqual(expected);
    const all = await run(contract.proposalDraft, {}, lead);
    const own = all.considered.filter((each) => each.skill?.id === skill.id);
    expect(inOrder(own.map(figures))).toEqual(expected);
    expect(own.find(({ rule_category }) => rule_category === "naming")?.reason).toContain(
      "below the thresholds",
    );
    const narrow = await run(contract.proposalDraft, { repository }, lead);
    expect(narrow.considered.map(figures)).toEqual([expected[1]]);
    const asked = await run(
      contract.proposalDraft,
      { rule_category: "naming", intent: "demote", skill_id: skill.id },
      lead,
    );
    expect(asked.considered.map(figures)).toEqual([expected[0]]);
  });
});

describe("the only skill of its name", () => {
  it("answers for what names it in any repository or none, in drafts, trials and effects alike", async () => {
    const setting = await setUp(database, root.path);
    const { lead, organization_id, skill } = setting;
    const git = new GitRepository(join(root.path, newId()));
    git.commit({ "src/app.py": "print(1)\n" });
    const without_skill = { name: "acme/without-skill", source: { kind: "path" as const, path: git.dir } };
    await run(repositoryAdd, without_skill, lead);
    await found(setting, "naming", { rejected: 3 });
    await found({ ...setting, repository: without_skill.name }, "naming", { rejected: 3, implemented: 1 });
    await workOff(database, organization_id, "proposal_consider");
    const { items } = await run(contract.proposalList, { status: ["open"] }, lead);
    expect(items[0]?.rationale).toContain("naming: 6 of the 7 flagged findings that code-review answers for");
    expect(items[0]?.predicted).toMatchObject({ rejected: 6, implemented: 1 });
    const trial = await run(
      contract.skillTrial,
      {
        skill_id: skill.id,
        section: "Naming",
        edits: [
          { current_text: "- Flag names of one letter.", proposed_text: "- Flag names of one letter twice." },
        ],
      },
      lead,
    );
    expect([trial.prevented.of, trial.hidden.of]).toEqual([6, 1]);
    await run(
      contract.proposalApprove,
      { proposal_id: items[0]?.id ?? "", version: items[0]?.version ?? 0 },
      lead,
    );
    const effects = await run(contract.skillEffects, { skill_id: skill.id }, lead);
    expect(effects.items[0]?.before).toMatchObject({ flagged: 7, rejected: 6 });
  });
});
