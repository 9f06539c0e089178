import { describe, expect, it } from "vitest";
import { z } from "zod";
import { kindOfField, RECORDED_TEXTS, SECRET_FIELDS } from "@/lib/access/audit/changes";
import { recordFailedSignIn } from "@/lib/access/audit/failed-sign-ins";
import {
  agentKeyCreate,
  agentKeyRevoke,
  auditList,
  auditVerify,
  memberAdd,
  memberUpdate,
  organizationUpdate,
} from "@/lib/access/contract";
import { pruneAuditPast } from "@/lib/access/index";
import { applySettings } from "@/lib/env";
import { DAY_MS } from "@/lib/kernel/time";
import { memoryUpdate } from "@/lib/memories/contract";
import { operations } from "@/lib/registry";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { remember } from "../memories/support";

applySettings({ CASEBOOK_ENCRYPTION_KEY: "a-key-that-only-this-test-uses-0123456789" });
const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const last = async (operation: string) => {
    const { items } = await run(auditList, { operation, limit: 1 }, owner);
    return items[0]?.detail;
  };
  return { ...organization, owner, last };
}

/** Texts of which an entry holds the length alone: by or about people, or removed for good with their row. */
const IN_LENGTHS: Readonly<Record<string, readonly string[]>> = {
  "by or about people": [
    "email",
    "name",
    "git_authors",
    "names",
    "body",
    "feedback",
    "note",
    "intent",
    "developer",
    "user",
    "reviewer",
    "created_by",
    "question",
    "correction_reason",
    "github_name",
    "agent",
    "agent_type",
    "within",
    "task",
  ],
  "of memories, removed for good with them": [
    "statement",
    "subject",
    "fact",
    "reasoning",
    "outcome",
    "metadata",
    "tags",
    "category",
    "applies_to",
    "citations",
    "memories",
    "repository",
    "repo",
    "session_id",
    "source",
    "user",
    "groups",
    "pairs",
    "steps",
    "uses",
    "shown_at",
  ],
  "of skills, kept with their versions": ["content", "hunks", "skill"],
  "of reviews and imports, kept with them": [
    "workflow_id",
    "summary",
    "items_to_implement",
    "items_rejected",
    "items_deferred",
    "items_needing_clarification",
    "code_summary",
    "issue_summary",
    "reviewed_at",
    "evaluations",
    "sarif",
    "answer",
    "items",
    "header",
    "records",
  ],
  "of hooks, sent by programs": [
    "client",
    "ref",
    "after",
    "agent_file",
    "output",
    "diff",
    "hook_event_name",
    "prompt",
    "tool_name",
    "tool_input",
    "agent_id",
    "last_assistant_message",
    "casebook",
    "verdict",
  ],
  "said field by field by the operation itself": ["settings", "inherit", "source"],
};

const inputsOf = () =>
  operations.flatMap((operation) => {
    const { contract } = operation;
    if (operation.kind !== "command" || !(contract.input instanceof z.ZodObject)) return [];
    return Object.entries<z.ZodType>(contract.input.shape).map(([name, schema]) => ({
      operation: contract.name,
      name,
      kind: kindOfField(contract.name, name, schema),
    }));
  });

describe("every field that a person can change", () => {
  it("is in the audit before and after, or somebody decided why only its length is", () => {
    const decided = new Set(Object.values(IN_LENGTHS).flat());
    const undecided = inputsOf()
      .filter(({ kind, name }) => kind === "text" && !decided.has(name))
      .map(({ operation, name }) => `${operation}.${name}`);
    expect(undecided).toEqual([]);
  });

  it("is one that exists, where it is named as a text or a secret", () => {
    const there = new Set(inputsOf().map(({ operation, name }) => `${operation}.${name}`));
    const names = new Set(inputsOf().map(({ name }) => name));
    expect([...RECORDED_TEXTS].filter((name) => !there.has(name))).toEqual([]);
    expect([...SECRET_FIELDS].filter((name) => !names.has(name))).toEqual([]);
    expect(
      Object.values(IN_LENGTHS)
        .flat()
        .filter((name) => !names.has(name)),
    ).toEqual([]);
  });

  it("says of settings, members and keys what was and what is", async () => {
    const { owner, last } = await setUp();
    await run(organizationUpdate, { name: "Acme", settings: { token_budget: 500 } }, owner);
    expect(await last("organization_update")).toMatchObject({
      before: { name: expect.any(String), token_budget: 2000 },
      after: { name: "Acme", token_budget: 500 },
    });
    const { member } = await run(memberAdd, { email: "amber@example.test", name: "Amber" }, owner);
    expect(await last("member_add")).toMatchObject({ after: { role: "developer" } });
    expect(JSON.stringify(await last("member_add"))).not.toContain("amber@");
    await run(memberUpdate, { member_id: member?.id ?? "", role: "lead" }, owner);
    expect(await last("member_update")).toMatchObject({
      person: "Amber",
      before: { role: "developer" },
      after: { role: "lead" },
    });
    const made = await run(
      agentKeyCreate,
      { name: "ci", agent: "bot", permissions: ["memories:read"] },
      owner,
    );
    expect(await last("agent_key_create")).toMatchObject({
      after: { name: "ci", agent: "bot", permissions: ["memories:read"], repository_ids: null },
    });
    expect(JSON.stringify(await last("agent_key_create"))).not.toContain(made.key);
    await run(agentKeyRevoke, { agent_key_id: made.agent_key.id }, owner);
    expect(await last("agent_key_revoke")).toMatchObject({ after: { revoked_at: expect.any(String) } });
  });

  it("holds no text of a memory, which could be deleted and the entry not", async () => {
    const { owner, last } = await setUp();
    const { id: memory_id } = await remember(owner, { statement: "Canary one is stated." });
    await run(memoryUpdate, { memory_id, statement: "Canary two is stated.", pinned: true }, owner);
    const detail = await last("memory_update");
    expect(detail).toMatchObject({
      before: { pinned: false, statement: "a text of 21 characters" },
      after: { pinned: true },
    });
    expect(JSON.stringify(detail)).not.toContain("Canary");
  });
});

describe("a sign-in that is refused", () => {
  it("is in the audit of where it would have led, once a minute, and in no other", async () => {
    const one = await setUp();
    const other = await setUp();
    const now = new Date();
    const failed = { person_id: one.owner.actor.id, provider: "link", reason: "It was used", now } as const;
    await Promise.all(
      [1, 2, 3].map(() => recordFailedSignIn(database.db, { ...failed, bound_to: one.organization_id })),
    );
    const read = async ({ owner }: typeof one) =>
      (await run(auditList, { operation: "sign_in", limit: 10 }, owner)).items;
    expect(await read(one)).toMatchObject([
      { actor: { kind: "job" }, detail: { refused: "It was used", provider: "link" } },
    ]);
    expect(await read(other)).toEqual([]);
    await recordFailedSignIn(database.db, {
      ...failed,
      bound_to: null,
      now: new Date(now.getTime() + 60_000),
    });
    expect(await read(one)).toHaveLength(2);
  });
});

describe("the retention of the audit", () => {
  const later = () => new Date(Date.now() + 400 * DAY_MS);
  const prune = (organization_id: string) => pruneAuditPast(database.db, { organization_id, now: later() });

  it("removes nothing unless it is set, and then leaves a chain that verifies from a checkpoint on", async () => {
    const { owner, organization_id } = await setUp();
    for (const name of ["One", "Two", "Three"]) await run(organizationUpdate, { name }, owner);
    expect(await prune(organization_id)).toBe(0);
    await run(organizationUpdate, { settings: { audit_retention_days: 90 } }, owner);
    const [removed, again] = await Promise.all([prune(organization_id), prune(organization_id)]);
    expect([removed, again].toSorted()).toEqual([0, 3]);
    const found = await run(auditVerify, {}, owner);
    expect(found).toMatchObject({ intact: true, problems: [], entries: 2, since: { number: 4 } });
    await run(organizationUpdate, { name: "Four" }, owner);
    expect(await run(auditVerify, {}, owner)).toMatchObject({
      intact: true,
      entries: 3,
      head: { number: 6 },
    });
    await database.db.organization.deleteMany({ where: { id: organization_id } });
    expect(await database.db.audit_checkpoint.count({ where: { organization_id } })).toBe(0);
  });

  it("cannot be imitated by somebody who writes to the database alone", async () => {
    const { owner, organization_id } = await setUp();
    for (const name of ["One", "Two", "Three"]) await run(organizationUpdate, { name }, owner);
    const forge = (older: Date) => database.db.$queryRaw`
      select audit_prune(${organization_id}::uuid, gen_random_uuid(), 2, ${older}, 'v1.forged')`;
    await forge(new Date(Date.now() - 90 * DAY_MS));
    expect(await run(auditVerify, {}, owner)).toMatchObject({ intact: true, entries: 3 });
    await forge(later());
    const { intact, problems } = await run(auditVerify, {}, owner);
    expect(intact).toBe(false);
    expect(problems).toMatchObject([{ what: "forged", number: 2 }]);
    await expect(
      database.db.audit_checkpoint.updateMany({ where: { organization_id }, data: { seal: "" } }),
    ).rejects.toThrow(/only added to/);
  });
});
