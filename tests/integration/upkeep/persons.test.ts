import { describe, expect, it } from "vitest";
import { actorOfKey } from "@/lib/access";
import {
  agentKeyCreate,
  agentKeyRotate,
  auditList,
  invitationAnswer,
  invitationList,
  memberAdd,
  memberList,
  memberRemove,
} from "@/lib/access/contract";
import { newId } from "@/lib/kernel/ids";
import { ROLE_PERMISSIONS } from "@/lib/kernel/permissions";
import { memoryGet, memoryStore, preferenceAuthorsSet } from "@/lib/memories/contract";
import { contextGet } from "@/lib/recall/contract";
import { findingList, reviewEvaluate } from "@/lib/reviews/contract";
import type { Context } from "@/lib/runtime/operation";
import { NOT_OF_PEOPLE, PLACES } from "@/lib/upkeep";
import {
  type ExportHeader,
  organizationExport,
  organizationImport,
  personErase,
  personExport,
  personPreview,
} from "@/lib/upkeep/contract";
import { contextOf, contextOfKey, createOrganization, run, testDatabase } from "../../support/database";
import { placesOf } from "../../support/dump";
import { remember } from "../memories/support";
import { fillOrganization, findTenantTables } from "../tenancy/filled-organization";

const database = testDatabase();

async function setUp(name: string) {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const person = contextOf(database, await organization.person("lead", name));
  const agent = contextOf(database, await organization.agent());
  return { ...organization, organization, owner, person, agent, person_id: person.actor.id };
}

type Fixture = Awaited<ReturnType<typeof setUp>>;

/** What somebody leaves behind who works for a while. */
async function work({ person, agent }: Fixture, name: string) {
  await run(preferenceAuthorsSet, { git_authors: [`${name}-git`] }, person);
  const written = await remember(person, { statement: "The lighthouse burns gas.", kind: "fact" });
  const preference = await remember(agent, {
    kind: "developer_preference",
    statement: `${name}-git likes early returns.`,
    metadata: { developer_id: `${name}-git`, preference_type: "style", preference_value: "early returns" },
  });
  await run(
    reviewEvaluate,
    {
      workflow_id: `w-${newId()}`,
      summary: "A review",
      developer: `${name}-git`,
      items_rejected: [{ number: 1, title: "Unused import", file_path: "a.py", line: 3, reason: "used" }],
    },
    agent,
  );
  await run(contextGet, { task: "Which lamp is lit?", agent_type: "main" }, person);
  await run(agentKeyCreate, { name: "nightly", agent: "ci" }, person);
  return { written, preference };
}

const exportAll = async (
  context: Fixture["owner"],
  asked: { person_id?: string; names?: string[] },
  limit = 200,
) => {
  const records: { table: string; row: Record<string, unknown> }[] = [];
  let cursor: string | undefined;
  do {
    const page = await run(personExport, { ...asked, cursor, limit }, context);
    records.push(...page.records);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return records;
};

/** A key that may make keys, and the agent that has it. */
async function keyBy(maker: Context, name: string) {
  const permissions = ["keys:manage" as const];
  const { agent_key, key } = await run(agentKeyCreate, { name, agent: name, permissions }, maker);
  return { id: agent_key.id, key, as: await contextOfKey(database, key) };
}

const works = async ({ key }: { key: string }) => (await actorOfKey(database.db, key, new Date())) !== null;

describe("erasing a person", () => {
  it("leaves their name in no table, and what the team needs by a former member", async () => {
    const fixture = await setUp("zqmarlin");
    const { owner, person_id } = fixture;
    const { written, preference } = await work(fixture, "zqmarlin");
    const preview = await run(personPreview, { person_id }, owner);
    expect(preview.keys.map(({ name }) => name)).toEqual(["nightly"]);
    const fates = Object.fromEntries(preview.parts.map(({ what, fate }) => [what, fate]));
    expect(fates).toMatchObject({
      preferences: "erased",
      recalls: "erased",
      memories: "author_replaced",
      findings: "name_removed",
      keys: "revoked",
    });
    const before = await placesOf(database.db, "zqmarlin");
    expect(before).toContain("public.audit_name.name");
    const erased = await run(personErase, { person_id }, { ...owner, idempotency_key: newId() });
    expect(erased).toMatchObject({ account: "removed", parts: preview.parts });
    expect(await placesOf(database.db, "zqmarlin")).toEqual([]);
    expect(await run(memoryGet, { memory_id: written.id }, owner)).toMatchObject({
      statement: "The lighthouse burns gas.",
      created_by: { kind: "person", name: "a former member" },
    });
    await expect(run(memoryGet, { memory_id: preference.id }, owner)).rejects.toMatchObject({
      code: "not_found",
    });
    const findings = await run(findingList, {}, owner);
    expect(findings.items).toMatchObject([{ title: "Unused import", developer: null }]);
    const audit = await run(auditList, { limit: 100 }, owner);
    const theirs = audit.items.filter(({ actor }) => actor.id === person_id);
    expect(theirs.length).toBeGreaterThan(2);
    expect(new Set(theirs.map(({ actor }) => actor.name))).toEqual(new Set(["a former member"]));
    const members = await run(memberList, {}, owner);
    expect(members.items.map(({ name }) => name)).not.toContain("zqmarlin");
  });

  it("finds their name in whatever table names authors, also in those that no test fills by hand", async () => {
    const fixture = await setUp("zqtrout");
    const { organization_id, owner, person_id } = fixture;
    await fillOrganization(database.db, { organization_id, id: person_id });
    const { tables, shapes } = await findTenantTables(database.db);
    let filled = 0;
    for (const table of tables) {
      const columns = new Set(shapes.get(table)?.columns.map(({ name }) => name));
      for (const column of columns) {
        const prefix = /^(\w+)_name$/.exec(column)?.[1];
        if (!prefix || !columns.has(`${prefix}_kind`) || table === "audit_entry") continue;
        filled += await database.db.$executeRawUnsafe(
          `update "${table}" set ${prefix}_kind = 'person', ${prefix}_id = '${person_id}', ${prefix}_name = 'zqtrout'
           where organization_id = '${organization_id}'`,
        );
      }
    }
    expect(filled).toBeGreaterThan(15);
    await run(personErase, { person_id, written: "erase" }, owner);
    expect(await placesOf(database.db, "zqtrout")).toEqual([]);
  });

  it("of what they wrote erases the texts too when that is asked for", async () => {
    const fixture = await setUp("zqperch");
    const { owner, person, person_id } = fixture;
    await remember(person, { statement: "The zqanchor weighs two tons.", kind: "fact" });
    await run(personErase, { person_id, written: "erase" }, owner);
    expect(await placesOf(database.db, "zqanchor")).toEqual([]);
  });

  it("revokes the keys that they made, and that these made, though another member has their name", async () => {
    const { organization, owner, person, person_id } = await setUp("zqherring");
    const other = await organization.person("lead");
    await database.db.person.update({ where: { id: other.id }, data: { name: "zqherring" } });
    const namesake = contextOf(database, { ...other, name: "zqherring" });
    const own = await keyBy(person, "own");
    const child = await keyBy(own.as, "child");
    const grandchild = await keyBy(child.as, "grandchild");
    const rotated = await keyBy(own.as, "rotated");
    const taken_over = await run(agentKeyRotate, { agent_key_id: rotated.id, overlap_hours: 0 }, owner);
    const of_namesake = await keyBy(namesake, "of-namesake");
    const preview = await run(personPreview, { person_id }, owner);
    expect(preview.shared_names).toEqual(["zqherring"]);
    expect(preview.keys.map(({ id }) => id)).toEqual([own.id, child.id, grandchild.id]);
    await run(personErase, { person_id }, owner);
    const states = [own, child, grandchild, taken_over, of_namesake].map(works);
    expect(await Promise.all(states)).toEqual([false, false, false, true, true]);
    const keys = await database.db.agent_key.findMany({
      where: { organization_id: organization.organization_id, created_by: "zqherring" },
    });
    expect(keys.map(({ id }) => id)).toEqual([of_namesake.id]);
  });

  it("revokes keys that only their name is known of, and what these made", async () => {
    const { organization_id, owner, person, person_id } = await setUp("zqsprat");
    const own = await keyBy(person, "own");
    const child = await keyBy(own.as, "child");
    await database.db.agent_key.updateMany({
      where: { organization_id, id: own.id },
      data: { created_by_person: null },
    });
    await run(personErase, { person_id }, owner);
    expect([await works(own), await works(child)]).toEqual([false, false]);
    expect(await placesOf(database.db, "zqsprat")).toEqual([]);
  });

  it("does not touch another organization, of which they stay a member", async () => {
    const fixture = await setUp("zqsalmon");
    const other = await createOrganization(database.db);
    const { organization_id } = other;
    await database.db.member.create({
      data: { id: newId(), organization_id, person_id: fixture.person_id, role: "owner" },
    });
    const there = contextOf(database, {
      ...fixture.person.actor,
      organization_id,
      role: "owner",
      permissions: new Set(ROLE_PERMISSIONS.owner),
    });
    const { id } = await remember(there, { statement: "A fact of elsewhere.", kind: "fact" });
    const answer = await run(personErase, { person_id: fixture.person_id }, fixture.owner);
    expect(answer.account).toBe("stays");
    expect(await run(memoryGet, { memory_id: id }, there)).toMatchObject({
      created_by: { name: "zqsalmon" },
    });
    const again = run(
      personPreview,
      { person_id: fixture.person_id },
      contextOf(database, await other.person("lead")),
    );
    await expect(again).rejects.toMatchObject({ code: "permission_denied" });
  });

  it("reaches a developer who is known by name alone, and no member under their name", async () => {
    const fixture = await setUp("zqcod");
    const { owner, agent, person, person_id } = fixture;
    await run(
      reviewEvaluate,
      { workflow_id: "w-9", summary: "A review", developer: "zqoutsider", items_to_implement: [] },
      agent,
    );
    await run(personErase, { names: ["zqoutsider"] }, owner);
    expect(await placesOf(database.db, "zqoutsider")).toEqual([]);
    await expect(run(personErase, { names: [person.actor.name] }, owner)).rejects.toMatchObject({
      code: "invalid_input",
    });
    await expect(run(personErase, {}, owner)).rejects.toMatchObject({ code: "invalid_input" });
    expect(await placesOf(database.db, "zqcod")).toContain("public.person.name");
    expect(await run(personPreview, { person_id }, owner)).toMatchObject({ account: "removed" });
  });

  it("never takes the only owner, also when two ask at once, and is for owners", async () => {
    const { owner, organization, person, person_id } = await setUp("zqpike");
    const second = contextOf(database, await organization.person("owner"));
    const both = await Promise.allSettled([
      run(personErase, { person_id: owner.actor.id }, second),
      run(personErase, { person_id: second.actor.id }, owner),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(run(personErase, { person_id }, person)).rejects.toMatchObject({
      code: "permission_denied",
    });
  });

  it("does not bring the name back by a request that still runs, but by being added again", async () => {
    const fixture = await setUp("zqtuna");
    const { owner, person, person_id } = fixture;
    await remember(person, { statement: "A first fact.", kind: "fact" });
    await run(memberRemove, { member_id: await memberIdOf(fixture) }, owner);
    // A former member can be erased too.
    await run(personErase, { person_id }, owner);
    await run(memoryStore, { kind: "fact", statement: "A last fact." }, person);
    const audit = await run(auditList, {}, owner);
    expect(audit.items[0]?.actor.name).toBe("a former member");
    const { member } = await run(memberAdd, { email: "zqtuna@example.test", name: "Tuna" }, owner);
    expect(member?.person_id).toEqual(expect.any(String));
    expect(member?.person_id).not.toBe(person_id);
  });

  it("ends when they come back: once they accept an invitation, the audit names them again", async () => {
    const fixture = await setUp("zqsturgeon");
    const { owner, person, person_id } = fixture;
    await remember(person, { statement: "A fact of before.", kind: "fact" });
    const there = await createOrganization(database.db);
    await database.db.member.create({
      data: { id: newId(), organization_id: there.organization_id, person_id, role: "developer" },
    });
    await run(personErase, { person_id }, owner);
    const email = "zqsturgeon@example.test";
    const { invitation } = await run(memberAdd, { email, name: "Sturgeon" }, owner);
    const elsewhere = contextOf(database, {
      ...person.actor,
      organization_id: there.organization_id,
      role: "developer",
      permissions: new Set(ROLE_PERMISSIONS.developer),
      login: { id: newId(), organization_id: null },
    });
    await run(invitationAnswer, { invitation_id: invitation?.id ?? "", accept: true }, elsewhere);
    const audit = await run(auditList, { limit: 100 }, owner);
    const theirs = audit.items.filter(({ actor }) => actor.id === person_id);
    expect(theirs.map(({ operation }) => operation)).toContain("invitation_accept");
    expect(new Set(theirs.map(({ actor }) => actor.name))).toEqual(new Set(["zqsturgeon"]));
  });

  it("reaches nobody whom only an import names, and tells nothing of their account", async () => {
    const { owner, person_id, person } = await setUp("zqturbot");
    const there = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    const { header } = await run(organizationExport, {}, there);
    const records = [{ table: "audit_name", row: { actor_id: person_id, name: "x" } }];
    await run(organizationImport, { header: header as ExportHeader, records }, there);
    for (const contract of [personPreview, personExport, personErase])
      await expect(run(contract, { person_id }, there), contract.name).rejects.toMatchObject({
        code: "not_found",
      });
    expect(await run(memberList, {}, owner)).toMatchObject({ total: 2 });
    // Once they did something there, what the import called them is no longer in the way.
    const { organization_id } = there.actor;
    await run(
      memoryStore,
      { kind: "fact", statement: "They came." },
      contextOf(database, {
        ...person.actor,
        organization_id,
      }),
    );
    expect(await run(personPreview, { person_id }, there)).toMatchObject({ person: { name: "zqturbot" } });
    const { items } = await run(auditList, {}, there);
    expect(items[0]?.actor.name).toBe("zqturbot");
  });

  it("leaves the account of somebody whom another organization invited, and the invitation", async () => {
    const fixture = await setUp("zqplaice");
    const { owner, person, person_id } = fixture;
    await remember(person, { statement: "A fact.", kind: "fact" });
    const there = contextOf(database, await (await createOrganization(database.db)).person("owner"));
    await run(memberAdd, { email: "zqplaice@example.test", name: "Plaice" }, there);
    expect(await run(personPreview, { person_id }, owner)).toMatchObject({ account: "stays" });
    expect(await run(personErase, { person_id }, owner)).toMatchObject({ account: "stays" });
    expect(await run(invitationList, {}, there)).toMatchObject({ items: [{ name: "Plaice" }] });
  });

  it("is decided about for every column that is named as those of people are", async () => {
    const columns = await database.db.$queryRaw<{ table: string; column: string }[]>`
      select c.table_name::text as table, c.column_name::text as column from information_schema.columns c
      join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and c.table_name not in ('person', 'person_account', 'login_link', '_prisma_migrations')
        and c.column_name ~ '(^|_)(name|email|user|username|developer|agent|author|authors|drafter|person_id|actor|created_by)$'`;
    expect(columns.length).toBeGreaterThan(30);
    const undecided = columns.flatMap(({ table, column }) => {
      const name = `${table}.${column}`;
      const place = PLACES.find((each) => each.table === table);
      const named = place?.names?.includes(column) || place?.authors?.some((by) => column === `${by}_name`);
      if (named || name in NOT_OF_PEOPLE) return [];
      return [name];
    });
    expect(undecided, "add them to lib/upkeep/persons/places.ts").toEqual([]);
  });
});

async function memberIdOf({ owner, person_id }: Fixture): Promise<string> {
  const { items } = await run(memberList, {}, owner);
  const member = items.find((each) => each.person_id === person_id);
  if (!member) throw new Error("no such member");
  return member.id;
}

describe("a person's export", () => {
  it("holds what they wrote and what is known about them, in pages of any size, and no secret", async () => {
    const fixture = await setUp("zqbream");
    const { owner, person, person_id } = fixture;
    const { written, preference } = await work(fixture, "zqbream");
    const mine = await exportAll(person, {});
    const ids = mine.map(({ row }) => row.id);
    expect(ids).toContain(written.id);
    expect(ids).toContain(preference.id);
    const tables = new Set(mine.map(({ table }) => table));
    for (const table of ["person", "member", "recall", "finding", "review", "agent_key", "audit_entry"])
      expect(tables, table).toContain(table);
    expect(JSON.stringify(mine)).not.toContain("key_hash");
    const withoutExports = (await exportAll(person, {}, 2)).filter(
      ({ row }) => row.operation !== "person_export",
    );
    expect(withoutExports).toEqual(mine);
    const by_owner = await exportAll(owner, { person_id });
    expect(by_owner.map(({ table }) => table)).toContain("memory");
  });

  it("is in the audit, once for all its pages, and goes on for nobody who did not begin it", async () => {
    const { owner, person, person_id } = await setUp("zqcod");
    await remember(person, { statement: "Cod is salted on deck.", kind: "fact" });
    await exportAll(owner, { person_id }, 1);
    const { items } = await run(auditList, { operation: "person_export" }, owner);
    expect(items).toMatchObject([
      { actor: { id: owner.actor.id }, subject_id: person_id, detail: { person: "zqcod", names: 0 } },
    ]);
    const first = await run(personExport, { person_id, limit: 1 }, owner);
    const cursor = first.next_cursor ?? "";
    const made_up = Buffer.from(JSON.stringify({ at: new Date(1).toISOString(), place: 0, after: null }));
    for (const asked of [
      { person_id: owner.actor.id, cursor },
      { person_id, cursor: made_up.toString("base64url") },
    ])
      await expect(run(personExport, asked, owner)).rejects.toMatchObject({ code: "invalid_input" });
  });

  it("shows a login that is bound to one organization no way to sign in to others", async () => {
    const { organization_id, person, person_id } = await setUp("zqeel");
    const other = await createOrganization(database.db);
    const at = new Date();
    await database.db.member.create({
      data: { id: newId(), organization_id: other.organization_id, person_id, role: "developer" },
    });
    const ids = { here: organization_id, there: other.organization_id };
    for (const [name, id] of Object.entries(ids)) {
      const passkey = {
        id: newId(),
        credential_id: newId(),
        public_key: new Uint8Array(),
        counter: 0,
        backed_up: false,
      };
      await database.db.passkey.create({
        data: { ...passkey, person_id, organization_id: id, name, created_at: at },
      });
      await database.db.login_link.create({
        data: { token_hash: newId(), person_id, organization_id: id, expires_at: at },
      });
    }
    await database.db.person_account.create({
      data: { provider: "github", provider_account_id: newId(), person_id },
    });
    const waysIn = async (bound_to: string | null) => {
      const actor = { ...person.actor, login: { id: newId(), organization_id: bound_to } };
      const records = await exportAll({ ...person, actor }, {});
      const counted = (table: string) => records.filter((record) => record.table === table).length;
      return {
        accounts: counted("person_account"),
        links: counted("login_link"),
        passkeys: counted("passkey"),
      };
    };
    expect(await waysIn(organization_id)).toEqual({ accounts: 0, links: 1, passkeys: 1 });
    expect(await waysIn(null)).toEqual({ accounts: 1, links: 2, passkeys: 2 });
  });

  it("is one's own: of somebody else only an owner gets it, and an agent none", async () => {
    const { owner, person, agent } = await setUp("zqdace");
    for (const asked of [{ person_id: owner.actor.id }, { person_id: newId() }, { names: ["somebody"] }])
      await expect(run(personExport, asked, person)).rejects.toMatchObject({ code: "permission_denied" });
    await expect(run(personExport, {}, agent)).rejects.toMatchObject({ code: "permission_denied" });
    const unknown = { person_id: newId() };
    await expect(run(personExport, unknown, owner)).rejects.toMatchObject({ code: "not_found" });
  });
});
