import { describe, expect, it } from "vitest";
import { repositoryAdd } from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { memoryGet, memoryList, memoryStore, memoryUpdate } from "@/lib/memories/contract";
import { scopeMigrationList, scopeMigrationRun, scopeMigrationUndo } from "@/lib/upkeep/contract";
import { scopeMigrationJob } from "@/lib/upkeep/jobs";
import { run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "../recall/support";

const root = repositoryRoot();
const database = testDatabase();

const learned = (session_id: string) => ({
  metadata: { learning_type: "warning", task: "Speed up the price list" },
  session_id,
  source: { kind: "session" as const, id: session_id },
});

/** Memories as earlier versions stored them. */
async function earlier(settings: Record<string, unknown> = {}) {
  const fixture = await setUp(database, root.path, settings);
  const { lead, repository } = fixture;
  const store = async (memory: object) => {
    const kind = "anti_pattern" as const;
    const { memory: stored } = await run(memoryStore, { kind, statement: "x", ...memory }, lead);
    return stored?.id ?? "";
  };
  const ids = {
    confident: await store({ ...learned("s1"), statement: "Avoid the clock", scope: "global", repository }),
    lost: await store({ ...learned("s2"), statement: "Avoid the tide table", scope: "global" }),
    rejected: await store({
      kind: "rejection_pattern",
      statement: "Unused import of a type",
      scope: "global",
      repository,
      metadata: { rule_category: "unused_code", pattern_description: "Unused import of a type" },
      source: { kind: "finding", id: "f1" },
    }),
    said: await store({ statement: "Never log prices", scope: "global", repository }),
    filed: await store({ ...learned("s3"), statement: "Slow queries need an index", repository }),
    taught: await store({ statement: "Ask the harbour master", repository }),
  };
  const memory = (name: keyof typeof ids) => run(memoryGet, { memory_id: ids[name] }, lead);
  return { ...fixture, ids, memory };
}

describe("bringing earlier memories under the present rules of scope", () => {
  it("says first what it would do, does it once, and lists it", async () => {
    const { owner, lead, memory, ids } = await earlier();
    const other = await earlier();
    const dry = await run(scopeMigrationRun, {}, owner);
    const by_rule = { review: 1, confidence: 1, unregistered: 1, category: 3 };
    expect(dry).toMatchObject({ dry_run: true, changed: 4, by_rule });
    expect((await memory("confident")).scope).toBe("global");

    expect(await run(scopeMigrationRun, { dry_run: false }, owner)).toMatchObject({ changed: 4, by_rule });
    expect(await memory("confident")).toMatchObject({ scope: "repository", category: "optimization" });
    expect(await memory("rejected")).toMatchObject({ scope: "repository" });
    expect(await memory("lost")).toMatchObject({ scope: "repository", pending_repository: "(unknown)" });
    expect(await memory("filed")).toMatchObject({ scope: "repository", category: "database" });
    expect(await memory("said")).toMatchObject({ scope: "global", category: "general" });
    expect(await memory("taught")).toMatchObject({ scope: "repository", category: "general" });
    expect((await run(memoryList, { pending: true }, lead)).total).toBe(1);
    expect((await other.memory("confident")).scope).toBe("global");
    expect(await run(scopeMigrationRun, { dry_run: false }, owner)).toMatchObject({ changed: 0 });

    const list = await run(scopeMigrationList, {}, lead);
    expect(list.total).toBe(4);
    expect(list.items.find(({ memory: { id } }) => id === ids.confident)).toMatchObject({
      rules: ["confidence", "category"],
      undone: false,
      before: { scope: "global", category: "general" },
      after: { scope: "repository", category: "optimization" },
    });
    const first = await run(scopeMigrationList, { limit: 3 }, lead);
    const rest = await run(scopeMigrationList, { limit: 3, cursor: first.next_cursor ?? "" }, lead);
    expect([...first.items, ...rest.items]).toEqual(list.items);
  });

  it("is undone as a whole or for some, and not done again", async () => {
    const { owner, lead, memory, ids } = await earlier();
    await run(scopeMigrationRun, { dry_run: false }, owner);
    await expect(run(scopeMigrationUndo, {}, lead)).rejects.toMatchObject({ code: "permission_denied" });
    const one = await run(scopeMigrationUndo, { memory_ids: [ids.rejected] }, owner);
    expect(one).toEqual({ undone: 1, refused: [], left: 3 });
    expect((await memory("rejected")).scope).toBe("global");
    // What a person decided since stands.
    await run(memoryUpdate, { memory_id: ids.filed, category: "testing" }, lead);
    const all = await run(scopeMigrationUndo, {}, owner);
    expect(all).toMatchObject({ undone: 2, left: 1, refused: [{ memory_id: ids.filed }] });
    expect(await memory("confident")).toMatchObject({ scope: "global", category: "general" });
    expect(await memory("lost")).toMatchObject({ scope: "global", pending_repository: null });
    expect(await memory("filed")).toMatchObject({ category: "testing" });
    expect((await run(scopeMigrationList, { undone: true }, lead)).total).toBe(3);
    expect((await run(scopeMigrationRun, { dry_run: false }, owner)).changed).toBe(0);
  });

  it("leaves rejections where an organization wants them everywhere, and what two repositories observed", async () => {
    const { organization_id, owner, lead, git, memory } = await earlier({ review_scope: "organization" });
    const observe = async (repository_id: string) => {
      const session_id = newId();
      await database.db.agent_session.create({
        data: {
          organization_id,
          id: newId(),
          session_id,
          client: "api",
          repository_id,
          actor_kind: "agent",
          actor_id: "a",
          actor_name: "a",
        },
      });
      const again = { kind: "anti_pattern" as const, ...learned(session_id), scope: "global" as const };
      await run(memoryStore, { ...again, statement: "Avoid the clock" }, lead);
    };
    const source = { kind: "path" as const, path: git.dir };
    await observe((await run(repositoryAdd, { name: "acme/second", source }, lead)).id);
    expect((await memory("confident")).observation_count).toBe(2);
    const changed = await run(scopeMigrationRun, { dry_run: false }, owner);
    expect(changed.by_rule).toMatchObject({ review: 0, confidence: 0 });
    expect((await memory("rejected")).scope).toBe("global");
    expect((await memory("confident")).scope).toBe("global");
  });

  it("is the work of a job, once for each organization that an upgrade finds", async () => {
    const { organization_id, memory } = await earlier();
    const work = () => scopeMigrationJob.handle({}, partsOf(database));
    await work();
    expect((await memory("confident")).scope).toBe("global");
    const where = { id: organization_id };
    await database.db.organization.update({ where, data: { scopes_migrated_at: null } });
    await work();
    expect((await memory("confident")).scope).toBe("repository");
    const { scopes_migrated_at } = await database.db.organization.findUniqueOrThrow({ where });
    expect(scopes_migrated_at).not.toBeNull();
  });
});
