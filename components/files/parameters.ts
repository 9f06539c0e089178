import { createLoader, parseAsString } from "nuqs/server";
import type { CallOf } from "@/lib/kernel/contract";
import type { fileMemoryList } from "@/lib/memories/contract";
import type { findingList } from "@/lib/reviews/contract";

/** What the URL of the files of a repository says; the lines are in its hash. */
export const fileParameters = {
  path: parseAsString.withDefault(""),
  at: parseAsString,
  mark: parseAsString,
};

export const loadFileParameters = createLoader(fileParameters);

/** One part of a repository's tree, at a commit. */
export type Place = { repository_id: string; repository: string; path: string; at: string | null };

/** Entries of a folder that are shown at a time. */
export const FOLDER_PAGE = 200;

export const treeInput = ({ repository_id, path, at }: Omit<Place, "repository">, offset = 0) => ({
  repository_id,
  folder: path === "" ? undefined : path,
  ref: at ?? undefined,
  offset,
  limit: FOLDER_PAGE,
});

export const fileInput = ({ repository_id, path, at }: Omit<Place, "repository">) => ({
  repository_id,
  path,
  ref: at ?? undefined,
});

export const fileMemoriesInput = ({ repository, path, at }: Place): CallOf<typeof fileMemoryList> => ({
  repository,
  path,
  ref: at ?? undefined,
});

/** Findings of a file that its gutter shows. */
export const FILE_FINDINGS = 200;

export const fileFindingsInput = ({ repository, path }: Place): CallOf<typeof findingList> => ({
  repository,
  file_path: path,
  limit: FILE_FINDINGS,
});
