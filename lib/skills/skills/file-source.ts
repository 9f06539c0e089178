import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import {
  openRepositorySource,
  type RegisteredRepository,
  type RepositorySource,
  SourceError,
  workingCopyOf,
} from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/kernel/errors";
import { type DeliveryMode, SKILL_FOLDERS } from "../contract";
import { readWorkingFile, refusePath, sha256 } from "./files";
import { decodeSkill, readFrontmatter } from "./frontmatter";
import { parseSkill } from "./markdown";

/** A skill's file as agents would read it now, or in one sentence why there is none to read. */
export type SkillFile = { content: string; sha256: string } | { problem: string };

/**
 * Reads a skill's file: from the working copy where there is one, else from the head of the default branch. A skill that
 * is delivered by branches is what the head says, whatever somebody has checked out.
 * @throws AppError unavailable when the repository cannot be read.
 */
export async function readSkillFile(
  db: Db,
  registeredRepository: RegisteredRepository,
  skill_path: string,
  mode: DeliveryMode | null,
): Promise<SkillFile> {
  const bad = refusePath(skill_path);
  if (bad !== null) return { problem: bad };
  const root =
    mode === "branch" || mode === "pull_request" ? null : workingCopyOf(registeredRepository.repository);
  if (root === null) return readFileAtHead(db, registeredRepository, skill_path);
  await openRepositorySource(db, registeredRepository);
  return decoded(await readWorkingFile(root, skill_path));
}

/** A skill's file at the head of the default branch. @throws AppError unavailable. */
export async function readFileAtHead(
  db: Db,
  registeredRepository: RegisteredRepository,
  skill_path: string,
): Promise<SkillFile> {
  const { name } = registeredRepository.repository;
  const source = await openRepositorySource(db, registeredRepository);
  try {
    const file = await source.readFile(await source.headCommit(), skill_path);
    if (!file) return { problem: `${skill_path} does not exist at the head of ${name}` };
    if (file.kind !== "file") return { problem: `${skill_path} is a ${file.kind}, not a file` };
    if (file.bytes === null) return { problem: `${skill_path} is too large` };
    return decoded({ bytes: file.bytes });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new AppError("unavailable", `${name} cannot be read: ${error.message}`, { cause: error });
  }
}

function decoded(found: { bytes: Buffer } | { problem: string }): SkillFile {
  if ("problem" in found) return { problem: found.problem };
  const text = decodeSkill(found.bytes);
  if ("problem" in text) return text;
  return { ...text, sha256: sha256(found.bytes) };
}

/** A file that is a valid skill, or why it is none. */
export type ValidSkill = { path: string; content: string; sha256: string; name: string; description: string };

export async function readValidSkill(
  db: Db,
  registeredRepository: RegisteredRepository,
  skill_path: string,
  mode: DeliveryMode | null,
): Promise<ValidSkill | { path: string; problem: string }> {
  const file = await readSkillFile(db, registeredRepository, skill_path, mode);
  if ("problem" in file) return { path: skill_path, ...file };
  const fields = readFrontmatter(parseSkill(file.content), skill_path);
  if ("problem" in fields) return { path: skill_path, ...fields };
  return { path: skill_path, ...file, ...fields };
}

const MAX_DEPTH = 6;
/** Most skills that are looked for in one repository. */
const MAX_FOUND = 200;

/**
 * Paths of the SKILL.md files of a repository, in order: of its working copy where there is one, else at the head of
 * the default branch. Links are not followed, so that none is found twice.
 * @throws AppError unavailable when the repository cannot be read.
 */
export async function discoverSkillPaths(
  db: Db,
  registeredRepository: RegisteredRepository,
): Promise<string[]> {
  const { repository } = registeredRepository;
  const source = await openRepositorySource(db, registeredRepository);
  const root = workingCopyOf(repository);
  if (root === null) return discoverAtHead(source, repository.name);
  return discoverInFolder(root);
}

async function discoverAtHead(source: RepositorySource, name: string): Promise<string[]> {
  try {
    const files = await source.listFiles(await source.headCommit());
    return [...files]
      .filter(([path, { kind }]) => kind === "file" && isSkillPath(path))
      .map(([path]) => path)
      .sort()
      .slice(0, MAX_FOUND);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new AppError("unavailable", `${name} cannot be read: ${error.message}`, { cause: error });
  }
}

function isSkillPath(path: string): boolean {
  const folder = SKILL_FOLDERS.find((folder) => path.startsWith(`${folder}/`));
  if (folder === undefined) return false;
  const below = path.slice(folder.length + 1).split("/");
  return below.at(-1) === "SKILL.md" && below.length <= MAX_DEPTH + 1;
}

async function discoverInFolder(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of SKILL_FOLDERS) {
    const stat = await lstat(path.join(root, folder)).catch(() => null);
    if (stat?.isDirectory()) await walk(folder, MAX_DEPTH);
  }
  return found.sort();

  async function walk(folder: string, depth: number): Promise<void> {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    for (const entry of entries) {
      if (found.length >= MAX_FOUND) return;
      const below = `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth > 0) await walk(below, depth - 1);
      else if (entry.name === "SKILL.md") found.push(below);
    }
  }
}
