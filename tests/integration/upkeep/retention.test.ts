import { describe, expect, it } from "vitest";
import { auditList, organizationUpdate } from "@/lib/access/contract";
import { DAY_MS } from "@/lib/kernel/time";
import {
  memoryDelete,
  memoryGet,
  memoryRestore,
  memoryUpdate,
  memoryVerifyCitations,
} from "@/lib/memories/contract";
import { contextGet } from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { hookSessionStart, hookStop } from "@/lib/sessions/contract";
import { retentionPreview } from "@/lib/upkeep/contract";
import { retentionPurgeJob } from "@/lib/upkeep/jobs";
import { contextOf, run, testDatabase } from "../../support/database";
import { placesOf, textColumns } from "../../support/dump";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp as setUpRecall } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();

const setUp = () => setUpRecall(database, root.path);

const purge = (now: Date) => retentionPurgeJob.handle({}, partsOf(database, { now: () => now }));

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

type Fixture = Awaited<ReturnType<typeof setUp>>;

/** A memory whose texts have been to as many places as texts get to. */
async function spread({ owner, agent, git, repository, embed }: Fixture, canary: string): Promise<string> {
  const path = "src/harbour.ts";
  git.commit({ [path]: `export const gate = "${canary}cited";\nexport const sluice = 1;\n` });
  const { id: memory_id } = await remember(
    { ...owner, idempotency_key: canary },
    {
      statement: `The harbour gate opens with ${canary}stated.`,
      reasoning: `Because of ${canary}reasoned.`,
      metadata: { note: `${canary}noted` },
      tags: [`${canary}tag`],
      repository,
      citations: [{ path, line_start: 1, line_end: 2 }],
    },
  );
  await run(memoryUpdate, { memory_id, statement: `The harbour gate opens with ${canary}again.` }, owner);
  await embed();
  await run(
    contextGet,
    {
      task: "What opens the harbour gate in src/harbour.ts?",
      agent_type: "main",
      repository,
      session_id: "harbour-run",
    },
    agent,
  );
  git.commit({ [path]: `export const gate = "${canary}cited";\nexport const sluice = 2;\n` });
  await run(memoryVerifyCitations, { memory_id }, owner);
  return memory_id;
}

async function deleted(memory_id: string, owner: Context, reason: string): Promise<void> {
  await run(memoryDelete, { memory_id, reason }, owner);
}

describe("a deleted memory", () => {
  it("is in no table any more once its time is over: not its text, nor its vectors, citations and events", async () => {
    const fixture = await setUp();
    const memory_id = await spread(fixture, "zqkelp");
    const places = await placesOf(database.db, "zqkelp");
    for (const place of [
      "memory.statement",
      "memory.metadata",
      "memory.search_vector",
      "memory_event.detail",
      "citation.snippet",
      "citation_check.found_text",
      "recall.pack",
      "idempotency_key.response",
    ])
      expect(places, place).toContain(`public.${place}`);
    await deleted(memory_id, fixture.owner, "outdated");
    await purge(inDays(29));
    expect(await placesOf(database.db, "zqkelp")).toContain("public.memory.statement");
    await purge(inDays(31));
    expect(await placesOf(database.db, "zqkelp")).toEqual([]);
    expect(await database.db.memory_embedding.count({ where: { ...ofFixture(fixture), memory_id } })).toBe(0);
    const audit = await run(auditList, {}, fixture.owner);
    expect(audit.items.find(({ operation }) => operation === "retention_purge")?.detail).toEqual({
      memories: 1,
      sessions: 0,
      conversations: 0,
    });
  });

  it("leaves the packs that it was considered for and that never held it", async () => {
    const fixture = await setUp();
    const { owner, agent, organization_id, repository } = fixture;
    const path = "src/harbour.ts";
    fixture.git.commit({ [path]: "export const gate = 1;\n" });
    await remember(owner, {
      statement: "The harbour gate opens at high water.",
      repository,
      citations: [{ path, line_start: 1, line_end: 1 }],
    });
    await fixture.embed();
    const question = {
      task: "What opens the harbour gate in src/harbour.ts?",
      agent_type: "main",
      repository,
    };
    const { recall_id, context } = await run(contextGet, question, agent);
    expect(context).toContain("high water");
    const out = await remember(owner, { statement: "The zqreed boat is painted blue.", kind: "fact" });
    await database.db.recall_candidate.create({
      data: {
        organization_id,
        recall_id: recall_id ?? "",
        memory_id: out.id,
        position: 99,
        part: "knowledge",
        place: "out",
        reason: "It is not relevant enough.",
        score: 0.1,
      },
    });
    await deleted(out.id, owner, "old");
    await purge(inDays(31));
    const kept = await database.db.recall.findFirst({ where: { organization_id, id: recall_id ?? "" } });
    expect(kept?.pack).toContain("high water");
    expect(await placesOf(database.db, "zqreed")).toEqual([]);
  });

  it("takes its text along from what it was merged into, and leaves that", async () => {
    const fixture = await setUp();
    const { owner, organization_id } = fixture;
    const kept = await remember(owner, { statement: "Close the sluice first.", kind: "fact" });
    const gone = await remember(owner, { statement: "Shut zqsponge first.", kind: "fact" });
    await database.db.memory_event.create({
      data: {
        organization_id,
        id: crypto.randomUUID(),
        memory_id: kept.id,
        type: "merged",
        actor_kind: "person",
        actor_id: owner.actor.id,
        actor_name: "x",
        reason: gone.statement,
        detail: { merged: gone.id, reasoning: "zqsponge" },
      },
    });
    await database.db.memory.update({
      where: { organization_id_id: { organization_id, id: kept.id } },
      data: { superseded_by: gone.id },
    });
    await deleted(gone.id, owner, "merged");
    await purge(inDays(31));
    expect(await placesOf(database.db, "zqsponge")).toEqual([]);
    expect(await run(memoryGet, { memory_id: kept.id }, owner)).toMatchObject({ superseded_by: null });
  });

  it("of one organization goes without another's, which keeps deleted memories longer", async () => {
    const [short, long] = [await setUp(), await setUp()];
    await run(organizationUpdate, { settings: { deleted_retention_days: 400 } }, long.owner);
    for (const { owner } of [short, long]) {
      const { id } = await remember(owner, { statement: "The zqcoral lamp is lit at dusk.", kind: "fact" });
      await deleted(id, owner, "old");
    }
    await purge(inDays(60));
    const rows = await database.db.memory.findMany({
      where: {
        organization_id: { in: [short.organization_id, long.organization_id] },
        AND: { organization_id: long.organization_id },
      },
    });
    expect(rows.filter(({ statement }) => statement.includes("zqcoral"))).toHaveLength(1);
  });

  it("stays when it was restored in time, whether purge or restore is first", async () => {
    const { owner } = await setUp();
    const { id: memory_id } = await remember(owner, { statement: "The pier has nine lamps.", kind: "fact" });
    await deleted(memory_id, owner, "old");
    const [restored] = await Promise.allSettled([
      run(memoryRestore, { memory_id }, owner),
      purge(inDays(31)),
    ]);
    const read = await run(memoryGet, { memory_id }, owner).catch((error: unknown) => error);
    if (restored.status === "fulfilled") expect(read).toMatchObject({ id: memory_id, deleted_at: null });
    else expect(read).toMatchObject({ code: "not_found" });
  });
});

const ofFixture = ({ organization_id }: Fixture) => ({ organization_id });

describe("sessions", () => {
  it("go with their steps once they were not heard of for as long as they are kept", async () => {
    const { agent, owner, organization_id } = await setUp();
    await run(hookSessionStart, { session_id: "zqeel" }, agent);
    await run(hookStop, { session_id: "zqeel" }, agent);
    await purge(inDays(179));
    expect(await database.db.agent_session.count({ where: { organization_id } })).toBe(1);
    const preview = await run(retentionPreview, { session_retention_days: 1 }, owner);
    expect(preview.sessions).toMatchObject({ days: 1, count: 0 });
    await purge(inDays(181));
    expect(await database.db.agent_session.count({ where: { organization_id } })).toBe(0);
    expect(await database.db.session_step.count({ where: { organization_id } })).toBe(0);
  });
});

describe("a lead", () => {
  it("sees how much would go before it goes, and by shorter periods too", async () => {
    const fixture = await setUp();
    const later = { ...fixture.lead, now: () => inDays(40) };
    const { id } = await remember(fixture.owner, { statement: "The old pier is closed.", kind: "fact" });
    await deleted(id, fixture.owner, "old");
    const { deleted_memories, recalls } = await run(retentionPreview, {}, later);
    expect(deleted_memories).toMatchObject({ days: 30, count: 1 });
    expect(recalls).toMatchObject({ days: 90, count: 0 });
    const before = await run(retentionPreview, { recall_retention_days: 30 }, later);
    expect(before.recalls.count).toBe(
      await database.db.recall.count({ where: { organization_id: fixture.organization_id } }),
    );
    const developer = contextOf(database, await fixture.person("developer"));
    await expect(run(retentionPreview, {}, developer)).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("the dump that these tests look through", () => {
  it("reads texts, JSON, lists and bytes of every schema", async () => {
    const columns = await textColumns(database.db);
    const types = new Set(columns.map(({ type }) => type));
    for (const type of ["text", "jsonb", "_text", "bytea", "tsvector"]) expect(types).toContain(type);
    expect(new Set(columns.map(({ schema }) => schema))).toContain("pgboss");
  });
});
