import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOf } from "@/lib/kernel/contract";
import { memoryProbeSet } from "@/lib/memories/contract";
import { contextGet } from "@/lib/recall/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../citations/git-repository";
import { remember } from "../memories/support";
import { setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();
afterAll(root.remove);

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
  it("brings up its memory, with the place on one line", async () => {
    const { context, memories } = await ask({ changed_files: ["src/routes.ts"] });
    expect(context).toContain(
      "Every route is guarded against anonymous callers.\nviolated at `src/routes.ts:3`\n",
    );
    expect(memories).toMatchObject([{ why: "It is violated in a changed file." }]);
  });

  it("says nothing of it for other files, nor without the repository", async () => {
    expect((await ask({ changed_files: ["src/other.ts"] })).context).not.toContain("violated");
    const elsewhere = await ask({ repository: undefined, changed_files: ["src/routes.ts"] });
    expect(elsewhere.context).not.toContain("violated");
  });

  it("keeps within the budget", async () => {
    const { context, tokens } = await ask({ changed_files: ["src/routes.ts"], token_budget: 50 });
    expect(tokens).toBeLessThanOrEqual(50);
    expect(context).not.toContain("violated");
  });
});
