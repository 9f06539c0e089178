import { beforeAll, describe, expect, it } from "vitest";
import {
  citationGet,
  citationList,
  repositoryAdd,
  repositoryCheckList,
  repositoryGet,
} from "@/lib/citations/contract";
import { newId } from "@/lib/kernel/ids";
import { DEFAULT_AGENT_PERMISSIONS } from "@/lib/kernel/permissions";
import * as contract from "@/lib/memories/contract";
import { expectationCreate, expectationList, expectationReplay } from "@/lib/recall/contract";
import type { Context } from "@/lib/runtime/operation";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { INVOICE, setUpRepository } from "../citations/support";
import { remember } from "./support";

const database = testDatabase();
const root = repositoryRoot();

const SESSION = "session-of-the-first";

let fixture: Awaited<ReturnType<typeof setUpRepository>>;
let other: Awaited<ReturnType<typeof setUpRepository>>;
let first: Context;
let second: Context;
let bound: Context;

beforeAll(async () => {
  fixture = await setUpRepository(database, root.path);
  const { organization, repository_id } = fixture;
  other = { ...fixture, ...(await anotherRepository()) };
  first = contextOf(database, await organization.agent({ name: "first-bot" }));
  second = contextOf(database, await organization.agent({ name: "second-bot" }));
  const permissions = [...DEFAULT_AGENT_PERMISSIONS, "organization:manage"] as const;
  const agent = await organization.agent({
    name: "bound-bot",
    permissions,
    repository_ids: [repository_id],
  });
  bound = contextOf(database, agent);
});

/** A second repository of the same organization. */
async function anotherRepository() {
  const { lead, git } = fixture;
  const name = `acme/other-${newId().slice(-6)}`;
  const added = await run(repositoryAdd, { name, source: { kind: "path", path: git.dir } }, lead);
  return { repository_id: added.id, repository: { ...fixture.repository, id: added.id, name } };
}

describe.each(["agent", "session"] as const)("a memory of %s scope", (scope) => {
  const statement = `Quokkas of ${scope} scope pad invoice numbers.`;
  let memory: contract.Memory;

  beforeAll(async () => {
    const cited = { repository: fixture.repository.name, citations: [INVOICE] };
    memory = await remember(first, { statement, scope, session_id: SESSION, ...cited });
  });

  it("is read by its agent", async () => {
    expect(await run(contract.memoryGet, { memory_id: memory.id }, first)).toMatchObject({ statement });
    const query = { query: "quokkas", session_id: SESSION };
    const { items } = await run(contract.memorySearch, query, first);
    expect(items.map((item) => item.memory.id)).toContain(memory.id);
    expect((await run(citationList, { memory_id: memory.id }, first)).total).toBe(1);
  });

  it("is read by no other agent, by its id or by any filter", async () => {
    const memory_id = memory.id;
    const [citation] = memory.citations;
    const missing = await run(contract.memoryGet, { memory_id: newId() }, second).catch(String);
    for (const call of [
      () => run(contract.memoryGet, { memory_id }, second),
      () => run(contract.memoryEventList, { memory_id }, second),
      () => run(contract.memoryFeedback, { memory_id, feedback: "helpful" }, second),
      () => run(contract.memoryVerifyCitations, { memory_id }, second),
      () => run(citationGet, { citation_id: citation?.id ?? "" }, second),
    ])
      expect(await call().catch(String)).toBe(missing);
    const named = { agent: "first-bot", session_id: SESSION };
    const answers = [
      await run(contract.memoryList, named, second),
      await run(contract.memorySearch, { query: "quokkas", ...named }, second),
      await run(contract.memoryGetRecent, { repository: fixture.repository.name }, second),
      await run(
        contract.memorySearchByPath,
        { path: INVOICE.path, repository: fixture.repository.name },
        second,
      ),
      await run(contract.memoryStats, {}, second),
      await run(contract.memoryFacets, named, second),
      await run(citationList, { memory_id }, second),
    ];
    expect(JSON.stringify(answers)).not.toContain(memory_id);
    expect(answers[0]).toMatchObject({ items: [], total: 0 });
  });
});

describe("a key that is bound to a repository", () => {
  it("cannot tell what it does not reach from what does not exist", async () => {
    const { lead, repository } = other;
    const { id: memory_id, citations } = await remember(lead, {
      statement: "Invoices of the other repository are padded.",
      repository: repository.name,
      citations: [INVOICE],
    });
    const asked = (ids: { memory: string; citation: string; repository: string }) => [
      run(contract.memoryGet, { memory_id: ids.memory }, bound),
      run(contract.memoryInvalidate, { memory_id: ids.memory, reason: "no" }, bound),
      run(citationGet, { citation_id: ids.citation }, bound),
      run(repositoryGet, { repository_id: ids.repository }, bound),
      run(citationList, { repository_id: ids.repository }, bound),
      run(repositoryCheckList, { repository_id: ids.repository }, bound),
      run(contract.suspiciousHeadList, { repository_id: ids.repository }, bound),
      run(contract.memoryList, { repository: ids.repository }, bound),
    ];
    const foreign = { memory: memory_id, citation: citations[0]?.id ?? "", repository: repository.id };
    const missing = { memory: newId(), citation: newId(), repository: newId() };
    const said = (calls: Promise<unknown>[]) =>
      Promise.all(
        calls.map((call) =>
          call.then(JSON.stringify, ({ code, message, errors }) => ({ code, message, errors })),
        ),
      );
    const answers = await said(asked(foreign));
    expect(answers).toEqual(await said(asked(missing)));
    expect(answers.every((answer) => typeof answer === "object")).toBe(true);
  });

  it("is listed and replays the expectations of its repositories", async () => {
    const { lead } = fixture;
    for (const { repository } of [fixture, other]) {
      const { id: memory_id } = await remember(lead, {
        statement: `Padded in ${repository.name}`,
        scope: "global",
      });
      await run(
        expectationCreate,
        {
          name: repository.name,
          memory_id,
          question: { task: "pad", agent_type: "main", repository: repository.name },
          within: 3,
        },
        lead,
      );
    }
    const { items, total } = await run(expectationList, {}, bound);
    expect({ names: items.map(({ name }) => name), total }).toEqual({
      names: [fixture.repository.name],
      total: 1,
    });
    expect((await run(expectationList, {}, lead)).total).toBe(2);
    const replayed = await run(expectationReplay, {}, bound);
    expect(replayed.items.map(({ name }) => name)).toEqual([fixture.repository.name]);
    await expect(run(expectationList, {}, first)).rejects.toMatchObject({
      code: "permission_denied",
      message: expect.stringContaining("organization:manage"),
    });
  });
});

describe("a repository that does not exist", () => {
  it("is refused wherever it is named by its id", async () => {
    const { lead } = fixture;
    for (const operation of [citationList, repositoryCheckList, contract.suspiciousHeadList])
      await expect(run(operation, { repository_id: newId() }, lead)).rejects.toMatchObject({
        errors: [{ pointer: "/repository_id" }],
      });
    await expect(run(contract.memoryList, { repository: newId() }, lead)).rejects.toMatchObject({
      errors: [{ pointer: "/repository" }],
    });
  });
});
