import { lookup } from "node:dns/promises";
import { existsSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { BlockList, isIP } from "node:net";
import { join, relative, resolve, sep } from "node:path";
import type { Db } from "@/lib/db/client";
import { env } from "@/lib/env";
import { AppError, invalidField } from "@/lib/kernel/errors";
import type { Repository } from "./contract";
import { cloneOrFetch, openLocal, parseRemote } from "./git";
import { type RepositorySource, SourceError } from "./source";

// Addresses that the internet does not route: this machine, its networks, and what clouds answer metadata on.
// RFC 6890 and the IANA special-purpose registries.
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  // Unspecified, loopback and IPv4-compatible addresses.
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

/** True for an IP address that is not on the public internet. What is no IP address counts as private too. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version === 0 || PRIVATE.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** True when `path` is one of the folders or below one. All are absolute and free of links. */
export function isBelow(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => {
    const rest = relative(folder, path);
    return rest === "" || (rest !== ".." && !rest.startsWith(`..${sep}`));
  });
}

/** Folders below which repositories may be opened by path; the demo's own is always one of them. */
async function allowedRoots(): Promise<string[]> {
  const { CASEBOOK_REPOSITORY_ROOTS = [], CASEBOOK_DATA_DIR } = env();
  const roots = [...CASEBOOK_REPOSITORY_ROOTS, join(CASEBOOK_DATA_DIR, "demo")];
  const real = await Promise.all(roots.map((root) => realpath(resolve(root)).catch(() => null)));
  return real.filter((root) => root !== null);
}

async function isAllowedPath(path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => null);
  return real !== null && isBelow(real, await allowedRoots());
}

/** A repository with the organization whose connections it is read through. */
export type RegisteredRepository = { organization_id: string; repository: Repository };

type Opened = { location: string; default_branch: string | null; head_commit: string };

/**
 * Opens a repository that is to be registered by its folder, and reads its head. `location` is free of links.
 * @throws AppError invalid_input at `pointer` when the folder is not allowed, no repository, or has no commits.
 */
export async function openNewPath(path: string, pointer: string): Promise<Opened> {
  // A folder outside and a folder that does not exist get the same answer, so that nobody can probe the disk.
  if (!(await isAllowedPath(path)))
    throw invalidField(
      pointer,
      "is not an existing folder below one of those in CASEBOOK_REPOSITORY_ROOTS; move it there, or extend that " +
        "setting and restart",
    );
  try {
    const location = await realpath(path);
    return { location, ...(await readHead(await openLocal(location))) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const known = error.code === "not_a_repository" || error.code === "unknown_ref";
    if (!known) throw unavailable("The repository", error);
    throw invalidField(
      pointer,
      error.code === "unknown_ref"
        ? "is a repository without commits; commit something first"
        : "is not the top folder of a git repository",
    );
  }
}

/** The head of a source and its branch; null for a detached head. */
export async function readHead(
  source: RepositorySource,
): Promise<{ default_branch: string | null; head_commit: string }> {
  return { default_branch: await source.defaultBranch(), head_commit: await source.headCommit() };
}

/**
 * The address of a repository to be cloned, in the form that git is given.
 * @throws AppError invalid_input at `pointer` when the protocol is not https or ssh, credentials are in it, or its
 * host is unknown or on a private network.
 */
export async function checkNewUrl(url: string, pointer: string): Promise<string> {
  try {
    const remote = parseRemote(url);
    if (remote.authorization !== null || hasPassword(url))
      throw invalidField(pointer, "must not hold credentials; use an ssh address with a key of this server");
    await refusePrivateHost(remote.host);
    return remote.url;
  } catch (error) {
    if (error instanceof SourceError) throw invalidField(pointer, error.message);
    throw error;
  }
}

function hasPassword(url: string): boolean {
  return URL.canParse(url) && new URL(url).password !== "";
}

/** @throws SourceError refused. The resolver is a parameter, so that tests need no network. */
export async function refusePrivateHost(
  host: string | null,
  resolveHost: (host: string) => Promise<{ address: string }[]> = (name) => lookup(name, { all: true }),
): Promise<void> {
  if (env().CASEBOOK_ALLOW_PRIVATE_URLS) return;
  const name = (host ?? "").replace(/^\[|\]$/g, "");
  const addresses = await resolveHost(name).catch(() => []);
  if (addresses.length === 0)
    throw new SourceError(
      "refused",
      "The host of the repository's address is not known; check its spelling.",
    );
  if (addresses.some(({ address }) => isPrivateAddress(address)))
    throw new SourceError(
      "refused",
      "The host of the repository's address is on a private network; if your forge is there, set " +
        "CASEBOOK_ALLOW_PRIVATE_URLS=true and restart.",
    );
}

/** Where the clone of a repository registered by URL lives. */
export function cloneFolder(repository_id: string): string {
  return resolve(env().CASEBOOK_DATA_DIR, "repositories", `${repository_id}.git`);
}

/** Removes the clone; nothing happens when there is none. */
export async function removeClone(repository_id: string): Promise<void> {
  await rm(cloneFolder(repository_id), { recursive: true, force: true });
}

/**
 * The git repository behind a registered one, as it is on this server now: a folder in place, a URL's clone without
 * fetching.
 * @throws AppError unavailable when it cannot be read: not fetched yet, moved away, or no longer allowed.
 */
export async function openRepositorySource(
  _db: Db,
  { repository }: RegisteredRepository,
): Promise<RepositorySource> {
  const { source, name } = repository;
  if (source.kind === "path" && !(await isAllowedPath(source.path)))
    throw new AppError(
      "unavailable",
      `The folder of ${name} is gone or no longer below CASEBOOK_REPOSITORY_ROOTS.`,
    );
  try {
    return await openLocal(source.kind === "path" ? source.path : cloneFolder(repository.id));
  } catch (error) {
    if (source.kind === "url" && error instanceof SourceError && error.code === "not_a_repository")
      throw new AppError("unavailable", `${name} has not been fetched yet; try again in a moment.`, {
        cause: error,
      });
    throw unavailable(name, error);
  }
}

/**
 * Brings a repository up to date and reads its head: a URL is cloned or fetched (minutes, the first time), a folder is
 * only read.
 * @throws AppError unavailable; SourceError refused when the address is not allowed any more.
 */
export async function fetchRepositorySource(
  db: Db,
  given: RegisteredRepository,
): Promise<{ default_branch: string | null; head_commit: string }> {
  const { source, name, id } = given.repository;
  if (source.kind === "path") return readHeadOf(await openRepositorySource(db, given), name);
  // Checked again, as names can be pointed elsewhere after registration. Git does not follow redirects.
  await refusePrivateHost(parseRemote(source.url).host);
  try {
    return await readHead(await cloneOrFetch(source.url, cloneFolder(id)));
  } catch (error) {
    throw unavailable(name, error);
  }
}

async function readHeadOf(source: RepositorySource, name: string) {
  return readHead(source).catch((error: unknown) => {
    throw unavailable(name, error);
  });
}

/** A failure of git as the error a caller sees; anything else stays what it is. */
export function unavailable(name: string, error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  return new AppError("unavailable", `${name} cannot be read: ${error.message}`, { cause: error });
}

/** The working tree of a repository registered by its folder; null when it is bare or registered by URL. */
export function workingCopyOf(repository: Repository): string | null {
  const { source } = repository;
  return source.kind === "path" && existsSync(join(source.path, ".git")) ? source.path : null;
}
