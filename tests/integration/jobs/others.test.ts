import { beforeAll, describe, expect, it } from "vitest";
import { synthesisList } from "@/lib/conversations/contract";
import { newId } from "@/lib/kernel/ids";
import { createOrganization, run, runJob, type TestOrganization, testDatabase } from "../../support/database";
import { setUpConversations } from "../conversations/support";

const database = testDatabase();
const LONG_AGO = new Date("2026-01-01T00:00:00.000Z");

/** The first organization, whose settings cannot be read. */
let broken: TestOrganization;
beforeAll(async () => {
  broken = await createOrganization(database.db);
  await database.db.organization.update({
    where: { id: broken.organization_id },
    data: { settings: { time_zone: "Nowhere/Land" } },
  });
});

/** A session of which nothing was heard for long. */
function addSession(
  { organization_id }: TestOrganization,
  values: { session_id: string; report?: Record<string, string> },
) {
  return database.db.agent_session.create({
    data: {
      organization_id,
      id: newId(),
      client: "test",
      actor_kind: "agent",
      actor_id: newId(),
      actor_name: "bot",
      started_at: LONG_AGO,
      last_seen_at: LONG_AGO,
      ...values,
    },
  });
}

describe("a job over every organization", () => {
  it("closes the silent sessions of others and the other ones of one, and fails at the end", async () => {
    const other = await createOrganization(database.db);
    await addSession(broken, { session_id: "of-the-broken" });
    await addSession(other, { session_id: "broken", report: { memories_used: "many" } });
    await addSession(other, { session_id: "whole" });
    await expect(runJob(database, "session_close")).rejects.toThrow("2 of 2 failed");
    const sessions = await database.db.agent_session.findMany({
      where: { organization_id: other.organization_id },
      orderBy: { session_id: "asc" },
    });
    expect(sessions.map(({ session_id, ended_by }) => [session_id, ended_by])).toEqual([
      ["broken", null],
      ["whole", "silence"],
    ]);
  });

  it("starts the nights and synthesizes the weeks of the others", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, [{ speaker: "Ada", text: "We deploy the billing service on Fridays only." }]);
    site.clock.at = new Date("2026-11-16T23:59:00Z");
    await expect(site.night()).rejects.toThrow("time zone");
    const waiting = await database.db.$queryRaw`
      select 1 from pgboss.job where name = 'conversation_extract'
        and data->>'organization_id' = ${site.organization_id}`;
    expect(waiting).toHaveLength(1);
    await site.extractAll();
    site.clock.at = new Date("2026-11-23T00:20:00Z");
    await expect(site.synthesize()).rejects.toThrow("time zone");
    expect((await run(synthesisList, {}, site.lead)).items).toHaveLength(1);
  });
});
