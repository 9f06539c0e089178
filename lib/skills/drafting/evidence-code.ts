import { findRepositoryById, openRepositorySource, SourceError } from "@/lib/citations";
import { maySeeRepository, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { findingsByIds } from "@/lib/reviews";
import { defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";

const LINES_AROUND = 4;

/** Commits that are looked through for the one before a finding. */
const MOST_COMMITS = 1000;

export const evidenceCode = defineQuery(contract.evidenceCode, {
  load: async ({ db, actor, input }) => {
    const [found] = await findingsByIds(db, { ...tenantOf({ actor }), finding_ids: [input.finding_id] });
    if (!found) throw new AppError("not_found", "This finding does not exist.");
    return found;
  },
  authorize: (actor, { repository }) => maySeeRepository(actor, repository?.id ?? null),
  read: async ({ db, actor, subject: finding }) => {
    const none = (problem: string) => ({ snippet: null, problem });
    const { file_path, line, found_at, repository: home } = finding;
    if (!home || file_path === null) return none("The finding names no file of a repository.");
    const tenant = tenantOf({ actor });
    const repository = await findRepositoryById(db, { ...tenant, repository_id: home.id });
    if (!repository) return none("Its repository is no longer registered.");
    try {
      const source = await openRepositorySource(db, { ...tenant, repository });
      const commits = await source.log(MOST_COMMITS);
      const commit = commits.find(({ authored_at }) => Date.parse(authored_at) <= Date.parse(found_at));
      if (!commit) return none("The repository's history does not reach back to when it was found.");
      const file = await source.readFile(commit.commit, file_path);
      if (file?.kind !== "file" || !file.bytes)
        return none(
          `${file_path} was not there at ${commit.commit.slice(0, 8)}, the last commit before it was found.`,
        );
      const lines = file.bytes.toString("utf8").split(/\r\n|\r|\n/);
      const middle = Math.min(line ?? 1, lines.length);
      const first = Math.max(1, middle - LINES_AROUND);
      const text = lines.slice(first - 1, middle + LINES_AROUND).join("\n");
      const snippet = {
        path: file_path,
        commit: commit.commit,
        committed_at: commit.authored_at,
        first_line: first,
        line: line !== null && line <= lines.length ? line : null,
        text,
      };
      return { snippet, problem: null };
    } catch (error) {
      if (!(error instanceof AppError || error instanceof SourceError)) throw error;
      return none(error.message);
    }
  },
});
