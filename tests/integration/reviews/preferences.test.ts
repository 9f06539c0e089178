import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { memoryDelete, memoryUpdate, preferenceAuthorsSet, preferenceList } from "@/lib/memories/contract";
import * as contract from "@/lib/reviews/contract";
import { preferenceLearnJob } from "@/lib/reviews/jobs";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();

async function fixture() {
  const organization = await createOrganization(database.db);
  const { organization_id } = organization;
  const context = contextOf(database, await organization.person("developer"));
  const post = (implemented: number, rule_category = "naming") =>
    run(
      contract.reviewEvaluate,
      {
        workflow_id: `pr-${newId()}`,
        summary: "Reviewed",
        developer: "dana",
        items_to_implement: Array.from({ length: implemented }, (_, index) => ({
          number: index,
          title: "A finding",
          rule_category,
        })),
      },
      context,
    );
  const learn = () => preferenceLearnJob.handle({}, partsOf(database));
  const preferences = () =>
    database.db.memory.findMany({
      where: { organization_id, kind: "developer_preference", deleted_at: null },
      orderBy: { id: "asc" },
    });
  return { organization, context, post, learn, preferences };
}

describe("developers' preferences", () => {
  it("are learned from implemented findings, once, and follow their number", async () => {
    const { post, learn, preferences } = await fixture();
    await post(6);
    await post(2, "imports");
    await learn();
    const learned = await preferences();
    expect(learned).toMatchObject([{ metadata: { observation_count: 6 } }]);
    await learn();
    expect(await preferences()).toEqual(learned);
    await post(3);
    await learn();
    expect((await preferences()).map(({ user, metadata }) => ({ user, metadata }))).toEqual([
      {
        user: "dana",
        metadata: expect.objectContaining({
          developer_id: "dana",
          preference_value: "naming",
          observation_count: 9,
          confidence: 0.7,
        }),
      },
    ]);
  });

  it("that a person corrected or deleted stay so", async () => {
    const { context, post, learn, preferences } = await fixture();
    await post(6);
    await post(6, "imports");
    await learn();
    const [first, second] = await preferences();
    await run(
      memoryUpdate,
      { memory_id: first?.id ?? "", metadata: { preference_value: "short names" } },
      context,
    );
    await run(memoryDelete, { memory_id: second?.id ?? "" }, context);
    await post(9);
    await post(9, "imports");
    await learn();
    expect((await preferences()).map(({ metadata }) => metadata)).toEqual([
      expect.objectContaining({ preference_value: "short names", observation_count: 6 }),
    ]);
  });

  it("are shown to whom they are about, under the names that are theirs, and to nobody else", async () => {
    const { organization, context, post, learn } = await fixture();
    const lead = contextOf(database, await organization.person("lead"));
    await post(6);
    await learn();
    expect(await run(preferenceList, {}, context)).toMatchObject({ git_authors: [], items: [] });
    const claimed = await run(preferenceAuthorsSet, { git_authors: ["dana"] }, context);
    expect(claimed).toMatchObject({
      git_authors: ["dana"],
      items: [
        {
          developer_id: "dana",
          preference_value: "naming",
          observation_count: 6,
          learned: true,
          corrected: false,
          deleted: false,
        },
      ],
    });
    expect(await run(preferenceList, {}, lead)).toMatchObject({ items: [] });
    await expect(run(preferenceAuthorsSet, { git_authors: ["dana"] }, lead)).rejects.toMatchObject({
      errors: [{ pointer: "/git_authors/0" }],
    });
    const agent = contextOf(database, await organization.agent());
    await expect(run(preferenceList, {}, agent)).rejects.toMatchObject({ code: "permission_denied" });
    const [own] = claimed.items;
    const memory_id = own?.memory_id ?? "";
    await run(memoryUpdate, { memory_id, metadata: { preference_value: "short names" } }, context);
    await run(memoryDelete, { memory_id }, context);
    expect((await run(preferenceList, {}, context)).items).toMatchObject([
      { preference_value: "short names", corrected: true, deleted: true },
    ]);
  });

  it("of one name belong to one of two members who claim it at once", async () => {
    const { organization, context } = await fixture();
    const other = contextOf(database, await organization.person("developer"));
    const outcomes = await Promise.allSettled(
      [context, other].map((each) => run(preferenceAuthorsSet, { git_authors: ["d-ana"] }, each)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});
