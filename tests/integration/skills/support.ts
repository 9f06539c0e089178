import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryAdd } from "@/lib/citations/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { reviewEvaluate } from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import * as contract from "@/lib/skills/contract";
import { contextOf, createOrganization, run, runJob, type TestDatabase } from "../../support/database";
import { GitRepository } from "../../support/git-repository";

export const SKILL_PATH = ".claude/skills/code-review/SKILL.md";

export const SKILL = `---
name: code-review
description: How we review changes
---

# Code review

Read the change before you judge it.

## Unused code

- Flag unused imports, variables and parameters.

## Naming

- Flag names of one letter.
`;

/** An organization with a real working copy that holds a skill, and the skill registered by a lead. */
export async function setUp(database: TestDatabase, root: string, content = SKILL) {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const git = new GitRepository(join(root, newId()));
  git.commit({ [SKILL_PATH]: content, "src/app.py": "print(1)\n" });
  const actor = await organization.person("lead");
  const lead = contextOf(database, actor);
  const name = `acme/shop-${newId().slice(-6)}`;
  await run(repositoryAdd, { name, source: { kind: "path", path: git.dir } }, lead);
  const registered = await run(contract.skillRegister, { repository: name }, lead);
  const [skill] = registered.skills;
  if (!skill) throw new Error("the skill was not registered");
  const file = join(git.dir, SKILL_PATH);
  return {
    organization,
    organization_id,
    git,
    lead,
    repository: name,
    skill,
    file,
    read: () => readFileSync(file, "utf8"),
    write: (text: string) => writeFileSync(file, text),
  };
}

export type Setting = Awaited<ReturnType<typeof setUp>>;

type Items = Pick<CallOf<typeof reviewEvaluate>, "items_rejected" | "items_to_implement">;

/** Stores an evaluation by a skill, that of `setUp` unless another is named. */
export function storeEvaluation(
  { repository, lead }: { repository: string; lead: Context },
  { skill = "code-review", reviewed_at, ...items }: Items & { skill?: string; reviewed_at: string },
) {
  return run(
    reviewEvaluate,
    { workflow_id: `pr-${newId()}`, summary: "Reviewed", repository, skill, reviewed_at, ...items },
    lead,
  );
}

/** An ISO moment this many days ago. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Stores an evaluation in which `rejected` findings of one kind were false positives. */
export function evaluate(
  setting: { repository: string; lead: Context },
  {
    rejected,
    implemented = 0,
    title = "Unused parameter `request` in handler",
    reason = "The framework requires this parameter in the signature.",
    skill = "code-review",
  }: { rejected: number; implemented?: number; title?: string; reason?: string; skill?: string },
) {
  const item = (number: number) => ({
    number,
    title,
    file_path: `src/handlers/h${number}.py`,
    line: number + 1,
  });
  return storeEvaluation(setting, {
    skill,
    reviewed_at: "2026-03-05T10:00:00.000Z",
    items_rejected: Array.from({ length: rejected }, (_, at) => ({ ...item(at), reason })),
    items_to_implement: Array.from({ length: implemented }, (_, at) => item(rejected + at)),
  });
}

/** Evidence, and the proposal drafted from it. */
export async function propose(setting: Setting, rejected = 6) {
  const evaluation = await evaluate(setting, { rejected });
  const { proposals } = await run(contract.proposalDraft, {}, setting.lead);
  const [proposal] = proposals;
  if (!proposal) throw new Error("nothing was proposed");
  return { evaluation, proposal };
}

/** Runs the jobs that wait in the queue for an organization, as the worker would; by default its deliveries. */
export async function workOff(
  database: TestDatabase,
  organization_id: string,
  queue = "skill_deliver",
): Promise<number> {
  const waiting = await database.db.$queryRaw<{ id: string; data: Record<string, unknown> }[]>`
    select id::text, data from pgboss.job
    where name = ${queue} and state = 'created' and data->>'organization_id' = ${organization_id}`;
  for (const { id, data } of waiting) {
    await database.db.$executeRaw`delete from pgboss.job where id = ${id}::uuid`;
    await runJob(database, queue, data);
  }
  return waiting.length;
}
