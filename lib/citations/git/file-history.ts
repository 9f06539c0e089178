import { type FileChange, type FileHistory, type FileState, kindOf } from "../repositories/source";

/** What `git log` must be asked to print for {@link readFileHistory}, besides the range. */
export const FILE_HISTORY_FORMAT = [
  "--first-parent",
  "-m",
  "--reverse",
  "--raw",
  "--no-abbrev",
  "-z",
  "--format=%x01%H %P",
  "--no-ext-diff",
  "--no-textconv",
];

/** Changes of files that are held for one history. */
const MOST_CHANGES = 100_000;

type Change = FileChange & { commit: string; position: number };
export type HeldHistory = FileHistory & { changes: number };

/**
 * Reads what git printed of the commits after `from`, oldest first. Null when they do not begin at `from`, or changed
 * too many files to be held.
 */
export function readFileHistory(output: string, from: string): HeldHistory | null {
  const positions = new Map<string, number>([[from, 0]]);
  const by_commit = new Map<string, Change[]>();
  const by_path = new Map<string, Change[]>();
  const tokens = output.split("\0");
  let changes = 0;
  let commit = from;
  let own: Change[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = (tokens[index] ?? "").trimStart();
    if (token.startsWith("\u0001")) {
      const [name = "", parent] = token.slice(1).split(" ");
      if (positions.size === 1 && parent !== from) return null;
      [commit, own] = [name, []];
      positions.set(commit, positions.size);
      by_commit.set(commit, own);
    } else if (token.startsWith(":")) {
      const [old_mode = "", mode = "", old_oid = "", oid = "", kind = ""] = token.slice(1).split(" ");
      const renamed = kind.startsWith("R");
      const first = tokens[index + 1] ?? "";
      const second = renamed ? (tokens[index + 2] ?? "") : first;
      index += renamed ? 2 : 1;
      changes += 1;
      if (changes > MOST_CHANGES) return null;
      const change: Change = {
        commit,
        position: positions.size - 1,
        from: kind === "A" ? null : first,
        to: kind === "D" ? null : second,
        blob_before: kind !== "A" && kindOf(old_mode) === "file" ? old_oid : null,
        blob_oid: kind !== "D" && kindOf(mode) === "file" ? oid : null,
      };
      own.push(change);
      if (change.from === null) continue;
      const known = by_path.get(change.from);
      if (known) known.push(change);
      else by_path.set(change.from, [change]);
    }
  }
  return {
    changes,
    changesOf: (at) => by_commit.get(at) ?? [],
    statesAfter(at, path) {
      const states: FileState[] = [];
      let position = positions.get(at) ?? Number.POSITIVE_INFINITY;
      for (let name: string | null = path; name !== null; ) {
        const next: Change | undefined = by_path.get(name)?.find((change) => change.position > position);
        if (!next) break;
        states.push({ commit: next.commit, path: next.to, blob_oid: next.blob_oid });
        position = next.position;
        name = next.to;
      }
      return states;
    },
  };
}
