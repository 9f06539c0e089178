import { beforeAll, describe, expect, it } from "vitest";
import { organizationUpdate } from "@/lib/access/contract";
import {
  duplicateDismiss,
  duplicateList,
  duplicateMerge,
  hygieneGet,
  hygieneMemoryList,
  hygieneUndo,
  memoryConsolidate,
} from "@/lib/hygiene/contract";
import { DAY_MS } from "@/lib/kernel/time";
import { usesCounted } from "@/lib/memories";
import {
  memoryEventList,
  memoryGet,
  memoryLogApplied,
  memoryRestore,
  memoryUndo,
  memoryUpdate,
} from "@/lib/memories/contract";
import { hookBeforeAgent, hookStop, sessionGet, sessionReportGet } from "@/lib/sessions/contract";
import { sessionCloseJob } from "@/lib/sessions/jobs";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "../recall/support";
import { answer, night } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const eventsOf = async (fixture: Awaited<ReturnType<typeof setUp>>, memory_id: string) =>
  (await run(memoryEventList, { memory_id }, fixture.lead)).items;

describe("consolidation", () => {
  let fixture: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    fixture = await setUp(database, root.path);
  });

  it("merges what nearly says the same, keeps who said it, and gives it back", async () => {
    const { lead, agent, repository, embed } = fixture;
    const kept = await remember(lead, {
      statement: "Money is kept in whole cents everywhere in the tariff",
      repository,
      kind: "procedure",
    });
    const again = await remember(agent, {
      statement: "Money is kept everywhere in the tariff in whole cents",
      repository,
      kind: "procedure",
      session_id: "s-money",
    });
    await embed();
    const dry = await run(memoryConsolidate, {}, lead);
    expect(dry).toMatchObject({
      merges: [{ kept: { id: kept.id }, merged: [{ id: again.id }], why: "near" }],
      dry_run: true,
      steps: [],
    });
    expect((await run(memoryGet, { memory_id: again.id }, lead)).status).toBe("active");
    const done = await run(memoryConsolidate, { dry_run: false }, lead);
    expect(done.steps.map(({ memory_id }) => memory_id)).toEqual([again.id]);
    expect(await run(memoryGet, { memory_id: again.id }, lead)).toMatchObject({
      status: "superseded",
      superseded_by: kept.id,
    });
    expect((await run(memoryGet, { memory_id: kept.id }, lead)).observation_count).toBe(2);
    expect((await eventsOf(fixture, kept.id))[0]).toMatchObject({
      type: "merged",
      detail: { merged: again.id, agent: "planner", session_id: "s-money", observation_count: 1 },
    });
    expect((await run(memoryConsolidate, { dry_run: false }, lead)).steps).toEqual([]);

    expect(await run(hygieneUndo, { steps: done.steps }, lead)).toEqual({ undone: 1, refused: [] });
    expect((await run(memoryGet, { memory_id: again.id }, lead)).status).toBe("active");
    expect((await run(memoryGet, { memory_id: kept.id }, lead)).observation_count).toBe(1);
    expect((await run(hygieneUndo, { steps: done.steps }, lead)).refused).toHaveLength(1);
    await run(duplicateDismiss, { pairs: [{ one: kept.id, other: again.id }] }, lead);
    expect((await run(memoryConsolidate, {}, lead)).merges).toEqual([]);
  });

  it("does not merge again what a person took back, by undoing it or by restoring it", async () => {
    const { lead, repository } = fixture;
    const statement = "Buoys are painted red on the left side of the fairway";
    const kept = await remember(lead, { statement, repository });
    await run(memoryUpdate, { memory_id: kept.id, pinned: true }, lead);
    const twin = async (first: string) => {
      const { id } = await remember(lead, { statement: first, repository });
      await run(memoryUpdate, { memory_id: id, statement }, lead);
      return id;
    };
    const [undone, restored] = [await twin("Buoys are new"), await twin("Buoys are old")];
    const { steps } = await run(memoryConsolidate, { dry_run: false }, lead);
    expect(new Set(steps.map(({ memory_id }) => memory_id))).toEqual(new Set([undone, restored]));
    const observations = async () => (await run(memoryGet, { memory_id: kept.id }, lead)).observation_count;
    expect(await observations()).toBe(3);
    await run(memoryUndo, { memory_id: undone }, lead);
    expect(await observations()).toBe(2);
    await run(memoryRestore, { memory_id: restored }, lead);
    expect(await observations()).toBe(1);
    expect((await eventsOf(fixture, kept.id))[0]).toMatchObject({
      type: "unmerged",
      detail: { merged: restored },
    });
    expect((await run(memoryConsolidate, { dry_run: false }, lead)).steps).toEqual([]);
    const again = await twin("Buoys are wet");
    const { merges } = await run(memoryConsolidate, {}, lead);
    expect(merges).toMatchObject([{ kept: { id: kept.id }, merged: [{ id: again }] }]);
    const listed = await run(duplicateList, { kind: "exact" }, lead);
    expect(listed.items[0]?.memories).toHaveLength(4);
    await run(memoryUpdate, { memory_id: again, statement: "Buoys are wet" }, lead);
  });

  it("does not merge what one word makes another statement, and shows it as a suspicion", async () => {
    const { lead, repository, embed } = fixture;
    const words = "to the harbour office over the radio every evening before the gates are shut";
    const one = await remember(lead, { statement: `Reports are sent ${words}`, repository });
    const other = await remember(lead, { statement: `Reports are not sent ${words}`, repository });
    await embed();
    expect((await run(memoryConsolidate, {}, lead)).merges).toEqual([]);
    const { items, total } = await run(duplicateList, { kind: "near" }, lead);
    expect(total).toBe(1);
    expect(items[0]).toMatchObject({ safe: false, similarity: expect.any(Number) });
    expect(new Set(items[0]?.memories.map(({ id }) => id))).toEqual(new Set([one.id, other.id]));
    expect((await run(hygieneGet, {}, lead)).near_duplicates).toBe(1);
    await run(duplicateDismiss, { pairs: [{ one: one.id, other: other.id }] }, lead);
    expect((await run(duplicateList, { kind: "near" }, lead)).total).toBe(0);
    await run(duplicateDismiss, { pairs: [{ one: one.id, other: other.id }], distinct: false }, lead);
    expect((await run(duplicateList, { kind: "near" }, lead)).total).toBe(1);
  });

  it("takes what was reworded for no duplicate of what was near its earlier words", async () => {
    const { lead, repository, embed } = fixture;
    const first = await remember(lead, {
      statement: "Anchors are weighed before the pilot leaves the bridge",
      repository,
    });
    await embed();
    const second = await remember(lead, {
      statement: "Anchors are weighed before the pilot leaves from the bridge",
      repository,
    });
    await embed();
    const pair = new Set([first.id, second.id]);
    const planned = async () =>
      (await run(memoryConsolidate, {}, lead)).merges.filter(({ kept }) => pair.has(kept.id));
    expect(await planned()).toHaveLength(1);
    // The later one was found near the earlier; it is the earlier that now says something else.
    await run(memoryUpdate, { memory_id: first.id, statement: "Invoices of partners go out by mail" }, lead);
    expect(await planned()).toEqual([]);
    await embed();
    expect(await planned()).toEqual([]);
  });

  it("suspects no two outcomes of reviews, which read alike", async () => {
    const { lead } = fixture;
    const { items, total } = await run(duplicateList, { kind: "near" }, lead);
    const pair = items[0]?.memories ?? [];
    const become = (kind: string) =>
      database.db.memory.updateMany({
        where: { organization_id: lead.actor.organization_id, id: { in: pair.map(({ id }) => id) } },
        data: { kind },
      });
    await become("review_outcome");
    expect((await run(duplicateList, { kind: "near" }, lead)).total).toBe(total - 1);
    await become(pair[0]?.kind ?? "");
    expect((await run(duplicateList, { kind: "near" }, lead)).total).toBe(total);
  });

  it("is asked for groups that differ in reach, and refuses", async () => {
    const { lead, repository } = fixture;
    const here = await remember(lead, { statement: "Lamps burn all night", repository });
    const everywhere = await remember(lead, { statement: "Lamps burn at night", scope: "global" });
    const merge = run(duplicateMerge, { groups: [[here.id, everywhere.id]] }, lead);
    await expect(merge).rejects.toThrow("different kinds or scopes");
  });

  it("keeps a session's memories that were applied or are good, and ends the others with the session", async () => {
    const { agent, lead, repository } = fixture;
    const session_id = "s-ends";
    const own = { repository, session_id, scope: "session" as const };
    const applied = await remember(agent, { ...own, statement: "The crane is out of order on Mondays" });
    const good = await remember(agent, {
      ...own,
      statement: "Ships over 40 m moor outside",
      kind: "anti_pattern",
      reasoning: "They drag.",
    });
    const poor = await remember(agent, { ...own, statement: "Looked at the crane" });
    await run(memoryLogApplied, { memory_id: applied.id, session_id }, agent);
    await answer(agent, { session_id, repository, lines: ["Ask the harbour master before mooring outside"] });
    const { report } = await run(hookStop, { session_id }, agent);
    expect(report).toMatchObject({ promoted: 2, ended: 1, merged: 0, conflicts: 0 });
    const scopes = await Promise.all(
      [applied, good].map(async ({ id }) => (await run(memoryGet, { memory_id: id }, lead)).scope),
    );
    expect(scopes).toEqual(["repository", "repository"]);
    expect(await run(memoryGet, { memory_id: poor.id }, lead)).toMatchObject({
      status: "expired",
      scope: "session",
    });

    const session = await run(sessionGet, { session_id }, lead);
    expect(session).toMatchObject({ ended_by: "stop", report });
    expect(session.timeline.map(({ what }) => what)).toEqual(["answer", "consolidated", "stopped", "ended"]);
    expect((await run(sessionReportGet, { session_id }, agent)).report).toEqual(report);

    await run(memoryUndo, { memory_id: applied.id }, lead);
    expect((await run(memoryGet, { memory_id: applied.id }, lead)).scope).toBe("session");
    await run(memoryUndo, { memory_id: poor.id }, lead);
    expect((await run(memoryGet, { memory_id: poor.id }, lead)).status).toBe("active");
    // What a person took back stays as it is.
    expect(await run(memoryConsolidate, {}, lead)).toMatchObject({ promotions: [], endings: [] });
  });

  it("merges a session's memory into what was known beyond it", async () => {
    const { agent, lead, repository } = fixture;
    const statement = "The second gate opens at high water, e.g. `gate(2)`";
    const known = await remember(lead, { statement, repository, kind: "procedure" });
    const session_id = "s-known";
    const own = await remember(agent, {
      statement,
      repository,
      session_id,
      scope: "session",
      kind: "procedure",
      reasoning: "It floods.",
    });
    await answer(agent, { session_id, repository, lines: ["Look at the water before the gate is opened"] });
    expect((await run(hookStop, { session_id }, agent)).report).toMatchObject({ merged: 1, promoted: 0 });
    expect(await run(memoryGet, { memory_id: own.id }, lead)).toMatchObject({ superseded_by: known.id });
  });
});

describe("what a client of mem0 keeps for two of its users", () => {
  it("is one memory for each, which neither consolidation nor a person merges", async () => {
    const { lead, repository, embed } = await setUp(database, root.path);
    const kept = { repository, kind: "procedure" as const, metadata: { mem0: { app_id: "desk" } } };
    const ada = await remember(lead, {
      ...kept,
      statement: "Invoices are sent to the harbour office every week",
      user: "ada",
    });
    const bo = await remember(lead, {
      ...kept,
      statement: "Every week invoices are sent to the harbour office",
      user: "bo",
    });
    await embed();
    expect((await run(memoryConsolidate, {}, lead)).merges).toEqual([]);
    expect((await run(duplicateList, { kind: "near" }, lead)).total).toBe(0);
    const merge = run(duplicateMerge, { groups: [[ada.id, bo.id]] }, lead);
    await expect(merge).rejects.toThrow("kept for different people");
    const again = await remember(lead, {
      ...kept,
      statement: "Invoices are sent every week to the harbour office",
      user: "ada",
    });
    await embed();
    const { merges } = await run(memoryConsolidate, {}, lead);
    expect(merges).toMatchObject([{ kept: { id: ada.id }, merged: [{ id: again.id }] }]);
  });
});

describe("a session that never got a stop", () => {
  it("is closed by a job after six hours of silence, with its report", async () => {
    const fixture = await setUp(database, root.path);
    const { agent, lead, repository } = fixture;
    const session_id = "s-silent";
    await answer(agent, {
      session_id,
      repository,
      lines: ["Close the `gate` before the tide turns, because the basin empties otherwise"],
    });
    const at = (hours: number) =>
      partsOf(database, { ai: lead.ai, now: () => new Date(Date.now() + hours * 3_600_000) });
    await sessionCloseJob.handle({}, at(5));
    expect((await run(sessionGet, { session_id }, lead)).ended_at).toBeNull();
    await sessionCloseJob.handle({}, at(7));
    const closed = await run(sessionGet, { session_id }, lead);
    expect(closed).toMatchObject({ ended_by: "silence", stopped_at: null, report: { memories_stored: 1 } });
    await answer(agent, { session_id, repository, lines: ["Open the gate when the tide has turned"] });
    expect((await run(sessionGet, { session_id }, lead)).ended_at).toBeNull();
  });
});

describe("the nightly job", () => {
  it("changes no memory until somebody switches it on", async () => {
    const fixture = await setUp(database, root.path);
    const { lead, owner, repository, embed } = fixture;
    const one = await remember(lead, { statement: "Ropes are changed in spring every year", repository });
    const other = await remember(lead, { statement: "Every year ropes are changed in spring", repository });
    await embed();
    const merged = async () =>
      (await Promise.all([one, other].map(({ id }) => run(memoryGet, { memory_id: id }, lead)))).filter(
        ({ status }) => status === "superseded",
      ).length;
    await night(lead);
    expect(await merged()).toBe(0);
    await run(organizationUpdate, { settings: { nightly_consolidation: true } }, owner);
    await night(lead);
    await night(lead);
    expect(await merged()).toBe(1);
  });
});

describe("the queues of hygiene", () => {
  it("count what they list: never used, repeated from what was given, and what no check can read", async () => {
    const fixture = await setUp(database, root.path);
    const { agent, lead, repository, embed } = fixture;
    const source = await remember(lead, {
      statement: "Barges pay by the metre of their length in the inner harbour basin",
      repository,
      kind: "procedure",
      reasoning: "The council set it.",
      agent_type: "builder",
    });
    await embed();
    const session_id = "s-loop";
    const shown = await run(
      hookBeforeAgent,
      { task: "What do barges pay in the inner harbour?", agent_type: "builder", repository, session_id },
      agent,
    );
    expect(shown.metadata.memories_loaded).toBe(1);
    await usesCounted();
    const born = await remember(agent, {
      statement: "In the inner harbour basin barges pay by the metre of their length",
      repository,
      kind: "procedure",
      session_id,
    });
    await embed();
    const loops = await run(hygieneMemoryList, { queue: "recall_loop" }, lead);
    expect(loops).toMatchObject({
      total: 1,
      items: [{ memory: { id: born.id }, source: { id: source.id } }],
    });
    const unverifiable = await run(hygieneMemoryList, { queue: "unverifiable" }, lead);
    expect(unverifiable.items.map(({ memory }) => memory.id)).toEqual([source.id]);
    const later = { ...lead, now: () => new Date(Date.now() + 31 * DAY_MS) };
    const unused = await run(hygieneMemoryList, { queue: "never_used" }, later);
    expect(unused.items.map(({ memory }) => memory.id)).toEqual([born.id]);
    expect(await run(hygieneGet, {}, later)).toEqual({
      exact_duplicates: 0,
      near_duplicates: 1,
      contradictions: 0,
      suggestions: 0,
      never_used: 1,
      recall_loops: 1,
      unverifiable: 1,
      secret_like: 0,
      instruction_like: 0,
      memories: 2,
    });
    const pages = await run(hygieneMemoryList, { queue: "unverifiable", limit: 1 }, lead);
    expect(pages.next_cursor).toBeNull();
    const wrong = run(hygieneMemoryList, { queue: "never_used", cursor: "x" }, lead);
    await expect(wrong).rejects.toThrow("/cursor");
  });
});
