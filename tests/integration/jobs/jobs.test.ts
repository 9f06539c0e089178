import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineJob, enqueue, enqueueKeyed, migrateQueues, startWorker } from "@/lib/jobs";
import * as contract from "@/lib/jobs/contract";
import { idSchema, newId } from "@/lib/kernel/ids";
import { contextOf, createOrganization, run, testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();

/** A job that fails until it is released, without a second attempt of its own. */
function failing() {
  let heal = false;
  let finish = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const job = defineJob({
    name: `fails_${newId().slice(-6)}`,
    summary: "Fails",
    schema: z.object({ organization_id: idSchema, thing_id: idSchema, note: z.string() }),
    retry: { limit: 0, delay_seconds: 1 },
    expire_seconds: 30,
    handle: async () => {
      if (!heal) throw new Error("the thing is broken");
      finish();
    },
  });
  return {
    job,
    heal: () => {
      heal = true;
    },
    done,
  };
}

async function worker(jobs: Parameters<typeof startWorker>[1], poll_seconds = 0.5) {
  await migrateQueues(database.connection_string, jobs);
  const parts = partsOf(database);
  return startWorker(database.connection_string, jobs, parts, { poll_seconds });
}

describe("failed jobs", () => {
  it("are listed with their error for their own organization only, and run once more when retried", async () => {
    const mine = await createOrganization(database.db);
    const other = await createOrganization(database.db);
    const lead = contextOf(database, await mine.person("lead"));
    const outsider = contextOf(database, await other.person("lead"));
    const { job, heal, done } = failing();
    const running = await worker([job]);
    try {
      const thing_id = newId();
      await database.db.$transaction((tx) =>
        enqueue(tx, job, { organization_id: mine.organization_id, thing_id, note: "secret" }),
      );
      await expect
        .poll(() => run(contract.jobList, {}, lead), { timeout: 20_000 })
        .toMatchObject({ total: 1 });
      const failed = await run(contract.jobList, {}, lead);
      const [record] = failed.items;
      expect(record).toMatchObject({
        name: job.name,
        state: "failed",
        error: "the thing is broken",
        subject: { thing_id },
        attempts: 1,
      });
      expect(JSON.stringify(failed)).not.toContain("secret");
      expect(await run(contract.jobList, {}, outsider)).toMatchObject({ items: [], total: 0 });

      const job_id = record?.id ?? "";
      await expect(run(contract.jobRetry, { job_id }, outsider)).rejects.toMatchObject({ code: "not_found" });
      heal();
      expect(await run(contract.jobRetry, { job_id }, lead)).toMatchObject({ state: "retry" });
      await done;
      expect(await run(contract.jobList, {}, lead)).toMatchObject({ total: 0 });
      await expect(run(contract.jobRetry, { job_id }, lead)).rejects.toMatchObject({ code: "conflict" });
    } finally {
      await running.stop();
    }
  }, 60_000);

  it("are shown to nobody without the permission to manage jobs", async () => {
    const organization = await createOrganization(database.db);
    const developer = contextOf(database, await organization.person("developer"));
    await expect(run(contract.jobList, {}, developer)).rejects.toMatchObject({ code: "permission_denied" });
  });
});

describe("a job with a key", () => {
  it("waits once in each organization, also where two have a record of this id", async () => {
    const [mine, other] = [await createOrganization(database.db), await createOrganization(database.db)];
    const thing_id = newId();
    const keyed = defineJob({
      name: `keyed_${newId().slice(-6)}`,
      summary: "Keyed",
      schema: z.object({ organization_id: idSchema, thing_id: idSchema }),
      retry: { limit: 0, delay_seconds: 1 },
      expire_seconds: 30,
      handle: async () => {},
    });
    await migrateQueues(database.connection_string, [keyed]);
    const data = [mine, other, mine].map(({ organization_id }) => ({ organization_id, thing_id }));
    for (const each of data) await enqueue(database.db, keyed, each, { key: thing_id });
    await enqueueKeyed(
      database.db,
      data.map((each) => ({ job: keyed, data: each, key: thing_id })),
    );
    const waiting = await database.db.$queryRaw<{ organization_id: string }[]>`
      select data->>'organization_id' as organization_id from pgboss.job where name = ${keyed.name}`;
    expect(waiting.map(({ organization_id }) => organization_id).toSorted()).toEqual(
      [mine, other].map(({ organization_id }) => organization_id).toSorted(),
    );
  });
});

describe("a worker", () => {
  const definition = { summary: "Counts", retry: { limit: 0, delay_seconds: 1 }, expire_seconds: 30 };
  const schema = z.object({ at: z.int() });
  const name = () => `counts_${newId().slice(-6)}`;

  it("works a queue off without waiting for the next look at it", async () => {
    const seen: number[] = [];
    const job = defineJob({
      ...definition,
      name: name(),
      schema,
      handle: async ({ at }) => void seen.push(at),
    });
    await migrateQueues(database.connection_string, [job]);
    for (const at of [1, 2, 3]) await enqueue(database.db, job, { at });
    const running = await worker([job], 3_600);
    try {
      await expect.poll(() => seen, { timeout: 20_000 }).toEqual([1, 2, 3]);
    } finally {
      await running.stop();
    }
  }, 60_000);

  it("hands over together what a job takes in batches, and no more than it takes", async () => {
    const seen: number[][] = [];
    const job = defineJob({
      ...definition,
      name: name(),
      schema,
      // In which order one batch is handed over is the database's affair.
      batch: { size: 2, handle: async (all) => void seen.push(all.map(({ at }) => at).sort()) },
      handle: async () => expect.unreachable(),
    });
    await migrateQueues(database.connection_string, [job]);
    for (const at of [1, 2, 3]) await enqueue(database.db, job, { at });
    const running = await worker([job], 3_600);
    try {
      await expect.poll(() => seen, { timeout: 20_000 }).toEqual([[1, 2], [3]]);
    } finally {
      await running.stop();
    }
  }, 60_000);

  it("takes up at its start what says so, and nothing else that is scheduled", async () => {
    const seen: string[] = [];
    const jobs = [true, undefined].map((at_start) =>
      defineJob({
        ...definition,
        name: name(),
        schema: z.object({}),
        schedule: { cron: "0 0 1 1 *", data: {}, ...(at_start ? { at_start } : {}) },
        handle: async () => void seen.push(String(at_start)),
      }),
    );
    const running = await worker(jobs);
    try {
      await expect.poll(() => seen, { timeout: 20_000 }).toEqual(["true"]);
    } finally {
      await running.stop();
    }
    expect(seen).toEqual(["true"]);
  }, 60_000);
});
