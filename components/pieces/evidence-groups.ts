import { groupBy } from "@/lib/kernel/group-by";
/** A finding as far as it is grouped by. */
export type Grouped = {
  title: string;
  /** Why the developer decided so. */
  reason: string | null;
  /** Null when it is not known. */
  at: string | null;
  actor?: { name: string } | null;
};

export type EvidenceGroup<T> = {
  /** What all of them say. */
  says: string;
  items: readonly T[];
  /** Different people who decided, as far as they are known. */
  people: number;
  first: string | null;
  last: string | null;
};

/** What two findings have in common that differ in a name, a number, case or white space only. */
const gist = ({ reason, title }: Grouped) =>
  (reason ?? title)
    .toLowerCase()
    .replace(/`[^`]*`|"[^"]*"|“[^”]*”/g, "…")
    .replace(/\d+/g, "#")
    .replace(/\s+/g, " ")
    .replace(/[.\s]+$/, "")
    .trim();

/** Findings that were decided on for the same reason as one group each, the largest first; in a group the latest first. */
export function groupEvidence<T extends Grouped>(findings: readonly T[]): EvidenceGroup<T>[] {
  return [...groupBy(findings, gist).values()]
    .map((group) => {
      const items = group.toSorted((a, b) => (b.at ?? "").localeCompare(a.at ?? ""));
      const moments = items.flatMap(({ at }) => at ?? []);
      const [latest] = items;
      return {
        says: latest?.reason ?? latest?.title ?? "",
        items,
        people: new Set(items.flatMap(({ actor }) => actor?.name ?? [])).size,
        first: moments.at(-1) ?? null,
        last: moments[0] ?? null,
      };
    })
    .toSorted((a, b) => b.items.length - a.items.length || a.says.localeCompare(b.says));
}
