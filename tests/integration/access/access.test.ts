import { describe, expect, it } from "vitest";
import { actorOfKey } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import { jobs } from "@/lib/access/jobs";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();

describe("agent keys", () => {
  it("speak for their agent until they are revoked, and are stored only as a hash", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const made = await run(
      contract.agentKeyCreate,
      { name: "ci", agent: "review-bot", agent_types: ["reviewer"] },
      owner,
    );

    const actor = await actorOfKey(database.db, made.key, new Date());
    expect(actor).toMatchObject({
      organization_id: organization.organization_id,
      kind: "agent",
      name: "review-bot",
    });
    const rows = await database.db.agent_key.findMany({
      where: { organization_id: organization.organization_id },
    });
    expect(JSON.stringify(rows)).not.toContain(made.key);

    await run(contract.agentKeyRevoke, { agent_key_id: made.agent_key.id }, owner);
    expect(await actorOfKey(database.db, made.key, new Date())).toBeNull();
  });

  it("never carry more than their maker has", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const asked = run(
      contract.agentKeyCreate,
      { name: "x", agent: "a", permissions: ["members:manage"] },
      lead,
    );
    await expect(asked).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("that are expired speak for nobody", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const expires_at = new Date(Date.now() + 60_000).toISOString();
    const made = await run(contract.agentKeyCreate, { name: "x", agent: "a", expires_at }, owner);
    await database.db.agent_key.updateMany({
      where: { organization_id: organization.organization_id, id: made.agent_key.id },
      data: { expires_at: new Date(Date.now() - 1000) },
    });
    expect(await actorOfKey(database.db, made.key, new Date())).toBeNull();
  });
});

describe("a rotated key", () => {
  const setUp = async () => {
    const organization = await createOrganization(database.db);
    let at = new Date("2026-05-01T12:00:00.000Z");
    const owner = contextOf(database, await organization.person("owner"), { now: () => at });
    const made = await run(
      contract.agentKeyCreate,
      { name: "ci", agent: "review-bot", agent_types: ["reviewer"], permissions: ["memories:read"] },
      owner,
    );
    const rotate = (overlap_hours?: number) =>
      run(contract.agentKeyRotate, { agent_key_id: made.agent_key.id, overlap_hours }, owner);
    const set = (time: string) => {
      at = new Date(time);
    };
    return { owner, made, rotate, set };
  };

  it("is the old one in all but its secret, and the old one ends at once by default", async () => {
    const { owner, made, rotate } = await setUp();
    const { key, agent_key, replaced } = await rotate();
    const { id, prefix, created_at, ...same } = made.agent_key;
    expect(agent_key).toMatchObject({ ...same, created_by: owner.actor.name });
    expect([agent_key.id, key]).not.toEqual([id, made.key]);
    expect(replaced).toMatchObject({ id, prefix, created_at, replaced_by: agent_key.id });
    expect(replaced.revoked_at).not.toBeNull();
    expect(await actorOfKey(database.db, made.key, new Date())).toBeNull();
    expect(await actorOfKey(database.db, key, new Date())).toMatchObject({ name: "review-bot" });
    const { items } = await run(contract.auditList, { subject_id: agent_key.id }, owner);
    expect(items).toMatchObject([
      { operation: "agent_key_rotate", detail: { replaces: id, overlap_hours: 0, name: "ci" } },
    ]);
    expect(JSON.stringify(items)).not.toContain(key);
  });

  it("lets the old one work for the time that was given, never longer than it had", async () => {
    const { owner, made, rotate, set } = await setUp();
    set(new Date().toISOString());
    const { key, replaced } = await rotate(23);
    expect(replaced.expires_at).toBe(new Date(owner.now().getTime() + 23 * 3_600_000).toISOString());
    for (const each of [made.key, key])
      expect(await actorOfKey(database.db, each, new Date())).toMatchObject({ name: "review-bot" });

    const expires_at = new Date(owner.now().getTime() + 3_600_000).toISOString();
    const brief = await run(contract.agentKeyCreate, { name: "brief", agent: "a", expires_at }, owner);
    const rotation = { agent_key_id: brief.agent_key.id, overlap_hours: 48 };
    const rotated = await run(contract.agentKeyRotate, rotation, owner);
    expect([rotated.replaced.expires_at, rotated.agent_key.expires_at]).toEqual([expires_at, expires_at]);
  });

  it("gives way once: of two who rotate at the same time one gets an error", async () => {
    const { made, rotate, owner } = await setUp();
    const both = await Promise.allSettled([rotate(1), rotate(1)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(rotate(1)).rejects.toMatchObject({ code: "conflict" });
    const { total } = await run(contract.agentKeyList, {}, owner);
    expect(total).toBe(2);
    await run(contract.agentKeyRevoke, { agent_key_id: made.agent_key.id }, owner);
    await expect(rotate(1)).rejects.toThrow("revoked");
  });
});

describe("members", () => {
  it("keep at least one owner", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const { items } = await run(contract.memberList, {}, owner);
    const [only] = items;
    const member_id = only?.id ?? "";
    await expect(run(contract.memberRemove, { member_id }, owner)).rejects.toMatchObject({
      code: "unprocessable",
    });
    await expect(run(contract.memberUpdate, { member_id, role: "lead" }, owner)).rejects.toMatchObject({
      code: "unprocessable",
    });
  });

  it("are added with a sign-in link whose token is not stored", async () => {
    const organization = await createOrganization(database.db);
    const owner = contextOf(database, await organization.person("owner"));
    const added = await run(
      contract.memberAdd,
      { email: "Ada@Example.test", name: "Ada", role: "lead" },
      owner,
    );
    expect(added.member).toMatchObject({ email: "ada@example.test", role: "lead" });
    const token = new URL(added.sign_in_url ?? "").searchParams.get("token") ?? "";
    expect(token.length).toBeGreaterThan(40);
    const links = await database.db.login_link.findMany({
      where: { person_id: added.member?.person_id ?? "" },
    });
    expect(JSON.stringify(links)).not.toContain(token);
  });
});

describe("every write", () => {
  it("leaves an audit row that names the actor, in the same transaction", async () => {
    const organization = await createOrganization(database.db);
    const actor = await organization.person("owner");
    const context = contextOf(database, actor);
    await run(contract.organizationUpdate, { settings: { enabled: false } }, context);
    const { items, total } = await run(contract.auditList, {}, context);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({
      operation: "organization_update",
      actor: { kind: "person", id: actor.id },
    });
  });

  it("that repeats an Idempotency-Key answers as the first time and does nothing more", async () => {
    const organization = await createOrganization(database.db);
    const actor = await organization.person("owner");
    const keyed = contextOf(database, actor, { idempotency_key: "once" });
    const first = await run(contract.organizationUpdate, { name: "Renamed" }, keyed);
    const second = await run(contract.organizationUpdate, { name: "Renamed" }, keyed);
    expect(second).toEqual(first);
    await expect(run(contract.organizationUpdate, { name: "Other" }, keyed)).rejects.toMatchObject({
      code: "conflict",
    });
    const now = await run(contract.organizationGet, {}, contextOf(database, actor));
    expect(now.version).toBe(first.version);
  });

  it("whose answer holds a secret is not kept, and not done twice", async () => {
    const organization = await createOrganization(database.db);
    const actor = await organization.person("owner");
    const keyed = contextOf(database, actor, { idempotency_key: "once" });
    const { key } = await run(contract.agentKeyCreate, { name: "k", agent: "a" }, keyed);
    await expect(run(contract.agentKeyCreate, { name: "k", agent: "a" }, keyed)).rejects.toMatchObject({
      code: "conflict",
    });
    const { total } = await run(contract.agentKeyList, {}, contextOf(database, actor));
    expect(total).toBe(1);
    const { organization_id } = organization;
    const kept = await database.db.idempotency_key.findMany({ where: { organization_id } });
    expect(kept).toHaveLength(1);
    expect(JSON.stringify(kept)).not.toContain(key);
  });

  it("is refused when the version it names is old", async () => {
    const organization = await createOrganization(database.db);
    const context = contextOf(database, await organization.person("owner"));
    const before = await run(contract.organizationGet, {}, context);
    await run(contract.organizationUpdate, { name: "New", version: before.version }, context);
    await expect(
      run(contract.organizationUpdate, { name: "Newer", version: before.version }, context),
    ).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("the nightly purge", () => {
  it("removes kept answers and one-time links older than a week, and nothing younger", async () => {
    const organization = await createOrganization(database.db);
    const { organization_id } = organization;
    const owner = contextOf(database, await organization.person("owner"), { idempotency_key: "kept" });
    await run(contract.organizationUpdate, { name: "Kept" }, owner);
    const [purge] = jobs;
    if (!purge) throw new Error("there is no purge");
    const at = (days: number) => partsOf(database, { now: () => new Date(Date.now() + days * 86_400_000) });
    await purge.handle({}, at(6));
    expect(await database.db.idempotency_key.count({ where: { organization_id } })).toBe(1);
    await purge.handle({}, at(8));
    expect(await database.db.idempotency_key.count({ where: { organization_id } })).toBe(0);
  });
});
