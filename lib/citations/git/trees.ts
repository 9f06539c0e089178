import { LRUCache } from "lru-cache";
import { kindOf, type TreeEntry, type TreeFiles } from "../repositories/source";

/** Contents are immutable under their ids, so one cache serves all repositories; keys begin with the repository. */
export const blobs = new LRUCache<string, Buffer>({
  maxSize: 32_000_000,
  sizeCalculation: (bytes) => bytes.length + 200,
});

export type TreeEntries = ReadonlyMap<string, { mode: string; oid: string }>;
export const trees = new LRUCache<string, TreeEntries>({
  maxSize: 200_000,
  sizeCalculation: (tree) => tree.size + 1,
});

/** A raw tree object: `<mode> <name>\0<id>` for each entry. Names that are not UTF-8 cannot be asked for. */
export function parseTree(bytes: Buffer, oid_bytes: number): TreeEntries {
  const entries = new Map<string, { mode: string; oid: string }>();
  for (let offset = 0; offset < bytes.length; ) {
    const space = bytes.indexOf(32, offset);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0) break;
    const mode = bytes.toString("latin1", offset, space).padStart(6, "0");
    entries.set(bytes.toString("utf8", space + 1, end), {
      mode,
      oid: bytes.toString("hex", end + 1, end + 1 + oid_bytes),
    });
    offset = end + 1 + oid_bytes;
  }
  return entries;
}

/** `ls-tree -r -z`: `<mode> <type> <id>\t<path>\0` for each leaf. */
export function parseListing(output: string): TreeFiles {
  const files = new Map<string, TreeEntry>();
  for (const record of output.split("\0")) {
    const tab = record.indexOf("\t");
    if (tab < 0) continue;
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
    const kind = kindOf(mode);
    if (kind !== "directory") files.set(record.slice(tab + 1), { kind, mode, oid });
  }
  return files;
}
