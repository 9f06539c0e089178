import { beforeAll, describe, expect, it } from "vitest";
import { inboxArrivals, inboxList } from "@/lib/inbox/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { fillInbox, hoursAfter } from "./support";

const database = testDatabase();
const NOW = hoursAfter(100);

let lead: Context;
let developer: Context;
beforeAll(async () => {
  const organization = await createOrganization(database.db);
  await fillInbox(database.db, organization);
  lead = contextOf(database, await organization.person("lead"), { now: () => NOW });
  developer = contextOf(database, await organization.person("developer"), { now: () => NOW });
});

describe("what arrived in the inbox", () => {
  it("is what began to wait after a moment, of the kinds that one may decide on", async () => {
    const { items } = await run(inboxList, {}, lead);
    const moments = items.map(({ since }) => since).toSorted();
    const middle = moments[4] ?? "";
    const later = items.filter(({ since }) => since > middle);
    const arrived = await run(inboxArrivals, { after: middle }, lead);
    expect(arrived.kinds.map(({ kind }) => kind)).toEqual(later.map(({ kind }) => kind).toSorted());
    expect(arrived.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(later.length);
    const all = await run(inboxArrivals, { after: hoursAfter(-1).toISOString() }, developer);
    expect(all.kinds.map(({ kind }) => kind)).not.toContain("quarantine");
    expect((await run(inboxArrivals, { after: NOW.toISOString() }, lead)).kinds).toEqual([]);
  });
});
