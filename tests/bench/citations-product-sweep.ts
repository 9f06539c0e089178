/** The process of `measureProduct` that checks and sweeps what another stored; prints its figures. */
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { repositoryCheckGet } from "@/lib/citations/contract";
import { openDatabase } from "@/lib/db/client";
import { memoryVerifyCitations, repositoryCheck } from "@/lib/memories/contract";
import { jobNamed } from "@/lib/registry";
import { partsOf } from "../support/parts";
import type { SweepAnswer, SweepTask } from "./citations-product";
import { firstOwner, openRepositoriesBelow, runOn } from "./house";
import { nearestRank } from "./statistics";

/** What a worker opens. */
const POOL = 5;
const MEGABYTE = 1024 * 1024;
const rss = () => process.memoryUsage.rss() / MEGABYTE;
async function main(task: SweepTask): Promise<SweepAnswer> {
  const { repository_id } = task;
  openRepositoriesBelow(task.root, "error");
  const job = jobNamed("repository_check");
  const db = openDatabase(task.connection_string, POOL);
  const run = runOn(db);
  try {
    const actor = await firstOwner(db);
    const { check_id } = await run(repositoryCheck, { repository_id }, { actor });
    const at_rest = rss();
    const peak = { rss: at_rest, heap: 0 };
    const weigh = () => {
      peak.rss = Math.max(peak.rss, rss());
      peak.heap = Math.max(peak.heap, process.memoryUsage().heapUsed / MEGABYTE);
    };
    const timer = setInterval(weigh, 10);
    const times: number[] = [];
    for (const memory_id of task.singles) {
      const start = performance.now();
      await run(memoryVerifyCitations, { memory_id }, { actor });
      times.push(performance.now() - start);
    }
    times.sort((left, right) => left - right);

    const seen = new Set<number>();
    const data = job.schema.parse({ organization_id: actor.organization_id, repository_id });
    const start = performance.now();
    const work = job.handle(data, partsOf({ db }));
    let ended = false;
    const watch = async () => {
      while (!ended) {
        const { total, done } = await run(repositoryCheckGet, { check_id }, { actor });
        if (total !== null) seen.add(done);
        await sleep(50);
      }
    };
    const watching = watch();
    await work;
    const sweep_seconds = (performance.now() - start) / 1000;
    ended = true;
    await watching;
    clearInterval(timer);
    weigh();
    const { status, error, done, counts } = await run(repositoryCheckGet, { check_id }, { actor });
    if (status !== "done") throw new Error(`the check ended as ${status}: ${error}`);
    return {
      citations: done,
      changed: done - counts.unchanged,
      sweep_seconds,
      progress_seen: seen.size,
      single_median_ms: nearestRank(times, 0.5),
      single_p95_ms: nearestRank(times, 0.95),
      singles: times.length,
      megabytes: { at_rest, peak: peak.rss, peak_heap: peak.heap },
    };
  } finally {
    await db.$disconnect();
  }
}

const task: SweepTask = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await main(task)));
