/** The ledger is searched by words of the question, by agent, memory, repository, outcome and day. */
import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer } from "@/lib/ai";
import type { CallOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import { contextGet, memoryRecallList, recallGet, recallList } from "@/lib/recall/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { CACHE_DECISION, setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

type Fixture = Awaited<ReturnType<typeof setUp>>;
let fixture: Fixture;
let memory_id: string;
let asked: string;
let other: string;

const LAST_TUESDAY = new Date("2026-11-17T15:00:00.000Z");

const ask = async (task: string, context = fixture.agent) => {
  const question = { task, agent_type: "architect", repository: fixture.repository, session_id: newId() };
  const { recall_id } = await run(contextGet, question, context);
  if (recall_id === null) throw new Error("the recall was not recorded");
  return recall_id;
};

const found = async (filters: CallOf<typeof recallList>, context = fixture.lead) => {
  const { items, total } = await run(recallList, filters, context);
  expect(total).toBe(items.length);
  return items.map(({ id }) => id);
};

beforeAll(async () => {
  await loadTokenizer();
  fixture = await setUp(database, root.path);
  const { lead, repository } = fixture;
  const memory = await remember(lead, { ...CACHE_DECISION, repository });
  memory_id = memory.id;
  asked = await ask("Design the cache around one owner");
  other = await ask("Translate 100% of the a_b texts into العربية");
  const { organization_id } = fixture;
  await database.db.recall.updateMany({
    where: { organization_id, id: asked },
    data: { at: LAST_TUESDAY },
  });
});

describe("a search of the ledger", () => {
  it("finds recalls by words of their question, in any order, and takes signs for what they are", async () => {
    expect(await found({ q: "OWNER cache" })).toEqual([asked]);
    expect(await found({ q: "cache translate" })).toEqual([]);
    expect(await found({ q: "100% a_b" })).toEqual([other]);
    expect(await found({ q: "العربية" })).toEqual([other]);
    for (const q of ["aXb", "%%", "1__%", "\\", "'"]) expect(await found({ q })).toEqual([]);
  });

  it("finds what was given last Tuesday: by day, agent, repository, outcome and session", async () => {
    const day = { after: "2026-11-17T00:00:00.000Z", before: "2026-11-18T00:00:00.000Z" };
    expect(await found({ q: "cache", ...day, agent: "planner", repository: fixture.repository })).toEqual([
      asked,
    ]);
    expect(await found({ q: "translate", ...day })).toEqual([]);
    expect(await found({ ...day, outcome: "served" })).toEqual([asked]);
    expect(await found({ ...day, outcome: "empty" })).toEqual([]);
    expect(await found({ ...day, agent: "somebody" })).toEqual([]);
  });

  it("lists the recalls that served a memory, with why and how relevant it was", async () => {
    expect(await found({ memory_id })).toEqual([asked]);
    const { items } = await run(recallList, { memory_id }, fixture.lead);
    expect(items[0]?.serving).toMatchObject({ place: "served", reason: "It is about the task." });
    expect(items[0]?.serving?.relevance).toBeGreaterThan(0);
    const { candidates } = await run(recallGet, { recall_id: asked }, fixture.lead);
    expect(items[0]?.serving?.relevance).toBe(candidates[0]?.scores.relevance);
    const of = await run(memoryRecallList, { memory_id }, fixture.lead);
    expect(of.items[0]?.became).toMatchObject(items[0]?.serving ?? {});
    expect((await run(recallList, { q: "cache" }, fixture.lead)).items[0]?.serving).toBeNull();
  });

  it("shows an agent its own, and another organization nothing", async () => {
    const { actor } = fixture.agent;
    const bystander = contextOf(database, { ...actor, id: newId(), name: "bystander" });
    expect(await found({ q: "cache" }, bystander)).toEqual([]);
    expect(await found({ q: "cache" }, fixture.agent)).toEqual([asked]);
    const elsewhere = await setUp(database, root.path);
    expect(await found({ q: "cache" }, elsewhere.lead)).toEqual([]);
    await expect(run(recallList, { memory_id }, elsewhere.lead)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the timings of a recall", () => {
  it("say of every part when it began and how long it took, the embedding and the choice among them", async () => {
    const { stages, latency_ms } = await run(recallGet, { recall_id: asked }, fixture.lead);
    const names = stages.map(({ name }) => name);
    for (const name of ["embedding", "search", "relevance", "verification", "choosing", "writing"])
      expect(names).toContain(name);
    for (const { at, ms } of stages) {
      expect(at).toBeGreaterThanOrEqual(0);
      expect((at ?? 0) + ms).toBeLessThanOrEqual(latency_ms + 1);
    }
    const began = (name: string) => stages.find((stage) => stage.name === name)?.at ?? Number.NaN;
    expect(began("search")).toBeLessThanOrEqual(began("relevance"));
    expect(began("relevance")).toBeLessThanOrEqual(began("choosing"));
    expect(began("choosing")).toBeLessThanOrEqual(began("writing"));
  });

  it("of an older recall are shown without what was not recorded", async () => {
    const { organization_id } = fixture;
    await database.db.recall.updateMany({
      where: { organization_id, id: other },
      data: { stages: [{ name: "search", ms: 7.5 }] },
    });
    const { stages } = await run(recallGet, { recall_id: other }, fixture.lead);
    expect(stages).toEqual([{ name: "search", at: null, ms: 7.5 }]);
  });
});
