/** The process of `measureProduct` that stores; it starts the one that sweeps, and prints what that answers. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { decodeSource, openLocal } from "@/lib/citations";
import { repositoryAdd } from "@/lib/citations/contract";
import { applySettings } from "@/lib/env";
import { memoryStoreMany } from "@/lib/memories/contract";
import {
  inProcess,
  type ProductSweep,
  type ProductTask,
  type SweepAnswer,
  type SweepTask,
} from "./citations-product";
import { seeded } from "./citations-truth";
import { type Fixture, openEmbeddedHouse } from "./house";

const MEMORIES = 1000;
const EACH = 3;
const SINGLES = 200;
const HEIGHT = 4;
const BATCH = 50;
const NAME = "bench/swept";

type Place = { path: string; line_start: number; line_end: number; sha: string };

/** Places all over the text files of a commit, always the same ones. */
async function placesIn(git_dir: string, commit: string, count: number): Promise<Place[]> {
  const source = await openLocal(git_dir);
  const files: { path: string; lines: readonly string[] }[] = [];
  for (const [path, { kind, oid }] of await source.listFiles(commit)) {
    const bytes = kind === "file" ? await source.readBlob(oid) : null;
    const decoded = bytes && decodeSource(bytes);
    if (decoded?.kind === "text" && decoded.lines.length >= HEIGHT)
      files.push({ path, lines: decoded.lines });
  }
  await source.close();
  const random = seeded(count);
  const places: Place[] = [];
  while (places.length < count) {
    const file = files[Math.floor(random() * files.length)];
    if (!file) throw new Error("the commit has no text files");
    const line_start = 1 + Math.floor(random() * (file.lines.length - HEIGHT + 1));
    const line_end = line_start + HEIGHT - 1;
    const cited = file.lines.slice(line_start - 1, line_end).join("");
    if (cited.replace(/[^A-Za-z0-9]/gu, "").length < 20) continue;
    places.push({ path: file.path, line_start, line_end, sha: commit });
  }
  return places;
}

async function main(task: ProductTask): Promise<ProductSweep> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "casebook-bench-product-")));
  applySettings({
    CASEBOOK_REPOSITORY_ROOTS: root,
    CASEBOOK_DATA_DIR: join(root, "data"),
    LOG_LEVEL: "error",
  });
  const fixture = await openEmbeddedHouse();
  try {
    // The clone itself stays as it is: its objects are borrowed, and the head is the commit to check at.
    const dir = join(root, "swept.git");
    execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", dir]);
    const objects = execFileSync("git", [`--git-dir=${task.git_dir}`, "rev-parse", "--git-path", "objects"]);
    writeFileSync(join(dir, "objects/info/alternates"), `${realpathSync(objects.toString().trim())}\n`);
    execFileSync("git", [`--git-dir=${dir}`, "update-ref", "refs/heads/main", task.to]);
    const added = await fixture.run(
      repositoryAdd,
      { name: NAME, source: { kind: "path", path: dir } },
      { actor: fixture.owner },
    );
    const places = await placesIn(dir, task.from, MEMORIES * EACH + SINGLES);
    const swept = await store(fixture, places.splice(0, MEMORIES * EACH), EACH);
    const alone = await store(fixture, places, 1);
    const task_of_sweep: SweepTask = {
      connection_string: fixture.connection_string,
      root,
      singles: alone,
      repository_id: added.id,
    };
    const answer = await inProcess<SweepAnswer>("tests/bench/citations-product-sweep.ts", task_of_sweep);
    const { repository, commits } = task;
    return { repository, commits, memories: swept.length + alone.length, ...answer };
  } finally {
    await fixture.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function store(fixture: Fixture, places: readonly Place[], each: number): Promise<string[]> {
  const memories = Array.from({ length: places.length / each }, (_, index) => ({
    kind: "decision" as const,
    statement: `Decision ${index} of ${each}: ${places[index * each]?.path} keeps to what it says there`,
    repository: NAME,
    citations: places.slice(index * each, (index + 1) * each),
  }));
  const ids: string[] = [];
  for (let start = 0; start < memories.length; start += BATCH) {
    const answer = await fixture.run(
      memoryStoreMany,
      { memories: memories.slice(start, start + BATCH) },
      { actor: fixture.agent },
    );
    for (const { memory } of answer.results) if (memory) ids.push(memory.id);
  }
  return [...new Set(ids)];
}

const task: ProductTask = JSON.parse(await text(process.stdin));
console.log(JSON.stringify(await main(task)));
