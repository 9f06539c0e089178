/** The process of `measureProduct` that stores; it starts the one that sweeps, and prints what that answers. */
import { rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import {
  inProcess,
  type ProductSweep,
  type ProductTask,
  type SweepAnswer,
  type SweepTask,
} from "./citations-product";
import { addBorrowed, placesIn, storeCiting } from "./citations-product-places";
import { makeRepositoryRoot, openEmbeddedHouse } from "./house";

const MEMORIES = 1000;
const EACH = 3;
const SINGLES = 200;

async function main(task: ProductTask): Promise<ProductSweep> {
  const root = makeRepositoryRoot("product", "error");
  const fixture = await openEmbeddedHouse();
  try {
    const { dir, repository_id } = await addBorrowed(fixture, {
      root,
      git_dir: task.git_dir,
      head: task.to,
    });
    const places = await placesIn(dir, task.from, MEMORIES * EACH + SINGLES);
    const swept = await storeCiting(fixture, places.splice(0, MEMORIES * EACH), EACH);
    const alone = await storeCiting(fixture, places, 1);
    const task_of_sweep: SweepTask = {
      connection_string: fixture.connection_string,
      root,
      singles: alone,
      repository_id,
    };
    const answer = await inProcess<SweepAnswer>("tests/bench/citations-product-sweep.ts", task_of_sweep);
    const { repository, commits } = task;
    return { repository, commits, memories: swept.length + alone.length, ...answer };
  } finally {
    await fixture.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const task: ProductTask = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await main(task)));
