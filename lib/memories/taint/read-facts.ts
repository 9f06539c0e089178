import { LRUCache } from "lru-cache";
import {
  findRepositoryById,
  openRepositorySource,
  type Repository,
  type RepositorySource,
} from "@/lib/citations";
import type { Db } from "@/lib/db/client";
import { log } from "@/lib/telemetry/log";
import { type FactFile, factFileOf } from "./fact-files";
import { factsOf, type RepositoryFacts } from "./facts";

/** The port through which a repository's facts are read; null: there is none, or it cannot be read now. */
export type ReadFacts = (repository_id: string) => Promise<RepositoryFacts | null>;

/** Of what belongs to no repository nothing can be read. */
export const NO_FACTS: ReadFacts = async () => null;

/** What a commit says never changes. Keys begin with the organization: others may have a repository of this id. */
const known = new LRUCache<string, RepositoryFacts>({ max: 50 });

/** A repository that could not be read is not asked again at once. */
const failed = new LRUCache<string, true>({ max: 500, ttl: 30_000 });

const MAX_FILES: Record<"local" | "remote", number> = { local: 400, remote: 25 };

const MAX_BYTES = 4_000_000;

/** What says most of a repository is read first, and within that what is nearest to its top. */
const ORDER: readonly FactFile[] = ["manifest", "build", "document", "lock"];

/** Reads facts at the head of the default branch, each repository once. Never rejects. */
export function factsReader(db: Db, { organization_id }: { organization_id: string }): ReadFacts {
  const read = new Map<string, Promise<RepositoryFacts | null>>();
  return (repository_id) => {
    const reading = read.get(repository_id) ?? readRepository(db, { organization_id, repository_id });
    read.set(repository_id, reading);
    return reading;
  };
}

async function readRepository(
  db: Db,
  { organization_id, repository_id }: { organization_id: string; repository_id: string },
): Promise<RepositoryFacts | null> {
  const of = `${organization_id} ${repository_id}`;
  if (failed.has(of)) return null;
  try {
    const repository = await findRepositoryById(db, { organization_id, repository_id });
    if (!repository) return null;
    const source = await openRepositorySource(db, { organization_id, repository });
    const commit = await source.headCommit();
    const key = `${of} ${commit}`;
    const facts = known.get(key) ?? (await readFacts(source, { repository, commit }));
    known.set(key, facts);
    return facts;
  } catch (error) {
    failed.set(of, true);
    log().info(
      { err: error, repository_id },
      "a repository could not be read to judge what memories ask for",
    );
    return null;
  }
}

async function readFacts(
  source: RepositorySource,
  { repository, commit }: { repository: Repository; commit: string },
): Promise<RepositoryFacts> {
  const tree = await source.listFiles(commit);
  const limit = source.remote ? MAX_FILES.remote : MAX_FILES.local;
  const chosen = [...tree]
    .flatMap(([path, { kind, oid, size = 0 }]) => {
      const file = kind === "file" && size <= MAX_BYTES ? factFileOf(path) : null;
      if (file === null) return [];
      return [{ path, oid, rank: ORDER.indexOf(file), depth: path.split("/").length }];
    })
    .sort((a, b) => a.depth - b.depth || a.rank - b.rank || a.path.localeCompare(b.path))
    .slice(0, limit);
  const blobs = await source.readBlobs(chosen.map(({ oid }) => oid));
  const texts = chosen.flatMap(({ path, oid }) => {
    const bytes = blobs.get(oid);
    if (bytes && bytes.length <= MAX_BYTES) return [{ path, text: bytes.toString("utf8") }];
    return [];
  });
  return factsOf({ name: repository.name, paths: [...tree.keys()], texts });
}
