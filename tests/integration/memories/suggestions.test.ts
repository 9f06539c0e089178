import { beforeAll, describe, expect, it } from "vitest";
import { auditList } from "@/lib/access/contract";
import { conflictResolve, hygieneGet } from "@/lib/hygiene/contract";
import { newId } from "@/lib/kernel/ids";
import { DEFAULT_AGENT_PERMISSIONS } from "@/lib/kernel/permissions";
import * as contract from "@/lib/memories/contract";
import type { Context } from "@/lib/runtime/operation";
import {
  contextOf,
  createOrganization,
  GLOBAL_AGENT_PERMISSIONS,
  run,
  testDatabase,
} from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, setUpRepository } from "../citations/support";
import { remember } from "./support";

const database = testDatabase();
const root = repositoryRoot();

let lead: Context;
let otherLead: Context;
let developer: Context;
let bot: Context;
let otherBot: Context;
let deciding: Context;

beforeAll(async () => {
  const organization = await createOrganization(database.db);
  const as = async (actor: ReturnType<typeof organization.person>) => contextOf(database, await actor);
  lead = await as(organization.person("lead"));
  otherLead = await as(organization.person("lead"));
  developer = await as(organization.person("developer"));
  bot = await as(organization.agent({ permissions: GLOBAL_AGENT_PERMISSIONS }));
  otherBot = await as(organization.agent({ name: "other-bot" }));
  deciding = await as(
    organization.agent({
      name: "deciding-bot",
      permissions: [...DEFAULT_AGENT_PERMISSIONS, "memories:decide"],
    }),
  );
});

const unique = (words: string) => `${words} ${newId()}`;
const stored = (by: Context = lead) => remember(by, { statement: unique("Use UTC in"), scope: "global" });
const statusOf = async (memory_id: string) => (await run(contract.memoryGet, { memory_id }, lead)).status;

async function suggestionsOf(memory_id: string, status: contract.Suggestion["status"] = "open") {
  const { items } = await run(contract.suggestionList, { status, limit: 200 }, lead);
  return items.filter(({ memory }) => memory.id === memory_id);
}

async function suggested(memory_id: string): Promise<contract.Suggestion> {
  const [suggestion] = await suggestionsOf(memory_id);
  if (!suggestion) throw new Error("nothing is suggested about the memory");
  return suggestion;
}

const decide = (
  { id: suggestion_id, version }: contract.Suggestion,
  decision: "accept" | "reject",
  by: Context = lead,
) => run(contract.suggestionDecide, { suggestion_id, version, decision }, by);

const reason = "The code says otherwise.";

const CALLS = {
  invalidate: (memory_id: string, by: Context) => run(contract.memoryInvalidate, { memory_id, reason }, by),
  supersede: (memory_id: string, by: Context) =>
    run(contract.memorySupersede, { memory_id, reason, statement: "Use local time" }, by),
  delete: (memory_id: string, by: Context) => run(contract.memoryDelete, { memory_id, reason }, by),
} as const;
const ACTIONS = contract.SUGGESTED_ACTIONS;
const LEADS_TO = { invalidate: "invalid", supersede: "superseded", delete: "active" } as const;

describe.each(ACTIONS)("an agent's call to %s a memory of others", (action) => {
  it("changes nothing and is kept as a suggestion, which the answer says", async () => {
    const { id, version } = await stored();
    const answer = await CALLS[action](id, bot);
    expect(answer).toMatchObject({ stored: false, reason: "suggested", memory: { id, version } });
    expect(answer.notes.join()).toMatch(/a person decides .*Until then nothing changes/);
    expect(await run(contract.memoryGet, { memory_id: id }, otherBot)).toMatchObject({ status: "active" });
    expect(await suggested(id)).toMatchObject({
      action,
      reason,
      status: "open",
      changed_since: false,
      correction: action === "supersede" ? { statement: "Use local time" } : null,
      suggested_by: { kind: "agent", name: "review-bot" },
    });
  });

  it("is done in the name of the person who accepts it, with the agent in the history, and can be undone", async () => {
    const { id } = await stored();
    await CALLS[action](id, bot);
    const accepted = await decide(await suggested(id), "accept");
    expect(accepted).toMatchObject({ status: "accepted", decided_by: { id: lead.actor.id } });
    expect(accepted.memory).toMatchObject({
      status: LEADS_TO[action],
      deleted_at: action === "delete" ? expect.any(String) : null,
    });
    const { items } = await run(contract.memoryEventList, { memory_id: id }, lead);
    expect(items[0]).toMatchObject({
      actor: { kind: "person", id: lead.actor.id },
      reason,
      detail: { suggested_by: { kind: "agent", name: "review-bot" } },
    });
    const undone = await run(contract.suggestionUndo, { suggestion_id: accepted.id }, otherLead);
    expect(undone).toMatchObject({ status: "open", decided_by: null });
    expect(undone.memory).toMatchObject({ status: "active", deleted_at: null });
    expect(await suggested(id)).toMatchObject({ id: accepted.id });
  });

  it("is done at once for a key with memories:decide and for a developer", async () => {
    for (const by of [deciding, developer]) {
      const { id } = await stored();
      expect(await CALLS[action](id, by)).toMatchObject({ stored: true });
      expect(await suggestionsOf(id)).toEqual([]);
    }
  });
});

describe("an agent", () => {
  it("invalidates and supersedes what it stored itself, and only suggests to delete it", async () => {
    for (const action of ACTIONS) {
      const { id } = await stored(bot);
      expect(await CALLS[action](id, bot)).toMatchObject({ stored: action !== "delete" });
    }
  });

  it("reads why its deletion waits, and not that others stored what it stored itself", async () => {
    const { notes } = await CALLS.delete((await stored(bot)).id, bot);
    expect(notes.join(" ")).toContain("every deletion by a key without memories:decide");
    expect(notes.join(" ")).not.toContain("others");
    const { notes: of_others } = await CALLS.invalidate((await stored()).id, bot);
    expect(of_others.join(" ")).toContain("others stored or edited it");
  });

  it("only suggests about what it stored itself once a person edited it", async () => {
    const { id } = await stored(bot);
    await run(contract.memoryUpdate, { memory_id: id, pinned: true }, developer);
    expect(await CALLS.invalidate(id, bot)).toMatchObject({ reason: "suggested" });
  });

  it("edits only its own memories", async () => {
    const { id } = await stored();
    const edit = (by: Context, memory_id: string) =>
      run(contract.memoryUpdate, { memory_id, statement: unique("Use local time in") }, by);
    await expect(edit(bot, id)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("memories:decide"),
    });
    expect(await edit(bot, (await stored(bot)).id)).toMatchObject({ stored: true });
    expect(await edit(deciding, id)).toMatchObject({ stored: true });
  });

  it("rewords what it stored itself only by a person once a lead let that reach every repository", async () => {
    const own = await remember(otherBot, { statement: unique("Use UTC in"), scope: "agent" });
    await run(contract.memoryDecideGlobal, { memory_id: own.id, decision: "accept" }, lead);
    const words = { memory_id: own.id, statement: unique("Use local time in") };
    await expect(run(contract.memoryUpdate, words, otherBot)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("memories:global"),
    });
    expect(await run(contract.memorySupersede, words, otherBot)).toMatchObject({
      stored: false,
      reason: "suggested",
      notes: [expect.stringContaining("memories:global")],
    });
    const { statement, scope } = await run(contract.memoryGet, { memory_id: own.id }, otherBot);
    expect({ statement, scope }).toEqual({ statement: own.statement, scope: "global" });
    expect(await CALLS.invalidate(own.id, otherBot)).toMatchObject({ stored: true });
  });

  it("brings no memory of others back that cites nothing", async () => {
    const { id } = await stored();
    await database.db.memory.updateMany({
      where: { id, organization_id: lead.actor.organization_id },
      data: { status: "expired" },
    });
    await expect(run(contract.memoryRefresh, { memory_id: id }, bot)).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect(await run(contract.memoryRefresh, { memory_id: id }, deciding)).toMatchObject({ stored: true });
  });

  it("decides on no list of memories and on no conflict without memories:decide", async () => {
    const own = await stored(bot);
    const calls = [
      () => run(contract.memoryDecideMany, { ids: [own.id], decision: "invalidate", reason }, bot),
      () => run(contract.memoryMarkAddressed, { ids: [own.id] }, bot),
      () => run(conflictResolve, { conflict_id: newId(), decision: "invalidate" }, bot),
      () => run(contract.memoryRestore, { memory_id: own.id }, bot),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        code: "permission_denied",
        message: expect.stringContaining("memories:decide"),
      });
    const { ids } = await run(
      contract.memoryDecideMany,
      { ids: [own.id], decision: "invalidate", reason },
      deciding,
    );
    expect(ids).toEqual([own.id]);
  });

  it("neither reads nor decides suggestions, whatever its key may do", async () => {
    const { id } = await stored();
    await CALLS.delete(id, bot);
    const suggestion = await suggested(id);
    for (const by of [bot, deciding]) {
      await expect(run(contract.suggestionList, {}, by)).rejects.toMatchObject({ code: "permission_denied" });
      await expect(decide(suggestion, "accept", by)).rejects.toMatchObject({ code: "permission_denied" });
      await expect(run(contract.suggestionUndo, { suggestion_id: suggestion.id }, by)).rejects.toMatchObject({
        code: "permission_denied",
      });
    }
  });

  it("stores no secret with a suggestion", async () => {
    const { id } = await stored();
    const secret = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
    await run(
      contract.memorySupersede,
      { memory_id: id, reason: `because ${secret}`, statement: `Deploy with ${secret}` },
      bot,
    );
    expect(JSON.stringify(await suggested(id))).not.toContain(secret);
    const rows = await database.db.memory_suggestion.findMany({
      where: { organization_id: lead.actor.organization_id, memory_id: id },
    });
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});

describe("a suggestion", () => {
  it("is kept once, by whichever agent it is made again, and apart from another one", async () => {
    const { id } = await stored();
    const [first, second] = await Promise.all([CALLS.invalidate(id, bot), CALLS.invalidate(id, otherBot)]);
    const repeated = [first, second].filter(({ notes }) => notes.join().includes("already suggested"));
    expect(repeated).toHaveLength(1);
    await CALLS.delete(id, bot);
    expect((await suggestionsOf(id)).map(({ action }) => action).toSorted()).toEqual([
      "delete",
      "invalidate",
    ]);
  });

  it("is decided by one of two leads who decide at once", async () => {
    const { id } = await stored();
    await CALLS.invalidate(id, bot);
    const suggestion = await suggested(id);
    const outcomes = await Promise.allSettled([
      decide(suggestion, "accept", lead),
      decide(suggestion, "reject", otherLead),
    ]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = outcomes.find((outcome) => outcome.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "conflict" });
    const [accepted] = await suggestionsOf(id, "accepted");
    expect(await statusOf(id)).toBe(accepted ? "invalid" : "active");
  });

  it("says that its memory changed since, and is refused for a version that was read before", async () => {
    const memory = await stored();
    await CALLS.invalidate(memory.id, bot);
    await run(contract.memoryUpdate, { memory_id: memory.id, outcome: "no more bugs" }, developer);
    const suggestion = await suggested(memory.id);
    expect(suggestion.changed_since).toBe(true);
    const accept = (memory_version: number) =>
      run(
        contract.suggestionDecide,
        { suggestion_id: suggestion.id, decision: "accept", memory_version },
        lead,
      );
    await expect(accept(memory.version)).rejects.toMatchObject({ code: "conflict" });
    expect(await suggested(memory.id)).toMatchObject({ status: "open" });
    expect(await accept(suggestion.memory.version)).toMatchObject({ status: "accepted" });
  });

  it("waits for nobody once its memory was deleted, and again when it is restored", async () => {
    const { id } = await stored();
    await CALLS.invalidate(id, bot);
    const suggestion = await suggested(id);
    await run(contract.memoryDelete, { memory_id: id }, lead);
    expect(await suggestionsOf(id)).toEqual([]);
    await expect(decide(suggestion, "accept")).rejects.toMatchObject({ code: "conflict" });
    await run(contract.memoryRestore, { memory_id: id }, lead);
    expect(await suggested(id)).toMatchObject({ id: suggestion.id, status: "open" });
  });

  it("leaves the memory as it is when it is rejected, and can wait again", async () => {
    const { id } = await stored();
    await CALLS.supersede(id, bot);
    const rejected = await decide(await suggested(id), "reject");
    expect(rejected).toMatchObject({ status: "rejected", memory: { status: "active" } });
    await expect(
      run(contract.suggestionUndo, { suggestion_id: rejected.id }, developer),
    ).rejects.toMatchObject({ code: "permission_denied" });
    await run(contract.suggestionUndo, { suggestion_id: rejected.id }, lead);
    expect(await suggested(id)).toMatchObject({ id: rejected.id });
  });

  it("does not wait twice when it was made again before its rejection was undone", async () => {
    const { id } = await stored();
    await CALLS.invalidate(id, bot);
    const rejected = await decide(await suggested(id), "reject");
    await CALLS.invalidate(id, bot);
    await expect(run(contract.suggestionUndo, { suggestion_id: rejected.id }, lead)).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await suggestionsOf(id)).toHaveLength(1);
  });

  it("is not made about a memory that is not in use", async () => {
    const { id } = await stored();
    await run(contract.memoryInvalidate, { memory_id: id, reason }, lead);
    await expect(CALLS.supersede(id, bot)).rejects.toMatchObject({ code: "conflict" });
  });

  it("is counted by hygiene, and what was decided is in the audit log with who suggested it", async () => {
    const { suggestions: before } = await run(hygieneGet, {}, lead);
    const { id } = await stored();
    await CALLS.invalidate(id, bot);
    expect((await run(hygieneGet, {}, lead)).suggestions).toBe(before + 1);
    const { id: suggestion_id } = await decide(await suggested(id), "accept");
    expect((await run(hygieneGet, {}, lead)).suggestions).toBe(before);
    const { items } = await run(auditList, { limit: 1 }, lead);
    expect(items[0]).toMatchObject({
      operation: "suggestion_decide",
      subject_id: suggestion_id,
      detail: { decision: "accept", memory_id: id, suggested_by: { name: "review-bot" } },
    });
  });
});

describe("a memory of others that cites code", () => {
  async function cited(scope: "repository" | "global" = "repository") {
    const {
      lead: by,
      git,
      organization,
      repository,
      first_commit,
    } = await setUpRepository(database, root.path);
    const agent = contextOf(database, await organization.agent());
    const statement = "Invoice numbers are padded with zeros.";
    const cites = { repository: repository.name, citations: [INVOICE] };
    const { id } = await remember(by, { statement, scope, ...cites });
    return { by, git, agent, id, first_commit };
  }

  it("is invalidated and superseded by an agent once a check found its code changed", async () => {
    for (const action of ["invalidate", "supersede"] as const) {
      const { by, git, agent, id } = await cited();
      expect(await CALLS[action](id, agent)).toMatchObject({ reason: "suggested" });
      git.commit({ [BILLING_PATH]: EDITED_BILLING });
      await run(contract.memoryVerifyCitations, { memory_id: id }, by);
      expect(await CALLS[action](id, agent)).toMatchObject({ stored: true });
    }
  });

  it("is reworded for every repository by a person alone where the key may not store for all", async () => {
    const { by, git, agent, id } = await cited("global");
    git.commit({ [BILLING_PATH]: EDITED_BILLING });
    await run(contract.memoryVerifyCitations, { memory_id: id }, by);
    const answer = await CALLS.supersede(id, agent);
    expect(answer).toMatchObject({ reason: "suggested", memory: { id, status: "drifted" } });
    expect(answer.notes.join()).toContain("memories:global");
    expect(await CALLS.invalidate(id, agent)).toMatchObject({ stored: true, memory: { status: "invalid" } });
  });

  it("is superseded, once a person accepts, by the lines that the agent cited at its commit", async () => {
    const { by, git, agent, id, first_commit } = await cited();
    const statement = "Invoice numbers have six digits.";
    await run(contract.memorySupersede, { memory_id: id, statement, citations: [INVOICE] }, agent);
    git.commit({ [BILLING_PATH]: `// Billing\n${BILLING}` });
    const { items } = await run(contract.suggestionList, {}, by);
    const [suggestion] = items;
    expect(suggestion?.correction).toEqual({ statement, citations: [{ ...INVOICE, sha: first_commit }] });
    const accept = { suggestion_id: suggestion?.id ?? "", decision: "accept" as const };
    const { memory } = await run(contract.suggestionDecide, accept, by);
    const successor = await run(contract.memoryGet, { memory_id: memory.superseded_by ?? "" }, by);
    expect(successor).toMatchObject({
      statement,
      status: "active",
      agent: agent.actor.name,
      created_by: { kind: "person", id: by.actor.id },
      citations: [{ path: BILLING_PATH, commit_sha: first_commit }],
    });
  });
});
