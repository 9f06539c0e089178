import { beforeAll, describe, expect, it } from "vitest";
import type { CallOf } from "@/lib/kernel/contract";
import { memoryProbeSet } from "@/lib/memories/contract";
import { contextGet, recallGet } from "@/lib/recall/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

let fixture: Awaited<ReturnType<typeof setUp>>;

beforeAll(async () => {
  fixture = await setUp(database, root.path);
  fixture.git.commit({
    "src/routes.ts": 'route("/a", guarded(a));\n\nroute("/b", b);\n',
    "src/other.ts": "export {};\n",
  });
  const { id } = await remember(fixture.lead, {
    statement: "Every route is guarded against anonymous callers.",
    repository: fixture.repository,
  });
  const rule =
    "language: ts\nrule:\n  pattern: route($P, $H)\n  not: { has: { pattern: guarded($$$), stopBy: end } }";
  const expectation = { violations: "none" } as const;
  await run(memoryProbeSet, { memory_id: id, rule, expectation, accept_violated: true }, fixture.agent);
  await fixture.embed();
});

const ask = (question: Partial<CallOf<typeof contextGet>>) =>
  run(
    contextGet,
    {
      task: "Add a route for anonymous callers",
      agent_type: "builder",
      repository: fixture.repository,
      ...question,
    },
    fixture.agent,
  );

describe("a pack for changed files in which a probe is violated", () => {
  it("has its memory among the relevant ones, with the place on one line", async () => {
    const { context, memories } = await ask({ changed_files: ["src/routes.ts"] });
    expect(context).toContain(
      "Every route is guarded against anonymous callers.\nviolated at `src/routes.ts:3`\n",
    );
    expect(memories).toMatchObject([{ why: "It is violated in a changed file, at `src/routes.ts:3`." }]);
  });

  it("has it for a task that it is not relevant to, in a line of its own, and the ledger says so", async () => {
    const { context, memories, recall_id } = await ask({
      task: "Translate the colours of the invoice",
      changed_files: ["src/routes.ts"],
    });
    expect(context).toContain(
      "### Violated in Changed Files\n- Every route is guarded against anonymous callers. (violated at `src/routes.ts:3`; id ",
    );
    expect(context).not.toContain("### Past");
    expect(memories).toHaveLength(1);
    const recall = await run(recallGet, { recall_id: recall_id ?? "" }, fixture.lead);
    expect(recall.candidates.filter(({ place }) => place === "served")).toMatchObject([
      {
        reason: expect.stringMatching(
          /^It is violated in a changed file, at `src\/routes\.ts:3`; its relevance of \d+ % would not have brought it\.$/,
        ),
        tokens: expect.any(Number),
      },
    ]);
  });

  it("knows the file by what a caller writes before its path", async () => {
    const task = "Translate the colours of the invoice";
    for (const path of ["./src/routes.ts", "src\\routes.ts"])
      expect((await ask({ task, changed_files: [path] })).context).toContain("violated at `src/routes.ts:3`");
  });

  it("says nothing of it for other files, nor without the repository", async () => {
    const task = "Translate the colours of the invoice";
    const empty = { outcome: "empty", context: "", memories: [] };
    expect(await ask({ task, changed_files: ["src/other.ts"] })).toMatchObject(empty);
    expect(await ask({ task, changed_files: ["src/routes.ts/more.ts", "routes.ts"] })).toMatchObject(empty);
    expect(await ask({ task })).toMatchObject(empty);
    expect(await ask({ task, repository: undefined, changed_files: ["src/routes.ts"] })).toMatchObject(empty);
  });

  it("keeps within the budget", async () => {
    const { context, tokens } = await ask({ changed_files: ["src/routes.ts"], token_budget: 50 });
    expect(tokens).toBeLessThanOrEqual(50);
    expect(context).not.toContain("violated");
  });
});
