import { beforeAll, describe, expect, it } from "vitest";
import { organizationUpdate } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import type { CallOf } from "@/lib/kernel/contract";
import { contextGet, repositorySettingsUpdate, settingsPreview } from "@/lib/recall/contract";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const TASKS = [
  "Design the cache around one owner so that errors are kept an hour",
  "Retry the cache design with backoff",
  "Never design the cache with two writers",
];

let site: Awaited<ReturnType<typeof setUp>>;
beforeAll(async () => {
  await loadTokenizer();
  site = await setUp(database, root.path);
  const { lead, repository } = site;
  const statements = [
    "Design the cache around one owner",
    "Never design the cache with two writers",
    "Retry the cache design with backoff",
    "The cache of errors keeps an hour",
  ];
  for (const statement of statements)
    await remember(lead, {
      kind: "decision",
      statement,
      category: "system_design",
      agent_type: "architect",
      reasoning: "It was measured.",
      repository,
    });
  await site.embed();
  for (const task of TASKS) await ask(task);
});

const ask = (task: string, session_id?: string) =>
  run(contextGet, { task, agent_type: "architect", repository: site.repository, session_id }, site.agent);

const preview = (input: CallOf<typeof settingsPreview>) => run(settingsPreview, input, site.owner);

/** What agents are given for the same questions now. */
async function servedNow() {
  const packs = [];
  for (const task of TASKS.toReversed()) {
    const { memories, tokens } = await ask(task);
    packs.push({ memories: memories.length, tokens });
  }
  return packs;
}

const asked = ({ recalls }: Awaited<ReturnType<typeof preview>>, side: "before" | "after") =>
  recalls.slice(0, TASKS.length).map((recall) => recall[side]);

describe("a preview of settings of packs", () => {
  it("asks the last questions again, and says of each what agents are given now", async () => {
    const { recalls } = await preview({});
    expect(recalls.map(({ task }) => task)).toEqual(TASKS.toReversed());
    for (const { before, after } of recalls) expect(after).toEqual(before);
    expect(recalls.some(({ before }) => before.memories > 1)).toBe(true);
    const counted = await database.db.recall.count({ where: { organization_id: site.organization_id } });
    expect(counted).toBe(TASKS.length);
  });

  it.each([
    ["memories at most", { max_context_memories: 1 }],
    ["the budget of tokens", { token_budget: 120 }],
    ["a floor of relevance", { relevance_floor: 0.999 }],
  ])("counts by %s what agents get once it is saved", async (_, settings) => {
    const foretold = await preview(settings);
    expect(asked(foretold, "after")).not.toEqual(asked(foretold, "before"));
    await run(organizationUpdate, { settings }, site.owner);
    const now = await servedNow();
    const after = asked(foretold, "after");
    expect(now.map(({ memories }) => memories)).toEqual(after.map(({ memories }) => memories));
    // Of memories that fit equally well either is given, and ids are of different numbers of tokens.
    for (const [at, { tokens }] of now.entries())
      expect(Math.abs(tokens - (after[at]?.tokens ?? 0))).toBeLessThan(12);
    const back = { max_context_memories: 4, token_budget: 2_000, relevance_floor: null };
    await run(organizationUpdate, { settings: back }, site.owner);
  });

  it("leaves a repository what it sets for itself", async () => {
    const settings = { max_context_memories: 1 };
    const own = { repository_id: site.repository_id, settings: { max_context_memories: 4 } };
    await run(repositorySettingsUpdate, own, site.owner);
    const { recalls } = await preview(settings);
    for (const { before, after } of recalls) expect(after).toEqual(before);
    const inherit = ["max_context_memories" as const];
    await run(
      repositorySettingsUpdate,
      { repository_id: site.repository_id, settings: {}, inherit },
      site.owner,
    );
  });

  it("counts by a share what is held out of the same sessions once it is saved", async () => {
    const { db } = database;
    const { organization_id } = site;
    const sessions = Array.from({ length: 12 }, (_, at) => `previewed-${at}`);
    for (const session_id of sessions) await ask(TASKS[0] ?? "", session_id);
    const { holdout } = await preview({ holdout_share: 0.5 });
    expect(holdout).toMatchObject({ recalls: sessions.length, held_out_before: 0 });
    expect(holdout.held_out_after).toBeGreaterThan(0);
    expect(holdout.held_out_after).toBeLessThan(sessions.length);

    await db.recall.deleteMany({ where: { organization_id, session_id: { in: sessions } } });
    await run(organizationUpdate, { settings: { holdout_share: 0.5 } }, site.owner);
    for (const session_id of sessions) await ask(TASKS[0] ?? "", session_id);
    const held_out = await db.recall.count({ where: { organization_id, outcome: "held_out" } });
    expect(held_out).toBe(holdout.held_out_after);
    await run(organizationUpdate, { settings: { holdout_share: 0 } }, site.owner);
  });

  it("is for owners, and says nothing of questions where none were asked", async () => {
    await expect(run(settingsPreview, {}, site.lead)).rejects.toMatchObject({ code: "permission_denied" });
    await expect(run(settingsPreview, {}, site.agent)).rejects.toMatchObject({ code: "permission_denied" });
    const empty = await createOrganization(database.db);
    const owner = contextOf(database, await empty.person("owner"));
    expect(await run(settingsPreview, { max_context_memories: 1 }, owner)).toEqual({
      recalls: [],
      holdout: { recalls: 0, held_out_before: 0, held_out_after: 0 },
    });
  });
});
