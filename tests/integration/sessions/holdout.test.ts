import { beforeAll, describe, expect, it } from "vitest";
import { organizationUpdate } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { DAY_MS } from "@/lib/kernel/time";
import { usesCounted } from "@/lib/memories";
import { memoryGet, memorySearch } from "@/lib/memories/contract";
import * as recall from "@/lib/recall/contract";
import {
  holdoutGet,
  hookAfterAgent,
  hookBeforeAgent,
  hookClaudeCode,
  hookSessionStart,
  hookStop,
} from "@/lib/sessions/contract";
import { contextOf, createOrganization, run, runJob, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { CACHE_DECISION, rememberModuleRule, setUp } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();
beforeAll(async () => {
  await loadTokenizer();
});

const TASK = "Design the cache around one owner";
const SESSIONS = 40;

/** An organization with a decision and a convention that every session would get, and this share held out. */
async function withShare(holdout_share: number) {
  const site = await setUp(database, root.path, { holdout_share });
  const { lead, repository } = site;
  const memory = await remember(lead, { ...CACHE_DECISION, repository });
  await rememberModuleRule(lead, repository);
  const ask = (session_id: string) =>
    run(hookBeforeAgent, { session_id, repository, agent_type: "architect", task: TASK }, site.agent);
  return { ...site, memory, ask };
}

/** Sessions of each group, found by asking. */
async function askAll(ask: (session_id: string) => Promise<{ memory_context: string }>, prefix: string) {
  const groups: { served: string[]; held_out: string[] } = { served: [], held_out: [] };
  for (let index = 0; index < SESSIONS; index++) {
    const session_id = `${prefix}-${index}`;
    const { memory_context } = await ask(session_id);
    groups[memory_context === "" ? "held_out" : "served"].push(session_id);
  }
  return groups;
}

describe("the holdout", () => {
  it("gives a share of sessions nothing, neither at their start nor with a prompt, and records what they would have got", async () => {
    const { agent, lead, repository, memory, ask } = await withShare(0.5);
    const { served, held_out } = await askAll(ask, "half");
    // Of 40 sessions with a share of a half, fewer than 8 happen once in 60,000 runs.
    expect(Math.min(served.length, held_out.length)).toBeGreaterThanOrEqual(8);
    const [session_id = ""] = held_out;
    for (const start of [
      await run(hookSessionStart, { session_id, repository }, agent),
      {
        memory_context: (
          await run(recall.contextGet, { session_id, repository, task: TASK, agent_type: "architect" }, agent)
        ).context,
      },
    ])
      expect(start.memory_context).toBe("");
    const claude = { hook_event_name: "SessionStart", session_id, casebook: { repository } };
    expect(await run(hookClaudeCode, claude, agent)).toEqual({});

    const { items } = await run(recall.recallList, { session_id, outcome: "held_out" }, lead);
    expect(items).toHaveLength(4);
    for (const item of items) expect(item).toMatchObject({ served_count: 0, tokens: 0, characters: 0 });
    const asked = items.find(({ task }) => task === TASK);
    const detail = await run(recall.recallGet, { recall_id: asked?.id ?? "" }, lead);
    expect(detail.pack).toContain("Design the cache around one owner");
    const kept = detail.candidates.filter(({ place }) => place === "held_out");
    expect(kept).toMatchObject([{ memory: { id: memory.id } }]);
  });

  it("counts as no serving and no use, and leaves explicit searches alone", async () => {
    const { agent, lead, repository, memory, ask } = await withShare(0.5);
    const { served, held_out } = await askAll(ask, "counts");
    await usesCounted();
    const { usage_count } = await run(memoryGet, { memory_id: memory.id }, lead);
    expect(usage_count).toBe(served.length);
    expect((await run(recall.memoryRecallList, { memory_id: memory.id }, lead)).total).toBe(served.length);
    const { total } = await run(recall.recallStats, {}, lead);
    expect(total).toMatchObject({ recalls: served.length, memories_served: served.length });
    const [recalled] = (await run(recall.recallList, { session_id: held_out[0] ?? "" }, lead)).items;
    const rating = {
      recall_id: recalled?.id ?? "",
      uses: [{ memory_id: memory.id, use: "applied" as const }],
    };
    await expect(run(recall.recallRate, rating, agent)).rejects.toMatchObject({ code: "invalid_input" });
    const found = await run(memorySearch, { query: "design the cache", repository }, agent);
    expect(JSON.stringify(found)).toContain(memory.id);
  });

  it("decides once for a session, whatever becomes of the share, and ends at once when it is switched off", async () => {
    const { lead, owner, repository, ask } = await withShare(0.5);
    const { served, held_out } = await askAll(ask, "once");
    await run(organizationUpdate, { settings: { holdout_share: 0.01 } }, owner);
    for (const session_id of held_out) expect((await ask(session_id)).memory_context).toBe("");
    for (const session_id of served) expect((await ask(session_id)).memory_context).not.toBe("");
    await run(organizationUpdate, { settings: { holdout_share: 0 } }, owner);
    for (const session_id of held_out.slice(0, 3))
      expect((await ask(session_id)).memory_context).toContain("Design the cache around one owner");
    // They got memory after all, and are compared with nobody.
    expect(await run(holdoutGet, { repository }, lead)).toMatchObject({ share: 0, mixed: 3 });
  });

  it("leaves sessions alone that had asked before it was switched on", async () => {
    const { owner, lead, repository, ask } = await withShare(0);
    const sessions = Array.from({ length: 12 }, (_, index) => `before-${index}`);
    for (const session_id of sessions) await ask(session_id);
    await run(organizationUpdate, { settings: { holdout_share: 0.5 } }, owner);
    // All twelve are in the group with memory by chance once in 4,096 runs.
    for (const session_id of sessions) expect((await ask(session_id)).memory_context).not.toBe("");
    expect(await run(holdoutGet, { repository }, lead)).toMatchObject({ share: 0.5, open: 0 });
  });

  it("follows the repository's own share", async () => {
    const { owner, lead, repository, repository_id, ask } = await withShare(0.5);
    const setting = { repository_id, settings: { holdout_share: 0 } };
    await run(recall.repositorySettingsUpdate, setting, owner);
    expect((await askAll(ask, "repository")).held_out).toEqual([]);
    expect(await run(holdoutGet, { repository }, lead)).toMatchObject({ share: 0, open: 0 });
    expect(await run(holdoutGet, {}, lead)).toMatchObject({ share: 0.5, repository: null });
  });

  it("falls otherwise in another organization, which sees none of it", async () => {
    const first = await withShare(0.5);
    const second = await withShare(0.5);
    const one = await askAll(first.ask, "same");
    const other = await askAll(second.ask, "same");
    // The same ids, another secret: equal groups of 40 happen once in 10¹² runs.
    expect(other.held_out).not.toEqual(one.held_out);
    const outsider = await createOrganization(database.db);
    const nobody = contextOf(database, await outsider.person("lead"));
    expect(await run(holdoutGet, {}, nobody)).toMatchObject({ with_memory: 0, held_out: 0, open: 0 });
  });

  it("compares sessions that ended, and shows no difference while there are few", async () => {
    const { agent, lead, repository, ask } = await withShare(0.5);
    const { served, held_out } = await askAll(ask, "ended");
    const answer = { repository, agent_type: "architect", task: TASK, output: "Nothing to report." };
    for (const [index, session_id] of [...served, ...held_out].entries()) {
      await run(hookSessionStart, { session_id, repository }, agent);
      await run(hookAfterAgent, { ...answer, session_id, success: index % 2 === 0 }, agent);
      await run(hookAfterAgent, { ...answer, session_id }, agent);
      if (index > 0) await run(hookStop, { session_id }, agent);
    }
    const compared = await run(holdoutGet, { repository }, lead);
    expect(compared).toMatchObject({
      with_memory: served.length - 1,
      held_out: held_out.length,
      open: 1,
      mixed: 0,
    });
    const retries = compared.measures.find(({ name }) => name === "retries");
    expect(retries?.with_memory.value).toBeGreaterThan(0.3);
    expect(retries?.held_out.sessions).toBe(held_out.length);
    for (const { verdict } of compared.measures) expect(["too_few", "none"]).toContain(verdict);
  });

  it("compares no session whose recalls are removed, so that their purge changes nothing", async () => {
    const { owner, lead, ask } = await withShare(0.5);
    const { organization_id } = lead.actor;
    const { held_out } = await askAll(ask, "past");
    await run(organizationUpdate, { settings: { holdout_share: 0 } }, owner);
    for (const session_id of held_out) await ask(session_id);
    const past = new Date(Date.now() - 100 * DAY_MS);
    expect(await run(holdoutGet, {}, lead)).toMatchObject({ mixed: held_out.length });
    await database.db.holdout_session.updateMany({ where: { organization_id }, data: { decided_at: past } });
    await database.db.recall.updateMany({ where: { organization_id }, data: { at: past } });

    const ask365 = async () => ({ ...(await run(holdoutGet, { days: 365 }, lead)), since: null });
    const before = await ask365();
    expect(before).toMatchObject({ with_memory: 0, held_out: 0, open: 0, mixed: 0 });
    await runJob(database, "recall_purge");
    expect(await ask365()).toEqual(before);
    const { since } = await run(holdoutGet, { days: 365 }, lead);
    expect(Date.parse(since)).toBeGreaterThan(Date.now() - 91 * DAY_MS);
  });
});
