import { describe, expect, it } from "vitest";
import { createSignInLink } from "@/lib/access";
import { auditList, auditVerify, connectionList, organizationUpdate } from "@/lib/access/contract";
import { transaction } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import { Browser, startAuth } from "../../support/auth-server";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

async function setUp() {
  const organization = await createOrganization(database.db);
  const owner = contextOf(database, await organization.person("owner"));
  const rename = (name: string) => run(organizationUpdate, { name }, owner);
  const verify = () => run(auditVerify, {}, owner);
  return { ...organization, owner, rename, verify };
}

describe("the audit", () => {
  it("is changed, removed and emptied by nobody, and its chain neither", async () => {
    const { organization_id, rename } = await setUp();
    await rename("One");
    const where = { organization_id };
    const refused = /the audit is only added to/;
    await expect(database.db.audit_entry.updateMany({ where, data: { operation: "other" } })).rejects.toThrow(
      refused,
    );
    await expect(database.db.audit_entry.deleteMany({ where })).rejects.toThrow(refused);
    await expect(database.db.audit_link.updateMany({ where, data: { sha256: "" } })).rejects.toThrow(refused);
    await expect(database.db.audit_link.deleteMany({ where })).rejects.toThrow(refused);
    await expect(database.db.$executeRaw`truncate audit_entry`).rejects.toThrow(refused);
    expect(await database.db.audit_entry.count({ where })).toBeGreaterThan(0);
  });

  it("chains what several write at once, each organization by itself", async () => {
    const one = await setUp();
    const other = await setUp();
    await Promise.all(
      [1, 2, 3, 4, 5, 6].flatMap((number) => [one.rename(`One ${number}`), other.rename(`Other ${number}`)]),
    ).catch(() => undefined);
    for (const { verify } of [one, other]) {
      const answer = await verify();
      expect(answer).toMatchObject({ intact: true, problems: [], head: { number: answer.entries } });
    }
  });

  it("shows an entry that was changed, removed, or added past the chain", async () => {
    const { organization_id, rename, verify } = await setUp();
    for (const name of ["One", "Two", "Three"]) await rename(name);
    const entries = await database.db.audit_entry.findMany({
      where: { organization_id },
      orderBy: { id: "asc" },
    });
    const [first, second] = entries;
    await transaction(database.db, async (tx) => {
      await tx.$executeRaw`alter table audit_entry disable trigger user`;
      await tx.audit_entry.updateMany({
        where: { organization_id, id: first?.id ?? "" },
        data: { detail: { changed: ["nothing"] } },
      });
      await tx.audit_entry.deleteMany({ where: { organization_id, id: second?.id ?? "" } });
      await tx.audit_entry.create({
        data: {
          organization_id,
          id: newId(),
          actor_kind: "person",
          actor_id: "x",
          actor_name: "X",
          operation: "invented",
          request_id: newId(),
        },
      });
      await tx.$executeRaw`alter table audit_entry enable trigger user`;
    });
    const { intact, problems } = await verify();
    expect(intact).toBe(false);
    expect(problems.map(({ what, number }) => [what, number])).toEqual([
      ["changed", 1],
      ["missing", 2],
      ["unchained", null],
    ]);
  });

  it("goes with its organization", async () => {
    const { organization_id, rename } = await setUp();
    await rename("One");
    await database.db.organization.deleteMany({ where: { id: organization_id } });
    expect(await database.db.audit_entry.count({ where: { organization_id } })).toBe(0);
  });

  it("holds refusals once and sign-ins, and is found by who, what and when", async () => {
    const { owner, agent, organization_id, rename } = await setUp();
    const bot = contextOf(database, await agent({ name: "bot", types: null }));
    for (let times = 0; times < 3; times += 1)
      await expect(run(connectionList, {}, bot)).rejects.toMatchObject({ code: "permission_denied" });
    const server = await startAuth(database);
    const link = await createSignInLink(database.db, {
      person_id: owner.actor.id,
      organization_id,
      now: new Date(),
    });
    expect(await new Browser(server).signInByLink(link)).toBe(true);
    await server.close();
    await rename("One");
    const find = async (filters: Record<string, string>) =>
      (await run(auditList, { limit: 50, ...filters }, owner)).items;
    const refused = await find({ actor: "bot" });
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      operation: "connection_list",
      detail: { refused: expect.any(String) },
    });
    expect(await find({ operation: "sign_in", actor: owner.actor.name })).toMatchObject([
      { detail: { provider: "link" } },
    ]);
    expect(await find({ before: "2020-01-01T00:00:00.000Z" })).toEqual([]);
    expect((await find({ operation: "organization" })).length).toBeGreaterThan(0);
    expect(organization_id).toBeTruthy();
  });
});
