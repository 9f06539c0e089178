import { expect, it } from "vitest";
import { z } from "zod";
import { defineJob, migrateQueues, startWorker } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";

const database = testDatabase();
const HOUR_MS = 3_600_000;

/** A job that is due at an hour of the day, in UTC. */
function daily(hour: number) {
  let count = 0;
  const job = defineJob({
    name: `daily_${newId().slice(-6)}`,
    summary: "Counts",
    schema: z.object({}),
    retry: { limit: 0, delay_seconds: 1 },
    expire_seconds: 30,
    schedule: { cron: `0 ${hour} * * *`, data: {} },
    handle: async () => {
      count += 1;
    },
  });
  return { job, count: () => count };
}

const setKnownSince = (name: string, since: Date) =>
  database.db.$executeRaw`update pgboss.schedule set created_on = ${since} where name = ${name}`;

const countSent = async (name: string) => {
  const rows = await database.db.$queryRaw<{ sent: number }[]>`
    select count(*)::int as sent from pgboss.job where name = ${name}`;
  return rows[0]?.sent;
};

it("a worker does what was due while none ran, once, and nothing that is new", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const missed = daily(hoursAgo(3).getUTCHours());
  const added = daily(hoursAgo(3).getUTCHours());
  const jobs = [missed.job, added.job];
  await migrateQueues(database.connection_string, jobs);
  const start = () => startWorker(database.connection_string, jobs, partsOf(database), { poll_seconds: 0.5 });
  await (await start()).stop();
  expect(await countSent(missed.job.name)).toBe(0);
  await setKnownSince(missed.job.name, hoursAgo(72));

  const second = await start();
  await expect.poll(missed.count, { timeout: 20_000 }).toBe(1);
  await second.stop();
  const third = await start();
  await third.stop();
  expect(await countSent(missed.job.name)).toBe(1);
  expect(added.count()).toBe(0);
  expect(await countSent(added.job.name)).toBe(0);
}, 90_000);
