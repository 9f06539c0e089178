import { execFileSync } from "node:child_process";
import path from "node:path";
import { server } from "./fixtures";

/** Where a repository of the demo is on disk. */
export const demoFolder = (name: string): string => path.join(server().data_dir, "demo", name);

/** Runs git in a folder, unsigned and without hooks, as `author` if there is one. @returns what it prints, trimmed. */
export function gitIn(
  folder: string,
  args: readonly string[],
  author?: { name: string; email: string },
): string {
  const settings = ["commit.gpgSign=false", "core.hooksPath=/dev/null"];
  if (author) settings.push(`user.name=${author.name}`, `user.email=${author.email}`);
  const options = settings.flatMap((setting) => ["-c", setting]);
  return execFileSync("git", [...options, "-C", folder, ...args], { encoding: "utf8" }).trim();
}
