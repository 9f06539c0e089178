import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";

const exec = promisify(execFile);
/** What the example is made of is shipped beside the programs. */
const HISTORY = path.resolve(/* turbopackIgnore: true */ "prisma/demo/repository");
const DAY_MS = 86_400_000;

const stepSchema = z.object({
  message: z.string(),
  author: z.string().regex(/^.+ <.+>$/),
  days_ago: z.number(),
  delete: z.array(z.string()).default([]),
});

/**
 * Makes the demo's git repository from the steps of its history, each a folder of changed files with a commit beside it.
 * Dates are counted back from now, so that the demo is never old. Does nothing when the folder is there.
 * @returns the first commit, where the demo's memories cite.
 */
export async function createDemoRepository(folder: string, now: Date): Promise<{ first_commit: string }> {
  const exists = await readdir(folder).then(
    () => true,
    () => false,
  );
  if (!exists) {
    // Made aside and renamed, so that an interrupted start leaves no half of a history.
    const draft = `${folder}.draft`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    await git(draft, ["init", "--quiet", "--initial-branch=main"]);
    await git(draft, ["config", "user.name", "Harbor"]);
    await git(draft, ["config", "user.email", "harbor@harbor.example"]);
    // Hooks of agents know a folder's repository by its remote. Nothing is at this address, and nothing asks it.
    await git(draft, ["remote", "add", "origin", "https://harbor.example/harbor/service.git"]);
    for (const name of await stepNames()) await commitStep(draft, name, now);
    await rename(draft, folder);
  }
  const first = await git(folder, ["rev-list", "--max-parents=0", "HEAD"]);
  return { first_commit: first.trim() };
}

async function stepNames(): Promise<string[]> {
  const entries = await readdir(HISTORY);
  return entries
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
}

async function commitStep(folder: string, name: string, now: Date): Promise<void> {
  const step = stepSchema.parse(JSON.parse(await readFile(path.join(HISTORY, `${name}.json`), "utf8")));
  await cp(path.join(HISTORY, name), folder, { recursive: true });
  for (const file of step.delete) await rm(path.join(folder, file));
  const date = new Date(now.getTime() - step.days_ago * DAY_MS).toISOString();
  await git(folder, ["add", "--all"]);
  await git(folder, [
    "commit",
    "--quiet",
    `--message=${step.message}`,
    `--author=${step.author}`,
    `--date=${date}`,
  ]);
}

// The person's own configuration (signing, hooks, templates, name) has no place in the demo's history.
const NEUTRAL = [
  "commit.gpgSign=false",
  "core.hooksPath=/dev/null",
  "core.autocrlf=false",
  "init.templateDir=",
];

async function git(folder: string, args: string[]): Promise<string> {
  const settings = NEUTRAL.flatMap((setting) => ["-c", setting]);
  const { stdout } = await exec("git", [...settings, "-C", folder, ...args]);
  return stdout;
}
