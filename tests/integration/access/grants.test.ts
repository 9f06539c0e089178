import { beforeAll, describe, expect, it } from "vitest";
import {
  type AgentKey,
  agentKeyCreate,
  agentKeyList,
  agentKeyRevoke,
  agentKeyRotate,
  memberList,
} from "@/lib/access/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { newId } from "@/lib/kernel/ids";
import type { Context } from "@/lib/runtime/operation";
import { contextOfKey, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUp } from "../recall/support";

const database = testDatabase();
const root = repositoryRoot();

const DAY_MS = 86_400_000;
const IN_A_WEEK = new Date(Date.now() + 7 * DAY_MS).toISOString();

let owner: Context;
let repository_id: string;

beforeAll(async () => {
  ({ owner, repository_id } = await setUp(database, root.path));
});

type Fields = Partial<CallOf<typeof agentKeyCreate>>;

async function keyed(fields: Fields = {}, maker: Context = owner): Promise<{ made: AgentKey; as: Context }> {
  const { agent_key, key } = await run(
    agentKeyCreate,
    { name: "maker", agent: `agent-${newId()}`, permissions: ["keys:manage", "memories:read"], ...fields },
    maker,
  );
  return { made: agent_key, as: await contextOfKey(database, key) };
}

describe("a key that an agent makes", () => {
  it("is of the maker itself or of an agent that had none, not of another one", async () => {
    const victim = await keyed();
    const { made, as } = await keyed();
    await expect(keyed({ agent: victim.made.agent }, as)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("/agent "),
    });
    expect((await keyed({ agent: made.agent }, as)).made.agent).toBe(made.agent);
    const brought = await keyed({}, as);
    expect((await keyed({ agent: brought.made.agent }, as)).made.agent).toBe(brought.made.agent);
    // Nor does another agent take over what this one brought into being.
    await expect(keyed({ agent: brought.made.agent }, victim.as)).rejects.toMatchObject({
      code: "permission_denied",
    });
    expect((await keyed({ agent: victim.made.agent })).made.agent).toBe(victim.made.agent);
  });

  it.each([
    ["a permission that its maker lacks", {}, { permissions: ["memories:write"] }, "permissions"],
    ["every repository, by a maker bound to one", "bound", { repository_ids: null }, "repository_ids"],
    ["every agent type, by a maker of one", { agent_types: ["main"] }, { agent_types: null }, "agent_types"],
    ["another agent type", { agent_types: ["main"] }, { agent_types: ["architect"] }, "agent_types"],
    ["no end, by a maker that ends", { expires_at: IN_A_WEEK }, { expires_at: null }, "expires_at"],
    [
      "a later end",
      { expires_at: IN_A_WEEK },
      { expires_at: new Date(Date.now() + 8 * DAY_MS).toISOString() },
      "expires_at",
    ],
  ] as const)("never has %s", async (_, maker, asked, field) => {
    const { as } = await keyed(maker === "bound" ? { repository_ids: [repository_id] } : (maker as Fields));
    await expect(keyed({ permissions: ["memories:read"], ...(asked as Fields) }, as)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining(`/${field} `),
    });
  });

  it("may have all that its maker has", async () => {
    const grant: Fields = { repository_ids: [repository_id], agent_types: ["main"], expires_at: IN_A_WEEK };
    const { as, made: maker } = await keyed(grant);
    const { made } = await keyed(grant, as);
    expect(made).toMatchObject({ ...grant, created_by_key: maker.id });
  });

  it("names only repositories that exist in the organization", async () => {
    await expect(keyed({ repository_ids: [repository_id, newId()] })).rejects.toMatchObject({
      code: "invalid_input",
      errors: [{ pointer: "/repository_ids" }],
    });
  });
});

describe("an agent key that manages keys", () => {
  it("sees, rotates and revokes those that it made, and finds no other", async () => {
    const { as } = await keyed();
    const { made: foreign } = await keyed();
    const { made } = await keyed({ permissions: ["memories:read"] }, as);
    const { items, total } = await run(agentKeyList, {}, as);
    expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids: [made.id], total: 1 });
    for (const operation of [agentKeyRotate, agentKeyRevoke])
      await expect(run(operation, { agent_key_id: foreign.id }, as)).rejects.toMatchObject({
        code: "not_found",
      });
    const { agent_key } = await run(agentKeyRotate, { agent_key_id: made.id }, as);
    expect(await run(agentKeyRevoke, { agent_key_id: agent_key.id }, as)).toMatchObject({
      id: agent_key.id,
      revoked_at: expect.any(String),
    });
  });

  it("leaves the keys that it made to the key that takes its place", async () => {
    const { as, made: maker } = await keyed();
    const { made } = await keyed({ permissions: ["memories:read"] }, as);
    const { agent_key } = await run(agentKeyRotate, { agent_key_id: maker.id }, owner);
    const { items } = await run(agentKeyList, { limit: 200 }, owner);
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ created_by_key: agent_key.id });
  });

  it("takes with it, when it is revoked, the keys that it made and that those made, if asked to", async () => {
    const { as, made: maker } = await keyed();
    const { as: second, made: child } = await keyed({}, as);
    const { made: grandchild } = await keyed({ permissions: ["memories:read"] }, second);
    const { items } = await run(agentKeyList, { created_by_key: maker.id }, owner);
    expect(items.map(({ id }) => id)).toEqual([child.id]);
    const offered = await run(agentKeyRevoke, { agent_key_id: maker.id }, owner);
    expect(offered.keys_made.map(({ id, revoked_at }) => ({ id, revoked_at }))).toEqual([
      { id: child.id, revoked_at: null },
      { id: grandchild.id, revoked_at: null },
    ]);
    const taken = await run(agentKeyRevoke, { agent_key_id: maker.id, with_made: true }, owner);
    expect(taken.keys_made.every(({ revoked_at }) => revoked_at !== null)).toBe(true);
    expect(taken.keys_made).toHaveLength(2);
  });

  it("does not read what concerns the whole organization when it is bound to a repository", async () => {
    const { as } = await keyed({ permissions: ["organization:read"], repository_ids: [repository_id] });
    await expect(run(memberList, {}, as)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("whole organization"),
    });
  });
});
