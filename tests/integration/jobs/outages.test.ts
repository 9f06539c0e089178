import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineJob, enqueue, migrateQueues, startWorker } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "../../support/database";
import { startProxy } from "../../support/database-proxy";
import { partsOf } from "../../support/parts";

const database = testDatabase();

/** A job whose handler waits until it is let on. */
function waiting(expire_seconds = 60) {
  let letOn = () => {};
  let begun = 0;
  let ended = 0;
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  const job = defineJob({
    name: `waits_${newId().slice(-6)}`,
    summary: "Waits",
    schema: z.object({}),
    retry: { limit: 2, delay_seconds: 1 },
    expire_seconds,
    handle: async () => {
      begun += 1;
      await held;
      ended += 1;
    },
  });
  return { job, letOn: () => letOn(), begun: () => begun, ended: () => ended };
}

const stateOf = async (name: string) => {
  const rows = await database.db.$queryRaw<{ state: string }[]>`
    select state::text from pgboss.job where name = ${name}`;
  return rows.map(({ state }) => state);
};

it("a job that ends while the database is away is noted as done when it is back, and the process lives", async () => {
  const { job, letOn, begun, ended } = waiting();
  await migrateQueues(database.connection_string, [job]);
  await enqueue(database.db, job, {});
  const proxy = await startProxy(database.connection_string);
  const running = await startWorker(proxy.url, [job], partsOf(database), { poll_seconds: 0.5 });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on("unhandledRejection", note);
  try {
    await expect.poll(begun, { timeout: 20_000 }).toBe(1);
    proxy.refuse();
    letOn();
    await expect.poll(ended, { timeout: 20_000 }).toBe(1);
    await sleep(1_500);
    expect(await stateOf(job.name)).toEqual(["active"]);
    proxy.pass();
    await expect.poll(() => stateOf(job.name), { timeout: 20_000 }).toEqual(["completed"]);
    await enqueue(database.db, job, {});
    await expect.poll(ended, { timeout: 20_000 }).toBe(2);
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
    await running.stop();
    await proxy.stop();
  }
}, 90_000);

it("a worker that starts while the database is away waits for it", async () => {
  const { job, letOn, ended } = waiting();
  letOn();
  await migrateQueues(database.connection_string, [job]);
  await enqueue(database.db, job, {});
  const proxy = await startProxy(database.connection_string);
  proxy.refuse();
  const starting = startWorker(proxy.url, [job], partsOf(database), { poll_seconds: 0.5 });
  try {
    await sleep(1_000);
    expect(ended()).toBe(0);
    proxy.pass();
    await expect.poll(ended, { timeout: 20_000 }).toBe(1);
  } finally {
    await (await starting).stop();
    await proxy.stop();
  }
}, 60_000);

it("what a worker had at hand that is not heard of any more is done by another, long before it expires", async () => {
  const { job, letOn, begun } = waiting(3_600);
  await migrateQueues(database.connection_string, [job]);
  await enqueue(database.db, job, {});
  const proxy = await startProxy(database.connection_string);
  const start = (connection_string: string) =>
    startWorker(connection_string, [job], partsOf(database), { poll_seconds: 0.5, silent_seconds: 3 });
  const [silent, other] = [await start(proxy.url), await start(database.connection_string)];
  try {
    await expect.poll(begun, { timeout: 20_000 }).toBe(1);
    await sleep(4_000);
    expect(begun()).toBe(1);
    proxy.refuse();
    await expect.poll(begun, { timeout: 30_000 }).toBe(2);
    letOn();
    await expect.poll(() => stateOf(job.name), { timeout: 20_000 }).toEqual(["completed"]);
  } finally {
    letOn();
    proxy.pass();
    await silent.stop();
    await other.stop();
    await proxy.stop();
  }
}, 90_000);
