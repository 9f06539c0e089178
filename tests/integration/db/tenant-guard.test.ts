import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { createOrganization, testDatabase } from "../../support/database";

const database = testDatabase();

const REFUSAL = /does not name an organization_id/;

describe("the tenant guard", () => {
  it("refuses reads, writes, counts and deletes that name no organization", async () => {
    const { db } = database;
    const id = newId();
    await expect(db.memory.findMany({})).rejects.toThrow(REFUSAL);
    await expect(db.memory.findFirst({ where: { id } })).rejects.toThrow(REFUSAL);
    await expect(db.memory.count()).rejects.toThrow(REFUSAL);
    await expect(db.memory.groupBy({ by: ["kind"] })).rejects.toThrow(REFUSAL);
    await expect(
      db.memory.updateMany({ where: { status: "active" }, data: { pinned: true } }),
    ).rejects.toThrow(REFUSAL);
    await expect(db.memory.deleteMany({})).rejects.toThrow(REFUSAL);
    await expect(db.member.deleteMany({ where: { person_id: id } })).rejects.toThrow(REFUSAL);
  });

  it("is not deceived by an organization that may be undefined, or by one among alternatives", async () => {
    const { db } = database;
    const { organization_id } = await createOrganization(db);
    await expect(db.agent.findMany({ where: { organization_id: undefined } })).rejects.toThrow(REFUSAL);
    await expect(db.agent.findMany({ where: { OR: [{ organization_id }, { name: "x" }] } })).rejects.toThrow(
      REFUSAL,
    );
    await expect(db.agent.findMany({ where: { NOT: { organization_id } } })).rejects.toThrow(REFUSAL);
  });

  it("lets through what names one, directly or by a composite key, and in transactions too", async () => {
    const { db } = database;
    const { organization_id } = await createOrganization(db);
    await db.agent.create({ data: { organization_id, id: newId(), name: "a", agent_type: "main" } });
    expect(await db.agent.count({ where: { organization_id } })).toBe(1);
    const found = await db.agent.findUnique({
      where: { organization_id_name: { organization_id, name: "a" } },
    });
    expect(found?.name).toBe("a");
    await expect(db.$transaction((tx) => tx.agent.count())).rejects.toThrow(REFUSAL);
  });

  it("is backed by keys that cannot refer to another organization's row", async () => {
    const { db } = database;
    const one = await createOrganization(db);
    const other = await createOrganization(db);
    const agent = await db.agent.create({
      data: { organization_id: one.organization_id, id: newId(), name: "a", agent_type: "main" },
    });
    const stolen = db.agent_key.create({
      data: {
        organization_id: other.organization_id,
        id: newId(),
        agent_id: agent.id,
        name: "k",
        prefix: "cb_",
        key_hash: newId(),
        created_by: "x",
      },
    });
    await expect(stolen).rejects.toMatchObject({ code: "P2003" });
  });
});
