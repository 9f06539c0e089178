import { expect, it } from "vitest";
import { evaluateCommand, storeCommand } from "@/components/overview/setup-commands";
import { memoryStore } from "@/lib/memories/contract";
import { reviewEvaluate } from "@/lib/reviews/contract";
import {
  contextOf,
  createOrganization,
  run,
  type TestOrganization,
  testDatabase,
} from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { setUpRepository } from "../citations/support";

const database = testDatabase();
const root = repositoryRoot();

/** What a command of curl sends. */
const bodyOf = (command: string) => {
  const [, body = "{}"] = /-d '(.*)'$/s.exec(command) ?? [];
  return JSON.parse(body.replaceAll("'\\''", "'"));
};

async function scopesAfter(organization: TestOrganization, repository: string | undefined) {
  const agent = contextOf(database, await organization.agent());
  await run(memoryStore, bodyOf(storeCommand("http://localhost:3000", repository)), agent);
  await run(reviewEvaluate, bodyOf(evaluateCommand("http://localhost:3000", repository)), agent);
  const { organization_id } = organization;
  const memories = await database.db.memory.findMany({ where: { organization_id } });
  return memories.map(({ scope }) => scope);
}

it("the commands of Set up, sent as they are printed, teach their repository alone", async () => {
  const { organization, repository, git } = await setUpRepository(database, root.path);
  git.commit({ "README.md": "# Shop\n" });
  expect(await scopesAfter(organization, repository.name)).toEqual(["repository", "repository"]);
});

it("the commands of Set up teach the agent of their key alone where there is no repository", async () => {
  expect(await scopesAfter(await createOrganization(database.db), undefined)).toEqual(["agent", "agent"]);
});
