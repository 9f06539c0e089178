import { describe, expect, it } from "vitest";
import type { LanguageModel } from "@/lib/ai";
import { conversationContext, conversationList, synthesisList } from "@/lib/conversations/contract";
import { memoryGet, memoryList } from "@/lib/memories/contract";
import { run, testDatabase } from "../../support/database";
import { setUpConversations } from "./support";

const database = testDatabase();
const SAID = [
  { speaker: "Ada", text: "We deploy the billing service on Fridays only." },
  { speaker: "Ada", text: "Can you look at the invoice?" },
  { speaker: "Ada", text: "I prefer short answers with the command first." },
];
const NIGHT = new Date("2026-11-16T23:59:00Z");

type Site = Awaited<ReturnType<typeof setUpConversations>>;
const factsOf = async ({ lead }: Site) => (await run(memoryList, { kind: ["fact"], limit: 200 }, lead)).items;

/** A model that answers as the test says. */
const modelOf = (answer: (prompt: string) => unknown): LanguageModel =>
  ({
    id: "test-model",
    generate: async (request: { prompt: string; schema: { parse: (value: unknown) => unknown } }) => ({
      value: request.schema.parse(answer(request.prompt)),
      usage: { input_tokens: 1, output_tokens: 1 },
      cost_usd: null,
    }),
  }) as unknown as LanguageModel;

describe("a night", () => {
  it("learns facts of the agent with a link to their lines, at 23:59 and not before", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, SAID);
    const waiting = () =>
      database.db.$queryRawUnsafe<{ n: number }[]>(
        `select count(*)::int as n from pgboss.job where name = 'conversation_extract' and data->>'organization_id' = '${site.organization_id}'`,
      );
    site.clock.at = new Date("2026-11-16T23:44:00Z");
    await site.night();
    expect(await waiting()).toEqual([{ n: 0 }]);
    site.clock.at = NIGHT;
    await site.night();
    await site.night();
    expect(await waiting()).toEqual([{ n: 1 }]);
    await site.extractAll();
    const [day] = await site.days();
    expect(day).toMatchObject({ state: "extracted", facts: 2, extractor: "rules" });
    const { log } = await site.logOf(day?.id ?? "");
    expect(log.map(({ facts }) => facts.length)).toEqual([1, 0, 1]);
    const memory_id = log[2]?.facts[0]?.id ?? "";
    expect(await run(memoryGet, { memory_id }, site.lead)).toMatchObject({
      kind: "fact",
      scope: "agent",
      agent: "ada-voice",
      source: { kind: "conversation", id: day?.id },
      metadata: { date: "2026-11-16", line: 3 },
      statement: "Ada: I prefer short answers with the command first.",
    });
  });

  it("that runs twice, or by two workers at once, learns once; late lines alone are read later", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, SAID);
    const [day] = await site.days();
    const id = day?.id ?? "";
    await Promise.all([site.extract(id), site.extract(id), site.extract(id)]);
    await site.extract(id);
    const facts = await factsOf(site);
    expect(facts.map(({ observation_count }) => observation_count)).toEqual([1, 1]);
    site.clock.at = new Date("2026-11-18T09:00:00Z");
    await site.append(site.ada, [
      { ...SAID[0], text: "Our staging database lives in Frankfurt.", at: "2026-11-16T12:00:00Z" },
    ]);
    expect((await site.days()).map(({ state }) => state)).toEqual(["open"]);
    await site.extract(id);
    expect((await factsOf(site)).map(({ observation_count }) => observation_count)).toEqual([1, 1, 1]);
  });

  it("that is killed in the middle is gone on with, and no line is learned from twice", async () => {
    const site = await setUpConversations(database);
    const many = Array.from({ length: 250 }, (_, n) => ({
      speaker: "Ada",
      text: `Our shard ${n} of the ${["north", "south", "east"][n % 3]} harbour lives in hall ${n * 7}.`,
    }));
    await site.append(site.ada, many);
    const [day] = await site.days();
    const id = day?.id ?? "";
    // What a killed worker leaves behind: one batch is stored, the log is taken, and nobody is there.
    let calls = 0;
    const dying = modelOf(() => {
      calls += 1;
      if (calls > 1) throw new Error("killed");
      return { facts: [{ line: 1, statement: many[0]?.text, quote: many[0]?.text, confidence: 0.9 }] };
    });
    await expect(site.extract(id, dying)).rejects.toThrow();
    await database.db.$executeRawUnsafe(
      `update conversation_day set state = 'extracting', claimed_at = '${site.clock.at.toISOString()}' where id = '${id}'`,
    );
    await site.extract(id);
    expect((await site.days())[0]).toMatchObject({ state: "extracting" });
    site.clock.at = new Date(site.clock.at.getTime() + 11 * 60_000);
    await site.extract(id);
    expect((await site.days())[0]).toMatchObject({ state: "extracted" });
    const { log } = await site.logOf(id);
    expect(log.filter(({ extracted_at }) => extracted_at === null)).toEqual([]);
    // The first hundred lines were read by the model, which named one fact.
    const learned = (await factsOf(site)).map(({ observation_count }) => observation_count);
    expect(learned.reduce((sum, count) => sum + count, 0)).toBe(151);
  });

  it("that fails keeps the log and says why, to a lead too; facts without a quote are not taken", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, SAID);
    const [day] = await site.days();
    const id = day?.id ?? "";
    const broken = modelOf(() => {
      throw new Error("no answer");
    });
    await expect(site.extract(id, broken)).rejects.toThrow();
    expect(await run(conversationList, { state: "failed" }, site.lead)).toMatchObject({
      failed: 1,
      items: [{ state: "failed", attempts: 1, problem: expect.any(String), lines: 3 }],
    });
    const inventing = modelOf(() => ({
      facts: [
        {
          line: 1,
          statement: "Billing is deployed on Mondays",
          quote: "we deploy on Mondays",
          confidence: 0.9,
        },
        { line: 1, statement: SAID[0]?.text, quote: SAID[0]?.text, confidence: 0.9 },
        { line: 99, statement: SAID[0]?.text, quote: SAID[0]?.text, confidence: 0.9 },
      ],
    }));
    await site.extract(id, inventing);
    expect((await factsOf(site)).map(({ statement }) => statement)).toEqual([SAID[0]?.text]);
    expect((await site.days())[0]).toMatchObject({
      state: "extracted",
      attempts: 0,
      extractor: "test-model",
    });
  });
});

describe("What I remember", () => {
  it("is what fits the question and then the latest, each once, of other agents only when asked", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, SAID);
    await site.append(site.bob, [{ text: "Our parser is generated from `grammar.js` by tree-sitter." }]);
    await site.extractAll();
    await site.embed();
    const question = "When is the billing service deployed?";
    const own = await run(conversationContext, { question }, site.ada);
    expect(own.degraded).toEqual([]);
    expect(own.context.split("\n")[0]).toBe("## What I remember");
    expect(new Set(own.facts.map(({ id }) => id)).size).toBe(own.facts.length);
    expect(own.facts[0]).toMatchObject({ statement: SAID[0]?.text, relevance: expect.any(Number) });
    expect(own.facts.map(({ agent }) => agent)).toEqual(["ada-voice", "ada-voice"]);
    const all = await run(conversationContext, { question, include_other_agents: true }, site.ada);
    expect(all.facts.map(({ agent }) => agent)).toContain("bob-code");
    expect(all.context).toContain("(bob-code)");
    const unrelated = await run(
      conversationContext,
      { question: "Which colour has the sky of Mars?" },
      site.ada,
    );
    expect(unrelated.facts.filter(({ relevance }) => relevance !== null)).toEqual([]);
  });
});

describe("a week", () => {
  it("is synthesized once it ended and was read, once, each pattern with its facts", async () => {
    const site = await setUpConversations(database);
    await site.append(site.ada, [
      ...SAID.slice(0, 2),
      { speaker: "Bo", text: "Our billing service is deployed on Fridays by hand." },
    ]);
    await site.extractAll();
    await site.embed();
    site.clock.at = new Date("2026-11-22T23:00:00Z");
    await site.synthesize();
    expect(await run(synthesisList, {}, site.lead)).toMatchObject({ total: 0 });
    site.clock.at = new Date("2026-11-23T00:20:00Z");
    await Promise.all([site.synthesize(), site.synthesize()]);
    await site.synthesize();
    const { items } = await run(synthesisList, {}, site.lead);
    expect(items).toMatchObject([{ agent: "ada-voice", week: "2026-11-16" }]);
    expect(items[0]?.patterns.map(({ facts }) => facts.length)).toEqual([2]);
    expect(await run(synthesisList, {}, site.bob)).toMatchObject({ items: [] });
  });
});
