"use client";

import { useEffect, useState } from "react";
import type { Hunk, ProposalDetail } from "@/lib/skills/contract";
import { type HunkWindow, lineGrowth, textOf, windowOf } from "./hunk-text";

export type PlacedHunk = { hunk: Hunk; window: HunkWindow; moved_by: number };

/** Every hunk in its place, numbered as if those above it that are taken were applied. */
export function placedHunks(
  proposal: ProposalDetail,
  content: string,
  left_out: ReadonlySet<string>,
  edits: Readonly<Record<string, string>>,
): PlacedHunk[] {
  let moved_by = 0;
  return [...proposal.hunks]
    .sort((a, b) => (a.start_line ?? 0) - (b.start_line ?? 0) || a.position - b.position)
    .map((hunk) => {
      const window = windowOf(hunk, content, textOf(hunk, edits));
      const entry = { hunk, window, moved_by };
      const applies = proposal.status === "open" ? !left_out.has(hunk.id) : hunk.decision !== "rejected";
      if (applies) moved_by += lineGrowth(window);
      return entry;
    });
}

/** Which hunks the person has looked at, kept in this browser for this version of the proposal. */
export function useSeenHunks(proposal: ProposalDetail) {
  const key = `casebook.seen.${proposal.id}.${proposal.version}`;
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    setSeen(new Set(window.localStorage.getItem(key)?.split(" ")));
  }, [key]);
  const mark = (id: string, next: boolean) => {
    const ids = new Set(seen);
    if (next) ids.add(id);
    else ids.delete(id);
    setSeen(ids);
    window.localStorage.setItem(key, [...ids].join(" "));
  };
  return [seen, mark] as const;
}
