/** The process of `measurePush` that sweeps, receives the push and checks; prints its figures. */
import { execFileSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { repositoryCheckGet } from "@/lib/citations/contract";
import { openDatabase } from "@/lib/db/client";
import { memoryVerifyCitations, repositoryCheck } from "@/lib/memories/contract";
import { jobNamed } from "@/lib/registry";
import { partsOf } from "../support/parts";
import type { PushCheckTask, PushFigures } from "./citations-push";
import { firstOwner, openRepositoriesBelow, runOn } from "./house";
import { nearestRank } from "./statistics";

const POOL = 5;
async function main(task: PushCheckTask): Promise<PushFigures> {
  const { repository_id } = task;
  openRepositoriesBelow(task.root, "error");
  const db = openDatabase(task.connection_string, POOL);
  const run = runOn(db);
  try {
    const actor = await firstOwner(db);
    const job = jobNamed("repository_check");
    const data = job.schema.parse({ organization_id: actor.organization_id, repository_id });
    const context = partsOf({ db });
    const sweep = async () => {
      const { check_id } = await run(repositoryCheck, { repository_id }, { actor });
      const start = performance.now();
      await job.handle(data, context);
      const seconds = (performance.now() - start) / 1000;
      const { status, error, done, counts } = await run(repositoryCheckGet, { check_id }, { actor });
      if (status !== "done") throw new Error(`the check ended as ${status}: ${error}`);
      return { seconds, done, changed: done - counts.unchanged };
    };
    const check = async (memory_id: string) => {
      const start = performance.now();
      await run(memoryVerifyCitations, { memory_id }, { actor });
      return performance.now() - start;
    };

    const before = await sweep();
    const receive = (commit: string) =>
      execFileSync("git", [`--git-dir=${task.git_dir}`, "update-ref", "refs/heads/main", commit]);
    // The process has parsed before: what the first check after a start costs is another question.
    receive(task.warming);
    for (const memory_id of task.singles) await check(memory_id);
    receive(task.pushed);
    const [cold = "", ...others] = task.singles;
    const first_check_ms = await check(cold);
    const later: number[] = [];
    for (const memory_id of others) later.push(await check(memory_id));
    later.sort((left, right) => left - right);
    const after = await sweep();
    return {
      citations: after.done,
      files: task.files,
      changed: after.changed,
      first_sweep_seconds: before.seconds,
      push_sweep_seconds: after.seconds,
      first_check_ms,
      later_check_median_ms: nearestRank(later, 0.5),
      later_check_p95_ms: nearestRank(later, 0.95),
      later_checks: later.length,
    };
  } finally {
    await db.$disconnect();
  }
}

const task: PushCheckTask = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await main(task)));
