import { describe, expect, it } from "vitest";
import {
  conversationAppend,
  conversationContext,
  conversationDelete,
  conversationGet,
  conversationLineDelete,
  conversationLineUpdate,
  conversationList,
} from "@/lib/conversations/contract";
import { memoryDelete, memoryGet, memoryList, memorySupersede } from "@/lib/memories/contract";
import { run, testDatabase } from "../../support/database";
import { MORNING, setUpConversations } from "./support";

const database = testDatabase();
const FRIDAYS = { speaker: "Ada", text: "We deploy the billing service on Fridays only." };

describe("a log", () => {
  it("keeps what is appended once, by day of the organization's time zone, without secrets", async () => {
    const { ada, append, days, logOf } = await setUpConversations(database, { time_zone: "Asia/Tokyo" });
    const token = `ghp_${"aB3dE6gH9j".repeat(4).slice(0, 36)}`;
    const messages = [
      { ...FRIDAYS, at: "2026-11-15T14:00:00Z" },
      { ...FRIDAYS, at: "2026-11-15T16:00:00Z" },
      { speaker: "Ada", text: `My token is ${token}.` },
    ];
    expect(await append(ada, messages)).toMatchObject({ stored: 3, known: 0, redactions: 1 });
    expect(await append(ada, messages)).toMatchObject({ stored: 0, known: 3 });
    const listed = await days();
    expect(listed.map(({ day, lines, agent }) => [agent, day, lines])).toEqual([
      ["ada-voice", "2026-11-16", 2],
      ["ada-voice", "2026-11-15", 1],
    ]);
    const { log } = await logOf(listed[0]?.id ?? "");
    expect(log.map(({ number, text }) => [number, text])).toEqual([
      [1, FRIDAYS.text],
      [2, "My token is [TOKEN]."],
    ]);
  });

  it("refuses what is in the future, a call of nothing or of both, and another agent's name", async () => {
    const { ada } = await setUpConversations(database);
    const refused = async (input: Parameters<typeof run<typeof conversationAppend>>[1], actor = ada) =>
      expect(run(conversationAppend, input, actor)).rejects.toMatchObject({ code: "invalid_input" });
    await refused({ date: "2026-11-17", markdown: "Hello there" });
    await refused({ messages: [{ text: "Hello", at: "2026-11-16T10:00:00Z" }] });
    await refused({});
    await refused({ markdown: "Hello", messages: [{ text: "Hello" }] });
    await refused({ agent: "bob-code", markdown: "Hello" });
  });

  it("takes 10,000 messages of a day, and two calls with the same at once store each once", async () => {
    const { ada, append, days } = await setUpConversations(database);
    const messages = Array.from({ length: 10_000 }, (_, n) => ({
      speaker: "user",
      text: `Message number ${n}`,
    }));
    const part = (n: number) => messages.slice(n * 1_000, (n + 1) * 1_000);
    let stored = 0;
    for (let n = 0; n < 10; n += 1) stored += (await append(ada, part(n))).stored;
    const again = await Promise.all([
      append(ada, part(9)),
      append(ada, [...part(0).slice(1), { text: "New" }]),
    ]);
    expect([stored, ...again.map((one) => one.stored)]).toEqual([10_000, 0, 1]);
    expect((await days())[0]?.lines).toBe(10_001);
  });

  it("is read by its own agent and by people, in parts", async () => {
    const { ada, bob, append, days } = await setUpConversations(database);
    await append(ada, [FRIDAYS, { text: "Two things." }, { text: "Three things." }]);
    const [day] = await days();
    const conversation_id = day?.id ?? "";
    const first = await run(conversationGet, { conversation_id, limit: 2 }, ada);
    expect(first).toMatchObject({ next_after: 2 });
    expect(await run(conversationGet, { conversation_id, after: 2 }, ada)).toMatchObject({
      next_after: null,
    });
    await expect(run(conversationGet, { conversation_id }, bob)).rejects.toMatchObject({ code: "not_found" });
    expect(await run(conversationList, {}, bob)).toMatchObject({ items: [], total: 0 });
  });

  it("says where a part is in the whole, shows lines that taught something alone, and all agents beside one", async () => {
    const { ada, bob, lead, append, days, extractAll } = await setUpConversations(database);
    await append(bob, [{ text: "Hello there." }]);
    await append(ada, [{ text: "Hello?" }, FRIDAYS, { text: "Thanks!" }]);
    await extractAll();
    const conversation_id = (await days()).find(({ agent }) => agent === "ada-voice")?.id ?? "";
    const part = await run(conversationGet, { conversation_id, after: 2 }, lead);
    expect(part).toMatchObject({ total: 3, before: 2, previous_after: 0, log: [{ number: 3 }] });
    const single = await run(conversationGet, { conversation_id, after: 2, limit: 1 }, lead);
    expect(single).toMatchObject({ previous_after: 1, next_after: null });
    const taught = await run(conversationGet, { conversation_id, taught: true }, lead);
    expect(taught).toMatchObject({
      total: 1,
      before: 0,
      previous_after: null,
      next_after: null,
      log: [{ number: 2 }],
    });
    expect(await run(conversationList, { agent: "ada-voice" }, lead)).toMatchObject({
      total: 1,
      agents: ["ada-voice", "bob-code"],
    });
    expect(await run(conversationList, {}, ada)).toMatchObject({ total: 1, agents: ["ada-voice"] });
  });
});

describe("a line", () => {
  async function learned() {
    const site = await setUpConversations(database);
    await site.append(site.ada, [
      FRIDAYS,
      { speaker: "Ada", text: "Our staging database lives in Frankfurt." },
    ]);
    site.clock.at = new Date("2026-11-17T00:05:00Z");
    await site.extractAll();
    const [day] = await site.days();
    const conversation_id = day?.id ?? "";
    const { log } = await site.logOf(conversation_id);
    return { ...site, conversation_id, fact: log[0]?.facts[0]?.id ?? "", log };
  }

  it("that is corrected takes its facts back and is read again; its import does not bring it back", async () => {
    const { conversation_id, fact, lead, ada, append, extract, logOf, log, clock } = await learned();
    expect(log[0]?.facts.map(({ statement }) => statement)).toEqual([FRIDAYS.text]);
    const text = "We deploy the billing service on Mondays only.";
    await run(conversationLineUpdate, { conversation_id, number: 1, text }, lead);
    expect(await run(memoryGet, { memory_id: fact }, lead)).toMatchObject({ deleted_at: expect.any(String) });
    await extract(conversation_id);
    const after = await logOf(conversation_id);
    expect(after.log[0]).toMatchObject({ text, corrected_at: clock.at.toISOString() });
    expect(after.log[0]?.facts.map(({ statement }) => statement)).toEqual([text]);
    clock.at = MORNING;
    expect(await append(ada, [FRIDAYS])).toMatchObject({ stored: 0, known: 1 });
  });

  it("shows the correction of a fact in its place, which reaches the agent, and goes with the line", async () => {
    const { conversation_id, fact, lead, ada, logOf, days } = await learned();
    const mondays = "We deploy the billing service on Mondays only.";
    const corrected = await run(memorySupersede, { memory_id: fact, statement: mondays }, lead);
    expect(corrected.memory).toMatchObject({ agent: "ada-voice", scope: "agent", user: "Ada" });
    const twice = await run(
      memorySupersede,
      { memory_id: corrected.memory?.id ?? "", statement: `${mondays} By hand.` },
      lead,
    );
    const current = twice.memory?.id ?? "";
    expect((await logOf(conversation_id)).log[0]?.facts.map(({ id }) => id)).toEqual([current]);
    const question = "When is the billing service deployed?";
    const { facts } = await run(conversationContext, { question }, ada);
    expect(facts.map(({ id }) => id)).toContain(current);
    expect(facts.map(({ id }) => id)).not.toContain(fact);
    await run(conversationLineDelete, { conversation_id, number: 1 }, lead);
    expect(await run(memoryGet, { memory_id: current }, lead)).toMatchObject({
      deleted_at: expect.any(String),
    });
    expect((await days())[0]?.facts).toBe(1);
  });

  it("whose corrected fact is deleted taught nothing any more", async () => {
    const { conversation_id, fact, lead, logOf, days } = await learned();
    const { memory } = await run(memorySupersede, { memory_id: fact, statement: "We never deploy." }, lead);
    await run(memoryDelete, { memory_id: memory?.id ?? "" }, lead);
    expect((await logOf(conversation_id)).log[0]?.facts).toEqual([]);
    expect((await days())[0]?.facts).toBe(1);
    expect(await run(conversationGet, { conversation_id, taught: true }, lead)).toMatchObject({ total: 1 });
  });

  it("that is deleted goes with what it alone taught", async () => {
    const { conversation_id, fact, lead, logOf } = await learned();
    expect(await run(conversationLineDelete, { conversation_id, number: 1 }, lead)).toMatchObject({
      facts: 1,
    });
    expect(await run(memoryGet, { memory_id: fact }, lead)).toMatchObject({ deleted_at: expect.any(String) });
    expect((await logOf(conversation_id)).log.map(({ number }) => number)).toEqual([2]);
    await expect(run(conversationLineDelete, { conversation_id, number: 1 }, lead)).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("goes with its whole log, whose facts stay when asked", async () => {
    const { conversation_id, lead } = await learned();
    const kept = await run(conversationDelete, { conversation_id, with_facts: false }, lead);
    expect(kept).toEqual({ lines: 2, facts: 0 });
    expect((await run(memoryList, { kind: ["fact"] }, lead)).total).toBe(2);
  });
});
