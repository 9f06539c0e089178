import { expect, it } from "vitest";
import { settled } from "@/lib/recall";
import { contextGet } from "@/lib/recall/contract";
import { run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { PARSE_VERSION, setUp } from "./support";

const root = repositoryRoot();
const database = testDatabase();

it("the first pack that sees a push asks for a sweep of the repository, and later ones do not", async () => {
  const { lead, agent, git, repository, repository_id, organization_id, embed } = await setUp(
    database,
    root.path,
  );
  await remember(lead, {
    kind: "decision",
    reasoning: "It was measured.",
    statement: "Split versions at every dot into numbers",
    repository,
    citations: [PARSE_VERSION],
  });
  await embed();
  const where = { organization_id, repository_id, cause: "use" };
  const ask = async () => {
    const task = "Split versions at every dot into numbers";
    const { outcome } = await run(contextGet, { task, agent_type: "builder", repository }, agent);
    expect(outcome).toBe("served");
    await settled();
    return database.db.repository_check.count({ where });
  };
  expect(await ask()).toBe(0);
  git.commit({ "README.md": "More is said here.\n" });
  expect(await ask()).toBe(1);
  await database.db.repository_check.updateMany({ where, data: { status: "done", finished_at: new Date() } });
  expect(await ask()).toBe(1);
});
