import { beforeAll, describe, expect, it } from "vitest";
import { loadTokenizer } from "@/lib/ai";
import { conflictList, conflictResolve, conflictUndo } from "@/lib/hygiene/contract";
import type { CallOf } from "@/lib/kernel/contract";
import { buildContext } from "@/lib/recall";
import { contextGet } from "@/lib/recall/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { night } from "../hygiene/support";
import { remember } from "../memories/support";
import { PARSE_VERSION, setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();
beforeAll(async () => {
  await loadTokenizer();
});

const USE = "Always use table locks for the tariffs of a berth";
const AVOID = "Never use table locks for the tariffs of a berth";
const TASK = "Use table locks for the tariffs of a berth";

/** Two memories that cannot both hold, the first with its code, and their open conflict. */
async function disagree() {
  const organization = await setUp(database, root.path);
  const { lead, repository } = organization;
  const citations = [PARSE_VERSION];
  const use = await remember(lead, { statement: USE, repository, citations });
  const avoid = await remember(lead, { statement: AVOID, repository });
  await night(lead);
  await organization.embed();
  const { items } = await run(conflictList, { memory_id: use.id }, lead);
  const conflict_id = items[0]?.id;
  if (conflict_id === undefined) throw new Error("the contradiction was not found");
  return { ...organization, use: use.id, avoid: avoid.id, conflict_id };
}
type Disagreement = Awaited<ReturnType<typeof disagree>>;

const questionOf = ({ repository }: Disagreement) =>
  ({ task: TASK, agent_type: "builder", repository }) satisfies CallOf<typeof contextGet>;

const ask = (disagreement: Disagreement) => run(contextGet, questionOf(disagreement), disagreement.agent);
const idsOf = ({ memories }: { memories: readonly { memory_id: string }[] }) =>
  memories.map(({ memory_id }) => memory_id).sort();

describe("an open conflict", () => {
  it("brings both sides into a pack, each marked as disputed", async () => {
    const disagreement = await disagree();
    const { use, avoid } = disagreement;
    const pack = await ask(disagreement);
    expect(idsOf(pack)).toEqual([use, avoid].sort());
    expect(pack.context).toContain(USE);
    expect(pack.context).toContain(AVOID);
    expect(pack.context.match(/\(disputed: another memory here says otherwise\)/g)).toHaveLength(2);
  });

  it("keeps both sides out when the code that one cites has changed", async () => {
    const disagreement = await disagree();
    disagreement.git.commit({ "src/version.ts": "export const nothing = null;\n" });
    // With time enough: a busy machine may not find out within what an agent waits.
    const pack = await buildContext(disagreement.agent, contextGet.input.parse(questionOf(disagreement)), {
      verify_ms: 10_000,
      limit_ms: 20_000,
    });
    expect(pack).toMatchObject({ memories: [], check_before_use: [], context: "", outcome: "empty" });
    const reasons = new Map(pack.candidates.map(({ memory, reason }) => [memory.id, reason]));
    expect(reasons.get(disagreement.use)).toBe("The code that it cites has changed.");
    expect(reasons.get(disagreement.avoid)).toBe("It is disputed, and the other side cannot be shown.");
  });

  it("brings the winner alone and unmarked once it is resolved, and both again when that is undone", async () => {
    const disagreement = await disagree();
    const { conflict_id, use, avoid, lead } = disagreement;
    const decision = { conflict_id, decision: "holds" as const, memory_id: avoid };
    await run(conflictResolve, { ...decision, reason: "They block the quay." }, lead);
    const resolved = await ask(disagreement);
    expect(idsOf(resolved)).toEqual([avoid]);
    expect(resolved.context).not.toMatch(/disputed/i);
    await run(conflictUndo, { conflict_id }, lead);
    expect(idsOf(await ask(disagreement))).toEqual([use, avoid].sort());
  });

  it.each([
    ["waits for its repository", { repository_id: null, pending_repository: "acme/unregistered" }],
    ["reaches another agent alone", { scope: "agent", agent: "another-planner" }],
  ])("takes nothing from an agent when the other side %s", async (_, data) => {
    const disagreement = await disagree();
    const { use, avoid, organization_id } = disagreement;
    await database.db.memory.updateMany({ where: { organization_id, id: avoid }, data });
    const pack = await ask(disagreement);
    expect(idsOf(pack)).toEqual([use]);
    expect(pack.context).not.toMatch(/disputed/i);
  });

  it("concerns its own organization alone", async () => {
    const [first, second] = [await disagree(), await disagree()];
    const decision = { conflict_id: first.conflict_id, decision: "holds" as const, memory_id: first.use };
    await run(conflictResolve, { ...decision, reason: "They were measured." }, first.lead);
    expect(idsOf(await ask(first))).toEqual([first.use]);
    const pack = await ask(second);
    expect(idsOf(pack)).toEqual([second.use, second.avoid].sort());
    expect(pack.context).toMatch(/disputed/i);
  });
});
