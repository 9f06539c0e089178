import { describe, expect, it } from "vitest";
import {
  conversationDelete,
  conversationLineDelete,
  conversationLineUpdate,
} from "@/lib/conversations/contract";
import { memoryList } from "@/lib/memories/contract";
import { run, testDatabase } from "../../support/database";
import { sessionBeside } from "../../support/row-locks";
import { setUpConversations } from "./support";

const database = testDatabase();
const SAID = [{ speaker: "Ada", text: "I prefer short answers with the command first." }];
const NIGHT = new Date("2026-11-16T23:59:00Z");

type Site = Awaited<ReturnType<typeof setUpConversations>>;

/** Takes lines away while a worker is at the last statement of the transaction that learns from them. */
async function takenWhileRead(take: (site: Site, conversation_id: string) => Promise<{ facts: number }>) {
  const site = await setUpConversations(database);
  await site.append(site.ada, SAID);
  site.clock.at = NIGHT;
  const [day] = await site.days();
  const beside = await sessionBeside(database);
  await beside.query("lock table conversation_fact in share mode");
  const reading = site.extract(day?.id ?? "");
  await beside.untilWaiting(1);
  const taking = take(site, day?.id ?? "");
  await beside.untilWaiting(2);
  await beside.release();
  await reading;
  const { facts } = await taking;
  const { items } = await run(memoryList, { kind: ["fact"], limit: 200 }, site.lead);
  return { site, facts, statements: items.map(({ statement }) => statement) };
}

describe.runIf(process.env.DATABASE_URL)("what is taken away while it is read", () => {
  it("as a line that is deleted leaves no fact", async () => {
    const { facts, statements } = await takenWhileRead(({ lead }, conversation_id) =>
      run(conversationLineDelete, { conversation_id, number: 1 }, lead),
    );
    expect({ facts, statements }).toEqual({ facts: 1, statements: [] });
  });

  it("as a log that is deleted with its facts leaves no fact", async () => {
    const { facts, statements } = await takenWhileRead(({ lead }, conversation_id) =>
      run(conversationDelete, { conversation_id, with_facts: true }, lead),
    );
    expect({ facts, statements }).toEqual({ facts: 1, statements: [] });
  });

  it("as a line that is corrected leaves the fact of its correction only", async () => {
    const text = "I prefer long answers with all the reasons first.";
    const { facts, statements } = await takenWhileRead(({ lead }, conversation_id) =>
      run(conversationLineUpdate, { conversation_id, number: 1, text }, lead),
    );
    // A reader of the log reads it to its end: the corrected line too.
    expect({ facts, statements }).toEqual({ facts: 1, statements: [`Ada: ${text}`] });
  });

  it("by two at once is refused to the second, whose log is gone", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, SAID);
    const [day] = await site.days();
    const conversation_id = day?.id ?? "";
    const beside = await sessionBeside(database);
    await beside.query("select 1 from conversation_day where id = $1 for update", [conversation_id]);
    const deleting = run(conversationDelete, { conversation_id, with_facts: true }, site.lead);
    await beside.untilWaiting(1);
    const erasing = run(conversationLineDelete, { conversation_id, number: 1 }, site.lead);
    await beside.untilWaiting(2);
    await beside.release();
    await deleting;
    await expect(erasing).rejects.toMatchObject({ code: "not_found", message: "This log does not exist." });
  });
});
