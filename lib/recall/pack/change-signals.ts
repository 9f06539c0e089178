import {
  citedFileSignal,
  citedLinesSignal,
  type LineRange,
  type RelevanceSignals,
  weightOfFile,
} from "@/lib/memories";
import type { Memory } from "@/lib/memories/contract";
import { type Change, matchTriggers, type TriggerMatch } from "./triggers";

export type ChangeSignals = Pick<
  RelevanceSignals,
  "cited_file" | "cited_lines" | "changed_glob" | "kind_of_change"
>;

/** What is read of a memory to judge how a change concerns it. */
type Concerned = Pick<Memory, "id" | "applies_to"> & {
  citations: readonly { path: string; line_start: number; line_end: number }[];
};

export const NO_CHANGE_SIGNALS: ChangeSignals = {
  cited_file: 0,
  cited_lines: 0,
  changed_glob: 0,
  kind_of_change: 0,
};

/**
 * How the change that the agent is about to make concerns each of these memories: by what it cites and by what it
 * applies to. They are judged together, for what many of them apply to says little of each.
 */
export function changeSignals(
  memories: readonly Concerned[],
  {
    changed_files,
    changed_lines,
    change,
  }: { changed_files: readonly string[]; changed_lines: readonly LineRange[]; change: Change },
): Map<string, ChangeSignals> {
  const changed = new Set(changed_files);
  const matches = new Map(memories.map((memory) => [memory.id, matchOf(memory, change)]));
  const sharing = new Map<string, number>();
  for (const file of [...matches.values()].flatMap((match) => match?.files ?? []))
    sharing.set(file, (sharing.get(file) ?? 0) + 1);
  return new Map(
    memories.map(({ id, citations }) => {
      const match = matches.get(id) ?? null;
      const named = match?.exact_file && citations.length === 0 ? 1 : 0;
      const cited = citedFileSignal({ cited: citations.map(({ path }) => path), changed });
      const cited_file = Math.max(cited, named);
      const signals: ChangeSignals = {
        cited_file,
        cited_lines: citedLinesSignal({ cited: citations.map(linesOf), cited_file, changed: changed_lines }),
        changed_glob: Math.max(
          0,
          ...(match?.files ?? []).map((file) => weightOfFile(file) / (sharing.get(file) ?? 1)),
        ),
        kind_of_change: match === null || match.change === null ? 0 : 1,
      };
      return [id, signals];
    }),
  );
}

const linesOf = ({ path, line_start, line_end }: Concerned["citations"][number]): LineRange => ({
  path,
  start: line_start,
  end: line_end,
});

/** What a memory applies to and this change has; null where it is for other roles. */
function matchOf({ applies_to }: Concerned, change: Change): TriggerMatch | null {
  if (applies_to === null) return null;
  const match = matchTriggers(applies_to, change);
  if (applies_to.roles.length > 0 && !match.role) return null;
  return match;
}
