import { beforeAll, describe, expect, it } from "vitest";
import { auditList, organizationUpdate } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { insertRecall } from "@/lib/db/sql/recall";
import { newId } from "@/lib/kernel/ids";
import { relevanceModelKey } from "@/lib/memories";
import * as contract from "@/lib/recall/contract";
import { relevanceLearnJob } from "@/lib/recall/jobs";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();
beforeAll(async () => {
  await loadTokenizer();
});

const EMBEDDER = "minilm-l6-v2@384/split2/128";
const MEMORIES = 8;
const QUESTION = { task: "Renew the crane certificates", agent_type: "builder" };

async function prepare() {
  const organization = await setUp(database, root.path);
  const memories: string[] = [];
  for (let index = 0; index < MEMORIES; index++) {
    const statement = `Berth ${index} is closed in week ${index}`;
    memories.push((await remember(organization.lead, { statement, repository: organization.repository })).id);
  }
  return { ...organization, memories };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Packs that gave all memories, each judged to be as likely relevant as not, and what was reported of them. */
async function report(
  { organization_id, agent, memories }: Prepared,
  {
    packs,
    use,
    model = relevanceModelKey(EMBEDDER),
  }: { packs: number; use: "unhelpful" | "helpful"; model?: string },
) {
  for (let pack = 0; pack < packs; pack++) {
    const recall_id = newId();
    await insertRecall(database.db, {
      organization_id,
      recall: {
        id: recall_id,
        at: new Date(),
        door: "context",
        actor_kind: "agent",
        actor_id: agent.actor.id,
        actor_name: agent.actor.name,
        agent: agent.actor.name,
        agent_type: "builder",
        repository_id: null,
        session_id: null,
        task: "Close a berth",
        question: {},
        category: "general",
        settings: {},
        outcome: "served",
        pack: "",
        tokens: 10,
        characters: 10,
        candidate_count: memories.length,
        served_count: memories.length,
        unchecked_count: 0,
        latency_ms: 1,
        stages: [],
        degraded: [],
      },
      candidates: memories.map((memory_id, position) => ({
        memory_id,
        position,
        part: "own",
        place: "served",
        reason: "It is about the task.",
        score: 0.5,
        tokens: 1,
        relevance: 0.5,
        model,
        learned: 0,
        vector: null,
        bm25: null,
        trigram: null,
        quality: 1,
        recency: 1,
        verification: 1,
        contributions: [],
      })),
      events: [],
    });
    const uses = memories.map((memory_id) => ({ memory_id, use }));
    await run(contract.recallRate, { recall_id, uses }, agent);
  }
}

const learn = () => relevanceLearnJob.handle({}, partsOf(database));

async function learnedOf({ lead }: Prepared) {
  const { models, ...rest } = await run(contract.relevanceGet, {}, lead);
  return {
    ...rest,
    vectors: models.find(({ name }) => name === EMBEDDER),
    words: models.find(({ name }) => name === "words"),
  };
}

async function relevanceOf({ lead, repository }: Prepared, id: string, settings = {}) {
  const question = { ...QUESTION, repository, settings };
  const { candidates } = await run(contract.recallPreview, question, lead);
  const found = candidates.find(({ memory }) => memory.id === id);
  if (!found) throw new Error("the memory was not considered");
  return found.scores;
}

describe("what outcomes teach of relevance", () => {
  it("is nothing after a handful of reports", async () => {
    const few = await prepare();
    await report({ ...few, memories: few.memories.slice(0, 5) }, { packs: 1, use: "unhelpful" });
    await learn();
    expect((await learnedOf(few)).vectors).toMatchObject({ shift: 0, reported: 5, right: 0 });
  });

  it("raises the floor of the embedder that was judged, for this organization alone, until it is reset", async () => {
    const [first, second] = [await prepare(), await prepare()];
    const crane = await remember(first.lead, {
      statement: "Crane certificates are renewed by the harbour office",
      repository: first.repository,
    });
    await first.embed();
    const before = await relevanceOf(first, crane.id);
    expect(before).toMatchObject({ model: relevanceModelKey(EMBEDDER), learned: 0 });
    await report(first, { packs: 5, use: "unhelpful" });
    await learn();

    const { vectors, words, learning } = await learnedOf(first);
    expect(learning).toBe(true);
    expect(vectors).toMatchObject({ in_use: true, reported: 40, inferred: 0, right: 0 });
    expect(vectors?.shift).toBeLessThan(-0.3);
    expect(vectors?.floor_learned).toBeGreaterThan(vectors?.floor_measured ?? 1);
    expect(vectors?.joins_learned).toBeGreaterThan(vectors?.joins_measured ?? 1);
    expect(vectors?.joins_measured).toBeLessThan(vectors?.floor_measured ?? 0);
    expect(words).toMatchObject({ in_use: false, shift: 0, reported: 0, learned_at: null });
    expect((await learnedOf(second)).vectors).toMatchObject({ shift: 0, reported: 0 });

    const after = await relevanceOf(first, crane.id);
    expect(after.learned).toBe(vectors?.shift);
    expect(after.relevance).toBeLessThan(before.relevance ?? 0);
    expect(after.contributions).toEqual(before.contributions);
    const off = await relevanceOf(first, crane.id, { relevance_learning: false });
    expect(off).toMatchObject({ learned: 0, relevance: before.relevance });

    await expect(run(contract.relevanceReset, {}, first.lead)).rejects.toMatchObject({
      code: "permission_denied",
    });
    const reset = await run(contract.relevanceReset, {}, first.owner);
    expect(reset.reset_at).not.toBeNull();
    await learn();
    expect((await learnedOf(first)).vectors).toMatchObject({ shift: 0, reported: 0 });
    expect(await relevanceOf(first, crane.id)).toMatchObject({ learned: 0, relevance: before.relevance });
    const audit = await run(auditList, {}, first.owner);
    expect(audit.items.map(({ operation }) => operation)).toContain("relevance_reset");
  });

  it("is the same when the job runs twice, and moves back when outcomes say otherwise", async () => {
    const organization = await prepare();
    await report(organization, { packs: 3, use: "unhelpful" });
    await learn();
    const first = (await learnedOf(organization)).vectors;
    await Promise.all([learn(), learn()]);
    expect((await learnedOf(organization)).vectors).toMatchObject({ shift: first?.shift, reported: 24 });
    await report(organization, { packs: 6, use: "helpful" });
    await learn();
    expect((await learnedOf(organization)).vectors).toMatchObject({ shift: 0, reported: 72, right: 48 });
  });

  it("counts outcomes of other weights for nothing", async () => {
    const organization = await prepare();
    await report(organization, { packs: 5, use: "unhelpful", model: `${EMBEDDER}#00000000` });
    await learn();
    expect((await learnedOf(organization)).vectors).toMatchObject({ shift: 0, reported: 0 });
  });

  it("keeps what is learned out of force while the organization has it switched off", async () => {
    const organization = await prepare();
    await report(organization, { packs: 5, use: "unhelpful" });
    await run(organizationUpdate, { settings: { relevance_learning: false } }, organization.owner);
    await learn();
    expect(await learnedOf(organization)).toMatchObject({ learning: false });
    const [memory = ""] = organization.memories;
    const question = {
      task: "Close berth 0 in week 0",
      agent_type: "builder",
      repository: organization.repository,
    };
    const { candidates } = await run(contract.recallPreview, question, organization.lead);
    expect(candidates.find(({ memory: { id } }) => id === memory)?.scores).toMatchObject({ learned: 0 });
  });
});

describe("an expectation that is replayed", () => {
  it("counts as a memory that should be given, with the relevance that it had", async () => {
    const organization = await prepare();
    const crane = await remember(organization.lead, {
      statement: "Crane certificates are renewed by the harbour office",
      repository: organization.repository,
    });
    await organization.embed();
    const question = { ...QUESTION, repository: organization.repository };
    await run(
      contract.expectationCreate,
      { name: "Cranes", question, memory_id: crane.id, within: 3 },
      organization.lead,
    );
    await run(contract.expectationReplay, {}, organization.lead);
    await learn();
    expect((await learnedOf(organization)).vectors).toMatchObject({ expected: 1, reported: 0, shift: 0 });
  });
});
