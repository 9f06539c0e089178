import { expect, it } from "vitest";
import { z } from "zod";
import { defineJob, enqueue, migrateQueues, startWorker } from "@/lib/jobs";
import { newId } from "@/lib/kernel/ids";
import { testDatabase } from "../../support/database";
import { startProxy } from "../../support/database-proxy";
import { partsOf } from "../../support/parts";

const database = testDatabase();

// The embedded database has one session, which a client that reads no more holds up.
it.runIf(process.env.DATABASE_URL)(
  "a worker whose connections fall silent opens others within a minute",
  async () => {
    let done = 0;
    const job = defineJob({
      name: `counts_${newId().slice(-6)}`,
      summary: "Counts",
      schema: z.object({}),
      retry: { limit: 2, delay_seconds: 1 },
      expire_seconds: 60,
      handle: async () => {
        done += 1;
      },
    });
    await migrateQueues(database.connection_string, [job]);
    await enqueue(database.db, job, {});
    const proxy = await startProxy(database.connection_string);
    const running = await startWorker(proxy.url, [job], partsOf(database), { poll_seconds: 0.5 });
    try {
      await expect.poll(() => done, { timeout: 20_000 }).toBe(1);
      proxy.silence();
      await enqueue(database.db, job, {});
      await expect.poll(() => done, { timeout: 60_000, interval: 500 }).toBe(2);
      expect(running.isReaching()).toBe(true);
    } finally {
      await running.stop();
      await proxy.stop();
    }
  },
  120_000,
);
