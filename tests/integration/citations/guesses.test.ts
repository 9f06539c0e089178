import { expect, it } from "vitest";
import * as memories from "@/lib/memories/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { remember } from "../memories/support";
import { setUpRepository } from "./support";

const root = repositoryRoot();
const database = testDatabase();

const routine = (name: string) =>
  [
    `export function ${name}(input: string): string {`,
    ...Array.from({ length: 6 }, (_, row) => `  const ${name}Part${row} = input.slice(${row}, ${row + 3});`),
    `  return ${name}Part0;`,
    "}",
    "",
  ].join("\n");

it("a guess is given to be checked before use: it neither drifts nor moves the citation", async () => {
  const fixture = await setUpRepository(database, root.path);
  const { git, organization, organization_id, repository } = fixture;
  git.commit({ "src/a.ts": routine("alpha") + routine("beta") });
  const bot = contextOf(database, await organization.agent({ types: ["reviewer"] }));
  const { id: memory_id } = await remember(bot, {
    statement: "Alpha cuts its input into six overlapping parts.",
    repository: repository.name,
    citations: [{ path: "src/a.ts", line_start: 2, line_end: 5 }],
  });
  // It went to two files at once: which of them took its place nobody can tell.
  git.commit({ "src/a.ts": routine("beta"), "x.ts": routine("alpha"), "y.ts": routine("alpha") });
  for (let time = 0; time < 2; time += 1) {
    const found = await run(memories.memorySearch, { query: "alpha overlapping parts" }, bot);
    expect(found.items).toEqual([]);
    expect(found.check_before_use).toMatchObject([{ id: memory_id }]);
    const verified = await run(memories.memoryVerifyCitations, { memory_id }, bot);
    expect(verified).toMatchObject({ valid: null, held: false, status: "active", unknown_count: 1 });
    expect(verified.citations[0]?.confidence).toBeLessThan(0.5);
  }
  const row = await database.db.citation.findFirstOrThrow({ where: { organization_id, memory_id } });
  expect(row).toMatchObject({ status: "renamed", anchor_path: "src/a.ts", anchor_line_start: 2 });
  expect(await run(memories.memoryStats, {}, bot)).toMatchObject({
    cited: 1,
    verified: 0,
    verified_share: 0,
  });
});
