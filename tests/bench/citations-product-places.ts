/** What the programs of this bench that store citations share. */
import { execFileSync } from "node:child_process";
import { realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeSource, openLocal } from "@/lib/citations";
import { repositoryAdd } from "@/lib/citations/contract";
import { memoryStoreMany } from "@/lib/memories/contract";
import type { Fixture } from "./house";
import { randomFrom } from "./statistics";

const HEIGHT = 4;
const BATCH = 50;
const NAME = "bench/swept";

export type Place = { path: string; line_start: number; line_end: number; sha: string };

/** Places all over the text files of a commit, always the same ones. */
export async function placesIn(git_dir: string, commit: string, count: number): Promise<Place[]> {
  const source = await openLocal(git_dir);
  const files: { path: string; lines: readonly string[] }[] = [];
  for (const [path, { kind, oid }] of await source.listFiles(commit)) {
    const bytes = kind === "file" ? await source.readBlob(oid) : null;
    const decoded = bytes && decodeSource(bytes);
    if (decoded?.kind === "text" && decoded.lines.length >= HEIGHT)
      files.push({ path, lines: decoded.lines });
  }
  await source.close();
  const random = randomFrom(count);
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

/** Adds a repository whose head is `head`. The clone itself stays as it is: its objects are borrowed. */
export async function addBorrowed(
  fixture: Fixture,
  { root, git_dir, head }: { root: string; git_dir: string; head: string },
): Promise<{ dir: string; repository_id: string }> {
  const dir = join(root, "swept.git");
  execFileSync("git", ["init", "--quiet", "--bare", "--initial-branch=main", dir]);
  const objects = execFileSync("git", [`--git-dir=${git_dir}`, "rev-parse", "--git-path", "objects"]);
  writeFileSync(join(dir, "objects/info/alternates"), `${realpathSync(objects.toString().trim())}\n`);
  execFileSync("git", [`--git-dir=${dir}`, "update-ref", "refs/heads/main", head]);
  const { id: repository_id } = await fixture.run(
    repositoryAdd,
    { name: NAME, source: { kind: "path", path: dir } },
    { actor: fixture.owner },
  );
  return { dir, repository_id };
}

/** Stores memories of `each` places, and answers their ids. */
export async function storeCiting(
  fixture: Fixture,
  places: readonly Place[],
  each: number,
): Promise<string[]> {
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
