import { describe, expect, it } from "vitest";
import { inboxAssign, inboxList } from "@/lib/inbox/contract";
import { notificationList } from "@/lib/notifications/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { sessionBeside } from "../../support/row-locks";
import { BEGAN, fillInbox } from "./support";

const database = testDatabase();

const notified = async (context: Context) =>
  (await run(notificationList, { limit: 100 }, context)).items.map(({ kind }) => kind).toSorted();

describe.runIf(process.env.DATABASE_URL)("the inbox under two hands", () => {
  it("says to the second of two who assign an item who has it, and notifies nobody of what was refused", async () => {
    const organization = await createOrganization(database.db);
    const { organization_id } = organization;
    const { conflict } = await fillInbox(database.db, organization);
    const lead = contextOf(database, await organization.person("lead"));
    const carl = await organization.person("lead", "carl");
    const dora = contextOf(database, await organization.person("lead", "dora"));
    const beside = await sessionBeside(database);
    await beside.query(
      "insert into inbox_assignment (organization_id, kind, subject_id, person_id) values ($1, 'conflict', $2, $3)",
      [organization_id, conflict, carl.id],
    );
    const items = [{ kind: "conflict" as const, subject_id: conflict }];
    const second = run(inboxAssign, { items, person_id: dora.actor.id }, lead).catch(
      (error: unknown) => error,
    );
    await beside.untilWaiting(1);
    await beside.release();
    expect(await second).toMatchObject({ code: "conflict", message: expect.stringContaining("carl") });
    const listed = await run(inboxList, { kind: ["conflict"] }, lead);
    expect(listed.items[0]?.assignee?.id).toBe(carl.id);
    expect(await notified(dora)).toEqual([]);
  });

  it("announces what arrived once when it is looked for by two at once", async () => {
    const organization = await createOrganization(database.db);
    const lead = contextOf(database, await organization.person("lead"));
    const at = (seconds: number) => new Date(BEGAN.getTime() + seconds * 1_000);
    const announce = (seconds: number) =>
      runJob(database, "inbox_arrivals", {}, { now: () => at(seconds) }).catch(() => undefined);
    await announce(-60);
    await fillInbox(database.db, organization);
    const beside = await sessionBeside(database);
    await beside.query("select 1 from inbox_scan where organization_id = $1 for update", [
      organization.organization_id,
    ]);
    const both = [announce(60), announce(61)];
    await beside.untilWaiting(2);
    await beside.release();
    await Promise.all(both);
    expect(await notified(lead)).toEqual(["drift", "proposal"]);
  });
});
