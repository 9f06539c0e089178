import { describe, expect, it } from "vitest";
import * as contract from "@/lib/memories/contract";
import { contextOf, run, testDatabase } from "../../support/database";
import { repositoryRoot } from "../../support/repository-root";
import { BILLING, BILLING_PATH, EDITED_BILLING, INVOICE, NET, setUpRepository } from "../citations/support";

const root = repositoryRoot();
const database = testDatabase();

async function setUp() {
  const fixture = await setUpRepository(database, root.path);
  const bot = contextOf(database, await fixture.organization.agent({ types: ["reviewer"] }));
  const head = fixture.git.commit({
    [BILLING_PATH]: `// top\n${EDITED_BILLING}`,
  });
  const { name: repository } = fixture.repository;
  const verify = (input: object) => run(contract.memoryVerifyCitations, { repository, ...input }, bot);
  return { ...fixture, bot, head, verify };
}

describe("places that no memory cites", () => {
  it("are followed from their commit to the head, and nothing is stored", async () => {
    const { verify, first_commit: sha, organization_id } = await setUp();
    const gone = { path: "src/none.ts", line_start: 1, line_end: 1 };
    const answer = await verify({ citations: [{ ...INVOICE, sha }, { ...NET, sha }, gone] });
    expect(answer).toMatchObject({
      stored: false,
      valid: false,
      status: null,
      valid_count: 1,
      invalid_count: 2,
      citations: [
        { id: null, status: "edited", exists: true, line_start: 8, content: expect.stringContaining("(8,") },
        { id: null, status: "moved", line_start: 4, line_end: 6, error: null },
        { status: "missing", exists: false, content: null, error: expect.stringContaining("does not exist") },
      ],
    });
    expect(await database.db.citation.count({ where: { organization_id } })).toBe(0);
    expect(await database.db.citation_check.count({ where: { organization_id } })).toBe(0);
  });

  it("are read at a ref where they name no commit, and compared with their hash", async () => {
    const { verify, first_commit: ref } = await setUp();
    expect(await verify({ citations: [INVOICE], ref })).toMatchObject({
      valid: true,
      citations: [{ status: "unchanged", content: expect.stringContaining("(6,") }],
    });
    const wrong = { ...INVOICE, snippet_hash: "0".repeat(64) };
    expect(await verify({ citations: [wrong], ref })).toMatchObject({
      valid: false,
      citations: [{ error: expect.stringContaining("snippet_hash") }],
    });
  });

  it("are answered over REST alike, by the commit and with the facts, and nothing is written", async () => {
    const { verify, bot, repository, head, first_commit: sha, organization_id } = await setUp();
    const citations = [
      { ...INVOICE, sha },
      { ...NET, sha },
    ];
    const answer = await run(contract.citationVerify, { repository: repository.name, citations }, bot);
    const { stored: _, held, status, reason, citations: found, ...counts } = await verify({ citations });
    expect({ held, status, reason }).toEqual({ held: false, status: null, reason: null });
    expect(answer).toEqual({
      ...counts,
      commit_sha: head,
      citations: found.map(({ id: _id, ...citation }) => citation),
    });
    expect(answer.citations.map(({ facts }) => facts)).toEqual([[], []]);
    expect(await database.db.citation.count({ where: { organization_id } })).toBe(0);
  });

  it("carry over REST that only formatting changed, which holds", async () => {
    const { git, bot, repository, first_commit: sha } = await setUp();
    const reformatted = BILLING.replace(/padStart\(6, "0"\)/, "padStart(\n      6,\n      '0',\n    )");
    git.commit({ [BILLING_PATH]: reformatted });
    const answer = await run(
      contract.citationVerify,
      { repository: repository.name, citations: [{ ...INVOICE, sha }] },
      bot,
    );
    expect(answer).toMatchObject({
      valid: true,
      valid_count: 1,
      citations: [{ status: "edited", facts: ["formatting_only"] }],
    });
  });

  it("are refused with the field that is wrong", async () => {
    const { verify, bot, repository, organization } = await setUp();
    const pointerOf = (input: object) =>
      run(contract.memoryVerifyCitations, input, bot).then(
        () => null,
        (error: { errors?: { pointer: string }[] }) => error.errors?.[0]?.pointer,
      );
    expect(await pointerOf({})).toBe("/memory_id");
    expect(await pointerOf({ citations: [INVOICE] })).toBe("/repository");
    expect(await pointerOf({ repository: repository.name })).toBe("/citations");
    const memory_id = "01a20371-9c4e-7b1f-8d55-6d1f0a2b3c4d";
    expect(await pointerOf({ memory_id, repository: repository.name })).toBe("/repository");
    await expect(verify({ citations: [INVOICE], ref: "none" })).rejects.toMatchObject({
      errors: [{ pointer: "/ref" }],
    });
    const outside = contextOf(
      database,
      await organization.agent({ types: ["reviewer"], repository_ids: [] }),
    );
    const asked = { repository: repository.name, citations: [INVOICE] };
    for (const one of [contract.memoryVerifyCitations, contract.citationVerify])
      await expect(run(one, asked, outside)).rejects.toMatchObject({ errors: [{ pointer: "/repository" }] });
  });
});
