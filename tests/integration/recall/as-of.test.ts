import { expect, it } from "vitest";
import * as memories from "@/lib/memories/contract";
import * as contract from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const DAY = 86_400_000;
const START = Date.now() - 3 * DAY;

/** Acts so many days after the start, which was three days ago. */
const onDay = (context: Context, day: number): Context => ({
  ...context,
  now: () => new Date(START + day * DAY),
});

it("answers what an agent would have been given, and records nothing of it", async () => {
  const { lead, repository, embed, organization_id } = await setUp(database, root.path);
  const store = (day: number, statement: string) =>
    remember(onDay(lead, day), { kind: "procedure", statement, repository });
  const edited = await store(0, "Retry payments of the payment client three times.");
  const invalidated = await store(0, "Log every retry of the payment client.");
  await store(2, "Retries of the payment client wait a second.");
  const change = {
    memory_id: edited.id,
    version: 1,
    statement: "Retry payments of the payment client twice.",
  };
  await run(memories.memoryUpdate, change, onDay(lead, 2));
  await run(memories.memoryInvalidate, { memory_id: invalidated.id, reason: "noise" }, onDay(lead, 2));
  await embed();
  const question = {
    task: "Change the retries of the payment client",
    agent_type: "builder",
    repository,
    settings: { relevance_floor: 0 },
  };
  const packAt = async (as_of?: string) => {
    const preview = await run(contract.recallPreview, { ...question, as_of }, lead);
    return { ...preview, statements: preview.memories.map(({ statement }) => statement).toSorted() };
  };
  const now = await packAt();
  expect(now.as_of).toBeUndefined();
  expect(now.statements).toEqual([
    "Retries of the payment client wait a second.",
    "Retry payments of the payment client twice.",
  ]);
  const then = await packAt(new Date(START + DAY).toISOString());
  expect(then.statements).toEqual([
    "Log every retry of the payment client.",
    "Retry payments of the payment client three times.",
  ]);
  expect(then.context).toContain("three times");
  expect(then.as_of).toMatchObject({ complete: false, at: new Date(START + DAY).toISOString() });
  expect((await packAt(new Date(START - DAY).toISOString())).statements).toEqual([]);
  expect(await database.db.recall.count({ where: { organization_id } })).toBe(0);
  const later = new Date(Date.now() + DAY).toISOString();
  await expect(packAt(later)).rejects.toMatchObject({ errors: [{ pointer: "/as_of" }] });
});
