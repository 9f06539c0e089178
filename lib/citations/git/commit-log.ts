import { LRUCache } from "lru-cache";
import type { Commit } from "../repositories/source";
import type { HeldHistory } from "./file-history";

/** What commits did to files; keys are the repository and both commits. */
export const histories = new LRUCache<string, HeldHistory>({
  maxSize: 200_000,
  sizeCalculation: ({ changes }) => changes + 1,
});
export const HISTORY_BYTES = 24_000_000;

export function parseCommit(record: string): Commit {
  const [commit = "", parents = "", authored_at = "", author_name = "", ...subject] = record.split("\u001f");
  return {
    commit,
    parents: parents.split(" ").filter(Boolean),
    author_name,
    authored_at,
    subject: subject.join("\u001f"),
  };
}
