import { randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { SourceError } from "../repositories/source";
import { openLocal } from "./git";
import { lastLine, resolveGitDir } from "./git-dir";
import { runGit } from "./git-process";
import { type CloneOptions, type GitSource, MAX_OUTPUT_BYTES, TRANSFER_TIMEOUT_MS } from "./options";
import { parseRemote, type Remote } from "./remote";
import { inTurn, removeLeftLocks } from "./transfer-lock";

const transfers = new Map<string, Promise<GitSource>>();

/**
 * Brings a repository into `managed_dir` (an absolute path, the bare repository's own folder): a clone the first time,
 * later a fetch of all branches and tags. What disappeared upstream disappears here too, but its commits stay
 * readable by id. A first clone appears whole or not at all; calls for the same folder share one transfer, and processes
 * take turns.
 * Rejects with `refused` (the address), `unreachable` (host, login, network) or `timeout`; an earlier state stays
 * usable through {@link openLocal}.
 */
export function cloneOrFetch(
  address: string,
  managed_dir: string,
  options: CloneOptions = {},
): Promise<GitSource> {
  const under_way = transfers.get(managed_dir);
  if (under_way) return under_way;
  const transfer = bringInto(address, managed_dir, options).finally(() => transfers.delete(managed_dir));
  transfers.set(managed_dir, transfer);
  return transfer;
}

async function bringInto(address: string, managed_dir: string, options: CloneOptions): Promise<GitSource> {
  const remote = parseRemote(address, options.allow_file_paths);
  if (!isAbsolute(managed_dir))
    throw new SourceError("refused", "The managed folder must be an absolute path.");
  // Different from a host that is down: a path without a repository will not get better by waiting.
  const url = remote.protocol === "file" ? await resolveGitDir(remote.url) : remote.url;
  await removeCutOff(managed_dir, options);
  if (await stat(managed_dir).catch(() => null)) {
    const source = await openLocal(managed_dir, options);
    await fetchInTurn(managed_dir, source.git_dir, { ...remote, url }, options);
    return source;
  }
  await mkdir(dirname(managed_dir), { recursive: true, mode: 0o700 });
  const partial = join(
    dirname(managed_dir),
    `${partialPrefix(managed_dir)}${randomBytes(6).toString("hex")}${PARTIAL}`,
  );
  try {
    await remoteCall(["init", "--quiet", "--bare", "--template=", partial], remote, options);
    await transferInto(partial, { ...remote, url }, options);
    await rename(partial, managed_dir);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    // Another process cloned the same repository first; its copy is as good.
    if (isTaken(error)) return openLocal(managed_dir, options);
    throw error;
  }
  return openLocal(managed_dir, options);
}

const PARTIAL = ".partial";

const partialPrefix = (managed_dir: string) => `.${basename(managed_dir)}.`;

/** What clones into a folder have brought that are under way, or were cut off with their process. */
export async function partialsOf(managed_dir: string): Promise<string[]> {
  const folder = dirname(managed_dir);
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(partialPrefix(managed_dir)) && name.endsWith(PARTIAL))
    .map((name) => join(folder, name));
}

/** A clone is so many calls of git, each with the time limit. */
const CALLS_A_CLONE = 4;

/** Removes what was cut off; a younger one may be what another process is bringing. */
async function removeCutOff(managed_dir: string, options: CloneOptions): Promise<void> {
  const limit_ms = options.transfer_timeout_ms ?? TRANSFER_TIMEOUT_MS;
  const oldest = Date.now() - CALLS_A_CLONE * limit_ms;
  for (const partial of await partialsOf(managed_dir)) {
    const found = await stat(partial).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(partial, { recursive: true, force: true });
  }
}

/** Whether a folder could not be moved to a place because there is one already. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOTEMPTY" || error.code === "EEXIST");
}

/** Other processes fetch the same clone; one whose turn was taken from it while it was suspended makes a second try. */
function fetchInTurn(
  managed_dir: string,
  git_dir: string,
  remote: Remote,
  options: CloneOptions,
): Promise<void> {
  const limit_ms = options.transfer_timeout_ms ?? TRANSFER_TIMEOUT_MS;
  return inTurn(managed_dir, limit_ms, async () => {
    await removeLeftLocks(git_dir);
    await transferInto(git_dir, remote, options).catch((error: unknown) => {
      if (!(error instanceof SourceError && LOCKED.test(error.message))) throw error;
      return transferInto(git_dir, remote, options);
    });
  });
}

/** What git says of a ref that another git changes, with the name of the lock's file in the same line. */
const LOCKED = /cannot lock ref|Unable to create '.*\.lock'/;

async function transferInto(git_dir: string, remote: Remote, options: CloneOptions): Promise<void> {
  const heads = await remoteCall(["ls-remote", "--symref", "--", remote.url, "HEAD"], remote, options);
  await remoteCall(
    [
      `--git-dir=${git_dir}`,
      "fetch",
      "--quiet",
      "--force",
      "--prune",
      "--no-tags",
      "--no-write-fetch-head",
      "--",
      remote.url,
      "+refs/heads/*:refs/heads/*",
      "+refs/tags/*:refs/tags/*",
    ],
    remote,
    options,
  );
  const [, branch] = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(heads) ?? [];
  if (branch === undefined) return;
  await remoteCall([`--git-dir=${git_dir}`, "symbolic-ref", "HEAD", `refs/heads/${branch}`], remote, options);
}

async function remoteCall(args: readonly string[], remote: Remote, options: CloneOptions): Promise<string> {
  const authorization = options.authorization ?? remote.authorization;
  const config: [string, string][] = [[`protocol.${remote.protocol}.allow`, "always"]];
  if (remote.protocol === "https" && authorization !== null) {
    config.push([`http.${new URL(remote.url).origin}/.extraHeader`, `Authorization: ${authorization}`]);
  }
  const { addresses = [] } = options;
  if (remote.protocol === "https" && addresses.length > 0) {
    const { hostname, port } = new URL(remote.url);
    config.push(["http.curloptResolve", `${hostname}:${port || 443}:${addresses.join(",")}`]);
  }
  const { exit_code, stdout, stderr } = await runGit({
    args,
    inherit: options.inherit ?? {},
    timeout_ms: options.transfer_timeout_ms ?? TRANSFER_TIMEOUT_MS,
    max_bytes: MAX_OUTPUT_BYTES,
    config,
  });
  if (exit_code === 0) return stdout.toString("utf8");
  const reason = stderr.split("\n").find((line) => LOCKED.test(line)) ?? lastLine(stderr);
  throw new SourceError("unreachable", `The repository cannot be fetched. ${reason}`.trim());
}
