import { expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { createOrganization } from "../../support/database";
import { databaseBefore } from "../../support/older-database";
import { fillOrganization } from "../tenancy/filled-organization";

const SCORED = {
  relevance: 0.61803,
  contributions: [
    { signal: "subject_of_change", adds: -1.5 },
    { signal: "meaning", adds: 0.25 },
  ],
  model: "words#0a1b2c3d",
  learned: -0.1,
  vector: 0.5,
  bm25: 12.34567,
  trigram: null,
  quality: 1.05,
  recency: 0.9,
  verification: 0.8,
};

/** As recalls had it before relevance was judged. */
const EARLY = { vector: null, bm25: 3, trigram: 0.2, quality: 0.7, recency: 1, verification: 1 };

it("what candidates of recalls scored is kept when JSON becomes columns", async () => {
  const { db, upgrade } = await databaseBefore("20261127190000_recall_scores");
  const { organization_id } = await createOrganization(db);
  const ids = { scored: newId(), early: newId(), none: newId() };
  await db.person.create({ data: { id: ids.scored, email: "zoe@example.test", name: "Zoe" } });
  await fillOrganization(db, {
    organization_id,
    id: ids.scored,
    values: { "recall_candidate.scores": SCORED },
  });
  // Further recalls are like the first one but for their scores.
  for (const [recall_id, scores] of [
    [ids.early, EARLY],
    [ids.none, {}],
  ] as const) {
    await db.$executeRaw`
      insert into recall select (jsonb_populate_record(r, jsonb_build_object('id', ${recall_id}::uuid))).*
      from recall r where id = ${ids.scored}::uuid`;
    await db.$executeRaw`
      insert into recall_candidate select (jsonb_populate_record(c, jsonb_build_object(
        'recall_id', ${recall_id}::uuid, 'scores', ${JSON.stringify(scores)}::jsonb))).*
      from recall_candidate c where recall_id = ${ids.scored}::uuid`;
  }

  expect(await upgrade()).toContain("20261127190000_recall_scores");
  const rows = await db.recall_candidate.findMany({ where: { organization_id } });
  const of = (id: string) => rows.find(({ recall_id }) => recall_id === id);
  const { contributions: _, ...numbers } = SCORED;
  expect(of(ids.scored)).toMatchObject({
    ...numbers,
    contributions: [0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1.5],
  });
  expect(of(ids.early)).toMatchObject({ ...EARLY, relevance: null, model: null, learned: 0 });
  expect(of(ids.none)).toMatchObject({ relevance: null, quality: 1, recency: 1, contributions: [] });
});
