import { describe, expect, it } from "vitest";
import { createSignInLink, pruneAuditPast } from "@/lib/access";
import {
  agentKeyCreate,
  agentKeyRevoke,
  auditList,
  auditVerify,
  memberAdd,
  memberUpdate,
  organizationUpdate,
} from "@/lib/access/contract";
import { applySettings } from "@/lib/env";
import { DAY_MS } from "@/lib/kernel/time";
import { memoryUpdate } from "@/lib/memories/contract";
import { Browser, startAuth } from "../../support/auth-server";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { remember } from "../memories/support";

const KEY = "a-key-that-only-this-test-uses-0123456789";
applySettings({ CASEBOOK_ENCRYPTION_KEY: KEY });
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

describe("every field that a person can change", () => {
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
    const server = await startAuth(database);
    const link = await createSignInLink(database.db, {
      person_id: one.owner.actor.id,
      organization_id: one.organization_id,
      now: new Date(),
    });
    const enter = () => new Browser(server).signInByLink(link);
    expect(await enter()).toBe(true);
    expect(await Promise.all([enter(), enter(), enter()])).toEqual([false, false, false]);
    const read = async ({ owner }: typeof one) =>
      (await run(auditList, { operation: "sign_in", limit: 10 }, owner)).items;
    const refused = (await read(one)).filter(({ detail }) => "refused" in detail);
    expect(refused).toMatchObject([
      { actor: { kind: "job", name: "somebody" }, detail: { provider: "link" } },
    ]);
    expect(JSON.stringify(refused)).not.toContain(new URL(link).searchParams.get("token"));
    expect(await read(other)).toEqual([]);
    server.advance(60_000);
    expect(await enter()).toBe(false);
    expect((await read(one)).filter(({ detail }) => "refused" in detail)).toHaveLength(2);
    await server.close();
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

  it("still verifies after the server's key is replaced", async () => {
    const { owner, organization_id } = await setUp();
    await run(organizationUpdate, { name: "One" }, owner);
    await run(organizationUpdate, { settings: { audit_retention_days: 90 } }, owner);
    expect(await prune(organization_id)).toBe(1);
    applySettings({ CASEBOOK_ENCRYPTION_KEY: `${KEY}-new`, CASEBOOK_ENCRYPTION_KEY_PREVIOUS: KEY });
    await runJob(database, "credentials_reseal");
    applySettings({ CASEBOOK_ENCRYPTION_KEY_PREVIOUS: "" });
    expect(await run(auditVerify, {}, owner)).toMatchObject({ intact: true, problems: [] });
    applySettings({ CASEBOOK_ENCRYPTION_KEY: KEY });
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
