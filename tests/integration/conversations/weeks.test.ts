import { afterAll, describe, expect, it } from "vitest";
import { createEmbedder } from "@/lib/ai";
import { synthesisList } from "@/lib/conversations/contract";
import { conversationSynthesisJob } from "@/lib/conversations/jobs";
import { memorySupersede } from "@/lib/memories/contract";
import { judgeWeek, NO_FIGURES, readWeeks, sumOf } from "../../bench/weeks";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { setUpConversations } from "./support";

const database = testDatabase();
const embedder = createEmbedder({ provider: "local" });
afterAll(() => embedder.close());

const AFTER_THE_WEEK = new Date("2026-11-23T00:20:00Z");
const SAID = [
  "We deploy the billing service on Fridays only.",
  "Our billing releases are rolled out by hand at the end of the week.",
  "Our staging database lives in Frankfurt.",
  "We use Kotlin for the billing service.",
  "Our office in Lisbon has no lift.",
  "Our terrace is open until October.",
];

async function week() {
  const site = await setUpConversations(database);
  await site.append(
    site.ada,
    SAID.map((text) => ({ speaker: "Ada", text })),
  );
  await site.extractAll();
  const synthesize = async (ai: { embedder: typeof embedder | null }) => {
    site.clock.at = AFTER_THE_WEEK;
    const now = () => site.clock.at;
    await conversationSynthesisJob.handle({}, partsOf(database, { ...ai, now }));
    const { items } = await run(synthesisList, {}, site.lead);
    return items[0]?.patterns.map(({ facts }) => facts.map(({ statement }) => statement).sort()) ?? [];
  };
  return { ...site, synthesize };
}

describe("a week, by the embedder that comes with the product", () => {
  it("has facts of one matter in a pattern, and leaves unrelated facts of the same week out", async () => {
    const { synthesize } = await week();
    expect(await synthesize({ embedder })).toEqual([SAID.slice(0, 2).sort()]);
  });

  it("takes a corrected fact as it was corrected", async () => {
    const site = await week();
    const [day] = await site.days();
    const { log } = await site.logOf(day?.id ?? "");
    const statement = "We deploy the billing service on Mondays only.";
    const memory_id = log[0]?.facts[0]?.id ?? "";
    await run(memorySupersede, { memory_id, statement }, site.lead);
    expect((await site.synthesize({ embedder }))[0]).toContain(statement);
  });

  it("goes by words when the embedder fails", async () => {
    const { synthesize } = await week();
    const broken = { ...embedder, embed: () => Promise.reject(new Error("away")) };
    const patterns = await synthesize({ embedder: broken });
    expect(patterns.flat()).not.toContain(SAID[5]);
  });

  it("keeps unrelated facts out of the patterns of weeks that nothing was chosen on", async () => {
    let sum = NO_FIGURES;
    for (const labelled of readWeeks().filter(({ half }) => half === "hold"))
      sum = sumOf(sum, await judgeWeek(labelled, { embedder }));
    expect(sum.strayed / sum.unrelated).toBeLessThanOrEqual(0.2);
    expect(sum.right / sum.joined).toBeGreaterThanOrEqual(0.7);
    expect(sum.right / sum.related).toBeGreaterThanOrEqual(0.4);
  });
});
