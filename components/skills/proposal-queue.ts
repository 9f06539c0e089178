"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { operationQuery } from "@/lib/doors/client";
import { proposalGet, proposalList } from "@/lib/skills/contract";
import { queueInput } from "./filters";

function queryOf(repository: string | null): string {
  if (repository === null) return "";
  return `?${new URLSearchParams({ repository })}`;
}

/** The open proposals in their order, and the place of this one among them. */
export function useProposalQueue(proposal_id: string, repository: string | null): ProposalQueue {
  const router = useRouter();
  const client = useQueryClient();
  const { data } = useQuery(operationQuery(proposalList, queueInput(repository)));
  const query = queryOf(repository);
  const items = data?.items ?? [];
  const index = items.findIndex(({ id }) => id === proposal_id);
  const next = [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].find(
    ({ id }) => id !== proposal_id,
  );
  // Read ahead, so that deciding leads straight on.
  const next_id = next?.id;
  const next_href = next_id === undefined ? null : `/proposals/${next_id}${query}`;
  useEffect(() => {
    if (next_href !== null) router.prefetch(next_href);
    if (next_id !== undefined)
      void client.prefetchQuery(operationQuery(proposalGet, { proposal_id: next_id }));
  }, [client, router, next_href, next_id]);
  const list_href = `/proposals${query}`;
  const total = data?.total ?? null;
  const place = index === -1 ? null : index + 1;
  const at = { total, place, list_href, isPage: true };
  if (next_href === null) return { ...at, next: null, skip: null };
  const goOn = () => router.push(next_href);
  return { ...at, next: goOn, skip: goOn };
}

/** Where a proposal is decided, and what follows it. */
export type ProposalQueue = {
  total: number | null;
  place: number | null;
  list_href: string;
  /** It is a page of its own, and the keys of lists move between its hunks. */
  isPage: boolean;
  /** On to what follows once it is decided. */
  next: (() => void) | null;
  /** On to what follows, and this one stays. */
  skip: (() => void) | null;
  /** Where the focus goes when a dialog closes, instead of where it came from. */
  onDialogClosed?: (event: Event) => void;
};
