import { beforeAll, describe, expect, it } from "vitest";
import { visitGet } from "@/lib/access/contract";
import type { Actor } from "@/lib/kernel/actor";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";

const database = testDatabase();
const at = (hour: number, minute = 0) => new Date(Date.UTC(2026, 0, 1, hour, minute));

let anna: Actor;
let ben: Actor;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  anna = await organization.person("lead", "Anna");
  ben = await organization.person("developer", "Ben");
});

const look = (actor: Actor, now: Date) => run(visitGet, {}, contextOf(database, actor, { now: () => now }));

describe("the overview", () => {
  it("knows when each person was there before this visit, which looks within an hour belong to", async () => {
    expect(await look(anna, at(8))).toEqual({ before: null });
    expect(await look(anna, at(8, 40))).toEqual({ before: null });
    expect(await look(ben, at(9))).toEqual({ before: null });
    expect(await look(anna, at(10))).toEqual({ before: at(8, 40).toISOString() });
    expect(await look(anna, at(10, 50))).toEqual({ before: at(8, 40).toISOString() });
    expect(await look(anna, at(12))).toEqual({ before: at(10, 50).toISOString() });
  });

  it("is no business of agents", async () => {
    const organization = await createOrganization(database.db);
    const agent = contextOf(database, await organization.agent());
    await expect(run(visitGet, {}, agent)).rejects.toMatchObject({ code: "permission_denied" });
  });
});
