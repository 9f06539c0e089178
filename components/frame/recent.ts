import type { SearchKind } from "@/lib/upkeep/contract";

export type Recent = { kind: SearchKind; href: string; title: string };

export const RECENT_KEPT = 8;
const MAX_TITLE = 160;

/** The list with what was opened now in front, once; the oldest go. */
export function withOpened(recent: readonly Recent[], opened: Recent): Recent[] {
  const line = opened.title.replace(/\s+/g, " ").trim();
  const title = line.slice(0, MAX_TITLE).replace(/[\uD800-\uDBFF]$/, "");
  const others = recent.filter(({ href }) => href !== opened.href);
  return [{ ...opened, title }, ...others].slice(0, RECENT_KEPT);
}
