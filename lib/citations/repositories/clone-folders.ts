import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Db } from "@/lib/db/client";
import { findOrganizationsOfRepositories } from "@/lib/db/sql/repository-owners";
import { env } from "@/lib/env";
import { idSchema } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import { isTaken, partialsOf } from "../git/clone";

export type CloneOf = { organization_id: string; repository_id: string };

const clonesFolder = () => resolve(env().CASEBOOK_DATA_DIR, "repositories");

/**
 * Where the clone of a repository registered by URL lives. Below its organization, as another one may have a repository
 * of the same id: an import keeps ids.
 */
export function cloneFolder({ organization_id, repository_id }: CloneOf): string {
  return join(clonesFolder(), organization_id, `${repository_id}.git`);
}

/** Where an older Casebook had it. */
const olderFolder = (repository_id: string) => join(clonesFolder(), `${repository_id}.git`);

/** Removes the clone, and what was cut off of one; nothing happens when there is none. */
export async function removeClone(db: Db, of: CloneOf): Promise<void> {
  await moveOlderClones(db);
  await removeWithPartials(cloneFolder(of));
  await removeWithPartials(olderFolder(of.repository_id));
}

async function removeWithPartials(folder: string): Promise<void> {
  for (const path of [folder, ...(await partialsOf(folder))])
    await rm(path, { recursive: true, force: true });
}

/** Is there once nothing is left to move, so that what is found in the old place afterwards is nobody's. */
const MOVED = ".by-organization";

/**
 * Brings clones of an older Casebook, which lay side by side for all organizations, below the organization that has the
 * repository. Call it before a clone is looked for: the first process that needs one moves all of them, once, and
 * several may do so at the same time. One that several organizations could claim is removed, and each fetches its own
 * again; one that belongs to none stays where nobody reads it.
 * A folder that cannot be written is logged, and tried again with the next call.
 */
export async function moveOlderClones(db: Db): Promise<void> {
  const folder = clonesFolder();
  const moved = join(folder, MOVED);
  if (existsSync(moved)) return;
  const names = await readdir(folder).catch((): string[] => []);
  const repository_ids = names
    .filter((name) => name.endsWith(".git"))
    .map((name) => name.slice(0, -".git".length))
    .filter((id) => idSchema.safeParse(id).success);
  const owners = await findOrganizationsOfRepositories(db, { repository_ids });
  try {
    for (const [repository_id, organization_ids] of owners) await moveTo(organization_ids, repository_id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(
      moved,
      "Clones lie below their organizations. What lies beside this file may be removed.\n",
    );
  } catch (error) {
    log().error({ err: error, folder }, "clones could not be moved below their organizations");
  }
}

async function moveTo(organization_ids: readonly string[], repository_id: string): Promise<void> {
  const older = olderFolder(repository_id);
  const [organization_id, ...others] = organization_ids;
  if (organization_id !== undefined && others.length === 0) {
    const folder = cloneFolder({ organization_id, repository_id });
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    await rename(older, folder).catch((error: unknown) => {
      // Another process has moved it, or fetched it again meanwhile.
      if (!isTaken(error) && existsSync(older)) throw error;
    });
  }
  await removeWithPartials(older);
}
