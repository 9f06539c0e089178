import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import { gitAuthorizationFor, githubFor } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import { env, gitEnvironment } from "@/lib/env";
import { type Github, GithubError } from "@/lib/github";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { AddressError, resolvePublicHost } from "@/lib/net";
import type { Repository } from "../contract";
import { cloneOrFetch } from "../git/clone";
import { openLocal } from "../git/git";
import { parseRemote } from "../git/remote";
import { openGithub } from "../github/github";
import { cloneFolder, moveOlderClones } from "./clone-folders";
import { type RepositorySource, SourceError } from "./source";

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
    return { location, ...(await readHead(await openLocal(location, { isAllowed: isAllowedPath }))) };
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
      throw invalidField(
        pointer,
        "must not contain credentials; add a connection for them under Settings → Connections, and choose it",
      );
    await publicAddresses(remote.host);
    return remote.url;
  } catch (error) {
    if (error instanceof SourceError) throw invalidField(pointer, error.message);
    throw error;
  }
}

function hasPassword(url: string): boolean {
  return URL.canParse(url) && new URL(url).password !== "";
}

/** The addresses of a host that may be contacted. @throws SourceError refused. */
async function publicAddresses(host: string | null): Promise<string[]> {
  try {
    return await resolvePublicHost(host ?? "");
  } catch (error) {
    if (error instanceof AddressError) throw new SourceError("refused", error.message, { cause: error });
    throw error;
  }
}

/**
 * The git repository behind a registered one, as it is on this server now: a folder in place, a URL's clone without
 * fetching.
 * @throws AppError unavailable when it cannot be read: not fetched yet, moved away, or no longer allowed.
 */
export async function openRepositorySource(
  db: Db,
  registeredRepository: RegisteredRepository,
): Promise<RepositorySource> {
  const { organization_id, repository } = registeredRepository;
  const { source, name, id } = repository;
  if (source.kind === "github") {
    const connection_id = source.connection.id;
    return openGithub(await githubFor(db, { ...registeredRepository, connection_id }), source.repository);
  }
  if (source.kind === "path" && !(await isAllowedPath(source.path)))
    throw new AppError(
      "unavailable",
      `The folder of ${name} is gone or no longer below CASEBOOK_REPOSITORY_ROOTS.`,
    );
  try {
    if (source.kind === "path") return await openLocal(source.path, { isAllowed: isAllowedPath });
    await moveOlderClones(db);
    return await openLocal(cloneFolder({ organization_id, repository_id: id }));
  } catch (error) {
    if (source.kind === "url" && error instanceof SourceError && error.code === "not_a_repository")
      throw new AppError("unavailable", `${name} has not been fetched yet; try again in a moment.`, {
        cause: error,
      });
    throw unavailable(name, error);
  }
}

/**
 * Brings a repository up to date and reads its head: a URL is cloned or fetched (minutes, the first time), a folder or
 * GitHub is only read.
 * @throws AppError unavailable; SourceError refused when the address is not allowed any more.
 */
export async function fetchRepositorySource(
  db: Db,
  registeredRepository: RegisteredRepository,
): Promise<{ default_branch: string | null; head_commit: string }> {
  const { organization_id, repository } = registeredRepository;
  const { source, name, id } = repository;
  if (source.kind !== "url") return readHeadOf(await openRepositorySource(db, registeredRepository), name);
  const { url, connection } = source;
  // Looked up again, as names can be pointed elsewhere after registration, and git is held to what was found.
  const addresses = await publicAddresses(parseRemote(url).host);
  const authorization = connection
    ? await gitAuthorizationFor(db, { ...registeredRepository, connection_id: connection.id, url })
    : null;
  await moveOlderClones(db);
  const folder = cloneFolder({ organization_id, repository_id: id });
  try {
    const options = {
      inherit: gitEnvironment(),
      addresses,
      ...(authorization !== null && { authorization }),
    };
    return await readHead(await cloneOrFetch(url, folder, options));
  } catch (error) {
    throw unavailable(name, error);
  }
}

/**
 * Reads the head of a repository at GitHub that is to be registered.
 * @throws AppError invalid_input at `pointer` when the connection does not see it or it is empty; unavailable.
 */
export async function openNewGithub(
  db: Db,
  params: { organization_id: string; connection_id: string; repository: string },
  pointer: string,
): Promise<{ default_branch: string | null; head_commit: string }> {
  const source = openGithub(await githubFor(db, params), params.repository);
  try {
    return await readHead(source);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    if (error.code === "unknown_ref")
      throw invalidField(pointer, "is a repository without commits; push one first");
    const { cause } = error;
    if (cause instanceof GithubError && cause.code === "not_found")
      throw invalidField(pointer, "does not exist at GitHub, or the connection's credentials may not see it");
    throw unavailable(params.repository, error);
  }
}

async function readHeadOf(source: RepositorySource, name: string) {
  return readHead(source).catch((error: unknown) => {
    throw unavailable(name, error);
  });
}

/**
 * GitHub as a repository is read through it, for pull requests and reviews, with its owner and name there; null for a
 * repository that is not at GitHub.
 * @throws AppError unavailable when the connection's secret cannot be opened.
 */
export async function githubOf(
  db: Db,
  registeredRepository: RegisteredRepository,
): Promise<{ github: Github; owner: string; repo: string } | null> {
  const { source } = registeredRepository.repository;
  if (source.kind !== "github") return null;
  const [owner = "", repo = ""] = source.repository.split("/");
  return {
    github: await githubFor(db, { ...registeredRepository, connection_id: source.connection.id }),
    owner,
    repo,
  };
}

/** A failure of git as the error a caller sees; anything else stays what it is. */
export function unavailable(name: string, error: unknown): unknown {
  if (!(error instanceof SourceError)) return error;
  return new AppError("unavailable", `${name} cannot be read: ${error.message}`, { cause: error });
}

/** The working tree of a repository registered by its folder; null when it is bare or registered by URL. */
export function workingCopyOf(repository: Repository): string | null {
  const { source } = repository;
  if (source.kind === "path" && existsSync(join(source.path, ".git"))) return source.path;
  return null;
}
