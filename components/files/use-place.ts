"use client";

import { useQueryStates } from "nuqs";
import { useMemo, useSyncExternalStore } from "react";
import { type FilePlace, filesHref, linesOfHash } from "@/components/pieces/files-href";
import { fileParameters } from "./parameters";

/** Neither the router nor the browser says when a script changed the end of the address. */
const MOVED = "casebook:files-moved";

function subscribe(listener: () => void): () => void {
  const events = ["hashchange", "popstate", MOVED];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}

/** Goes to a place of the files without asking the server for the page again; back comes back here. */
function goTo(href: string): void {
  window.history.pushState(null, "", href);
  window.dispatchEvent(new Event(MOVED));
}

/** Which file, commit, lines and mark the address names, and the way to others. */
export function usePlace(repository_id: string) {
  const [{ path, at, mark }] = useQueryStates(fileParameters);
  const hash = useSyncExternalStore(
    subscribe,
    () => window.location.hash,
    () => "",
  );
  const lines = useMemo(() => linesOfHash(hash), [hash]);
  /** The address of a place that is like this one in what is not named; another path has other lines and marks. */
  const hrefOf = (next: FilePlace): string => {
    const stays = next.path === undefined || next.path === path;
    return filesHref(repository_id, {
      path: next.path ?? path,
      at: next.at === undefined ? at : next.at,
      lines: next.lines === undefined && stays ? lines : next.lines,
      mark: next.mark === undefined && stays ? mark : next.mark,
    });
  };
  return { path, at, mark, lines, hrefOf, go: (next: FilePlace) => goTo(hrefOf(next)) };
}

export type PlaceOf = ReturnType<typeof usePlace>;
