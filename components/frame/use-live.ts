"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { noteChange } from "@/components/pieces/live-changes";
import { refreshTags } from "@/lib/doors/client";
import type { Tag } from "@/lib/kernel/contract";
import type { LiveChange } from "@/lib/kernel/live";

const ADDRESS = "/api/live";
/** How often a page asks for everything while no stream can be had. */
const POLLED_EVERY_MS = 20_000;
const TRIED_AGAIN_AFTER_MS = 60_000;
const MAX_SEEN = 2_000;
/** Changes that come close together are read once; agents write all day. */
const GATHERED_FOR_MS = 1_000;

/** The changes of an organization as they come, for as long as the page is in sight; without a stream it asks now and then. */
export class LiveStream {
  #source: EventSource | null = null;
  #poll: ReturnType<typeof setInterval> | null = null;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #flush: ReturnType<typeof setTimeout> | null = null;
  #last_id: string | null = null;
  readonly #tags = new Set<Tag>();
  readonly #seen = new Set<string>();

  constructor(
    readonly client: QueryClient,
    readonly person_id: string,
  ) {}

  /** In sight: from the last change that it knows. Out of sight: none, for a browser has few connections to a server. */
  readonly follow = () => {
    if (document.visibilityState === "visible") this.#connect();
    else this.stop();
  };

  stop(): void {
    this.#source?.close();
    this.#source = null;
    this.#stopPolling();
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#flush !== null) clearTimeout(this.#flush);
    this.#retry = null;
    this.#flush = null;
  }

  #connect(): void {
    if (this.#source !== null) return;
    const since = this.#last_id === null ? "" : `?${new URLSearchParams({ since: this.#last_id })}`;
    const source = new EventSource(`${ADDRESS}${since}`);
    this.#source = source;
    source.addEventListener("open", () => this.#stopPolling());
    source.addEventListener("change", ({ data }: MessageEvent<string>) => this.#take(data));
    source.addEventListener("began", ({ lastEventId }: MessageEvent<string>) => this.#reached(lastEventId));
    source.addEventListener("reset", ({ lastEventId }: MessageEvent<string>) => {
      this.#reached(lastEventId);
      void this.client.invalidateQueries();
    });
    source.addEventListener("error", () => {
      // A stream that was cut off is opened again by the browser; one that was refused is not.
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = null;
      this.#startPolling();
      this.#retry = setTimeout(this.follow, TRIED_AGAIN_AFTER_MS);
    });
  }

  /** Up to where this page knows what changed. */
  #reached(id: string): void {
    if (this.#last_id === null || id > this.#last_id) this.#last_id = id;
  }

  #take(data: string): void {
    const change: LiveChange = JSON.parse(data);
    const { id, tags, actor, subject_ids } = change;
    if (this.#seen.has(id)) return;
    if (this.#seen.size > MAX_SEEN) this.#seen.clear();
    this.#seen.add(id);
    this.#reached(id);
    // Where a change names no record, it cannot be seen whether the person made it here or in another tab.
    if (actor?.id !== this.person_id || subject_ids.length > 0) noteChange(change);
    for (const tag of tags) this.#tags.add(tag);
    this.#flush ??= setTimeout(() => this.#refresh(), GATHERED_FOR_MS);
  }

  #refresh(): void {
    this.#flush = null;
    const tags = [...this.#tags];
    this.#tags.clear();
    void refreshTags(this.client, tags);
  }

  #startPolling(): void {
    this.#poll ??= setInterval(
      () => void this.client.invalidateQueries({ predicate: ({ meta }) => meta?.still !== true }),
      POLLED_EVERY_MS,
    );
  }

  #stopPolling(): void {
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
  }
}

/** Keeps what is on the screen as it is on the server: one stream for a tab, opened where the last one ended. */
export function useLive({
  organization_id,
  person_id,
}: {
  organization_id: string | null;
  person_id: string | null;
}): void {
  const client = useQueryClient();
  useEffect(() => {
    if (organization_id === null || person_id === null) return;
    const stream = new LiveStream(client, person_id);
    stream.follow();
    document.addEventListener("visibilitychange", stream.follow);
    return () => {
      document.removeEventListener("visibilitychange", stream.follow);
      stream.stop();
    };
  }, [client, organization_id, person_id]);
}
