/** The process of `measurePush` that stores; it starts the one that checks, and prints what that answers. */
import { rmSync } from "node:fs";
import { text } from "node:stream/consumers";
import { inProcess } from "./citations-product";
import { addBorrowed, placesIn, storeCiting } from "./citations-product-places";
import { commitEdits, type PushCheckTask, type PushFigures, type PushTask } from "./citations-push";
import { makeRepositoryRoot, openEmbeddedHouse, openServerHouse } from "./house";

const EACH = 5;
const SINGLES = 40;

async function main(task: PushTask): Promise<PushFigures> {
  const root = makeRepositoryRoot("push", "error");
  const fixture = task.server ? await openServerHouse(task.server) : await openEmbeddedHouse();
  try {
    const { dir, repository_id } = await addBorrowed(fixture, {
      root,
      git_dir: task.git_dir,
      head: task.from,
    });
    const places = await placesIn(dir, task.from, task.citations);
    const paths = [...new Set(places.map(({ path }) => path))].slice(0, task.files);
    const touched = places.filter(({ path }) => paths.includes(path)).slice(0, SINGLES);
    const singles = await storeCiting(fixture, touched, 1);
    await storeCiting(fixture, places, EACH);
    const warming = commitEdits(dir, task.from, paths);
    const check: PushCheckTask = {
      connection_string: fixture.connection_string,
      root,
      repository_id,
      git_dir: dir,
      warming,
      pushed: commitEdits(dir, warming, paths),
      files: task.files,
      singles,
    };
    return await inProcess<PushFigures>("tests/bench/citations-push-check.ts", check);
  } finally {
    await fixture.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const task: PushTask = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await main(task)));
