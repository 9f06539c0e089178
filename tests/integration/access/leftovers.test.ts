import { expect, it } from "vitest";
import { actorOfKey } from "@/lib/access";
import * as contract from "@/lib/access/contract";
import type { Actor } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { personErase } from "@/lib/upkeep/contract";
import { contextOf, contextOfKey, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();

const works = async (key: string) => (await actorOfKey(database.db, key, new Date())) !== null;

const makeKey = (actor: Actor, name: string) =>
  run(
    contract.agentKeyCreate,
    { name, agent: name, permissions: ["keys:manage"] },
    contextOf(database, actor),
  );

/** An organization whose second owner left keys, an unused link and an invitation behind. */
async function somebodyLeft() {
  const organization = await createOrganization(database.db);
  const stays = await organization.person("owner");
  const leaves = await organization.person("owner");
  const elsewhere = await (await createOrganization(database.db)).person("developer");
  const { email } = await database.db.person.findUniqueOrThrow({ where: { id: elsewhere.id } });
  const own = await makeKey(leaves, "own");
  const second = await makeKey(leaves, "second");
  const { actor: agent } = await contextOfKey(database, second.key);
  const byKey = await makeKey(agent, "by-key");
  await run(contract.agentKeyRevoke, { agent_key_id: second.agent_key.id }, contextOf(database, stays));
  const ofOther = await makeKey(stays, "of-other");
  const fresh = `${newId()}@example.test`;
  await run(contract.memberAdd, { email: fresh, name: "Fresh" }, contextOf(database, leaves));
  await run(contract.memberAdd, { email, name: "Invited" }, contextOf(database, leaves));
  const { items } = await run(contract.memberList, {}, contextOf(database, stays));
  const member_id = items.find(({ person_id }) => person_id === leaves.id)?.id ?? "";
  const context = contextOf(database, stays);
  return { organization, leaves, member_id, context, own, byKey, ofOther, fresh, email };
}

it("what somebody left behind is listed and ends at once, and nothing of others", async () => {
  const { leaves, member_id, context, own, byKey, ofOther, fresh, email } = await somebodyLeft();
  expect((await run(contract.leftoverList, {}, context)).items).toEqual([]);
  await expect(run(contract.leftoverEnd, { person_id: leaves.id }, context)).rejects.toMatchObject({
    code: "not_found",
  });
  await run(contract.memberRemove, { member_id }, context);
  const { items } = await run(contract.leftoverList, {}, context);
  expect(items).toMatchObject([
    {
      person_id: leaves.id,
      name: leaves.name,
      keys: [{ name: "own" }, { name: "by-key" }],
      links: [{ email: fresh }],
      invitations: [{ email }],
    },
  ]);
  expect([await works(own.key), await works(byKey.key)]).toEqual([true, true]);
  await run(contract.leftoverEnd, { person_id: leaves.id }, context);
  expect([await works(own.key), await works(byKey.key), await works(ofOther.key)]).toEqual([
    false,
    false,
    true,
  ]);
  expect(await database.db.login_link.count({ where: { created_by: leaves.id } })).toBe(0);
  expect((await run(contract.invitationList, {}, context)).total).toBe(0);
  expect((await run(contract.leftoverList, {}, context)).items).toEqual([]);
});

it("of an owner who is made developer what goes beyond the role is listed and ends, and nothing else", async () => {
  const { leaves, member_id, context, own, byKey, email } = await somebodyLeft();
  const create = { name: "plain", agent: "plain" };
  const plain = await run(contract.agentKeyCreate, create, contextOf(database, leaves));
  const elsewhere = await (await createOrganization(database.db)).person("developer");
  const high = await database.db.person.findUniqueOrThrow({ where: { id: elsewhere.id } });
  const boss = `${newId()}@example.test`;
  const byOwner = contextOf(database, leaves);
  await run(contract.memberAdd, { email: high.email, name: "High", role: "owner" }, byOwner);
  await run(contract.memberAdd, { email: boss, name: "Boss", role: "owner" }, byOwner);

  await run(contract.memberUpdate, { member_id, role: "developer" }, context);
  const { items } = await run(contract.leftoverList, {}, context);
  expect(items).toMatchObject([{ person_id: leaves.id, role: "developer" }]);
  expect(items[0]?.keys.map(({ name }) => name)).toEqual(["own", "by-key"]);
  expect(items[0]?.links.map((link) => link.email)).toEqual([boss]);
  expect(items[0]?.invitations.map((invitation) => invitation.email)).toEqual([high.email]);

  await run(contract.leftoverEnd, { person_id: leaves.id }, context);
  expect([await works(own.key), await works(byKey.key), await works(plain.key)]).toEqual([
    false,
    false,
    true,
  ]);
  expect((await run(contract.invitationList, {}, context)).items).toMatchObject([{ email }]);
  expect(await database.db.login_link.count({ where: { created_by: leaves.id } })).toBe(1);
  expect((await run(contract.leftoverList, {}, context)).items).toEqual([]);
});

it("once ended and the person erased, the audit says whose it was by an id alone", async () => {
  const { leaves, member_id, context } = await somebodyLeft();
  await run(contract.memberRemove, { member_id }, context);
  await run(contract.leftoverEnd, { person_id: leaves.id }, context);
  const asked = { operation: "leftover_end" };
  const [before] = (await run(contract.auditList, asked, context)).items;
  expect(before?.detail).toMatchObject({ person_id: leaves.id, person: leaves.name });
  await run(personErase, { person_id: leaves.id }, context);
  const [after] = (await run(contract.auditList, asked, context)).items;
  expect(after?.detail).toMatchObject({ person_id: leaves.id, person: "a former member" });
  expect(JSON.stringify(after)).not.toContain(leaves.name);
});

it("another organization neither sees nor ends it", async () => {
  const { leaves, member_id, context, own } = await somebodyLeft();
  await run(contract.memberRemove, { member_id }, context);
  const other = contextOf(database, await (await createOrganization(database.db)).person("owner"));
  expect((await run(contract.leftoverList, {}, other)).items).toEqual([]);
  await expect(run(contract.leftoverEnd, { person_id: leaves.id }, other)).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await works(own.key)).toBe(true);
});
