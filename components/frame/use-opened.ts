"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { repositoryGet } from "@/lib/citations/contract";
import { queryKey } from "@/lib/doors/client";
import type { CallOf, OutputOf, QueryContract } from "@/lib/kernel/contract";
import { memoryGet } from "@/lib/memories/contract";
import { recallGet } from "@/lib/recall/contract";
import { findingGet } from "@/lib/reviews/contract";
import { sessionGet } from "@/lib/sessions/contract";
import { proposalGet, skillGet } from "@/lib/skills/contract";
import { failureGet, patternGet } from "@/lib/tasks/contract";
import type { SearchKind } from "@/lib/upkeep/contract";
import { type Recent, withOpened } from "./recent";
import { useRecent } from "./use-recent";

type Detail = { kind: SearchKind; path: string; titleIn: (client: QueryClient, id: string) => string | null };

/** A page of one thing, whose title is in what the page has read. */
function detailOf<C extends QueryContract>(
  kind: SearchKind,
  path: string,
  read: { contract: C; input: (id: string) => CallOf<C>; title: (answer: OutputOf<C>) => string },
): Detail {
  return {
    kind,
    path,
    titleIn: (client, id) => {
      const answer = client.getQueryData<OutputOf<C>>(queryKey(read.contract, read.input(id)));
      if (answer === undefined) return null;
      return read.title(answer);
    },
  };
}

const DETAILS: readonly Detail[] = [
  detailOf("memory", "/memories", {
    contract: memoryGet,
    input: (memory_id) => ({ memory_id }),
    title: ({ statement }) => statement,
  }),
  detailOf("finding", "/reviews/findings", {
    contract: findingGet,
    input: (finding_id) => ({ finding_id }),
    title: ({ title }) => title,
  }),
  detailOf("proposal", "/proposals", {
    contract: proposalGet,
    input: (proposal_id) => ({ proposal_id }),
    title: ({ title }) => title,
  }),
  detailOf("skill", "/skills", {
    contract: skillGet,
    input: (skill_id) => ({ skill_id }),
    title: ({ name }) => name,
  }),
  detailOf("pattern", "/patterns", {
    contract: patternGet,
    input: (pattern_id) => ({ pattern_id }),
    title: ({ description }) => description,
  }),
  detailOf("failure", "/failures", {
    contract: failureGet,
    input: (failure_id) => ({ failure_id }),
    title: ({ signature }) => signature,
  }),
  detailOf("session", "/sessions", {
    contract: sessionGet,
    input: (session_id) => ({ session_id }),
    title: ({ session_id }) => session_id,
  }),
  detailOf("recall", "/recalls", {
    contract: recallGet,
    input: (recall_id) => ({ recall_id }),
    title: ({ task }) => task,
  }),
  detailOf("repository", "/citations/repositories", {
    contract: repositoryGet,
    input: (repository_id) => ({ repository_id }),
    title: ({ name }) => name,
  }),
];

/** What is open: on a page of its own, or in the drawer of a list, whose parameter is called as its kind. */
function openOf(pathname: string, parameters: URLSearchParams): { detail: Detail; id: string } | null {
  for (const detail of DETAILS) {
    if (pathname === detail.path) {
      const id = parameters.get(detail.kind);
      return id === null ? null : { detail, id };
    }
    const id = pathname.slice(detail.path.length + 1);
    if (pathname.startsWith(`${detail.path}/`) && id !== "" && !id.includes("/"))
      return { detail, id: decoded(id) };
  }
  return null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Notes what the person opens, once its title is known. */
export function useOpened(): void {
  const client = useQueryClient();
  const pathname = usePathname();
  const parameters = useSearchParams();
  const { recent, keep } = useRecent();
  const latest = useRef<readonly Recent[]>(recent);
  useEffect(() => {
    latest.current = recent;
  }, [recent]);
  useEffect(() => {
    const open = openOf(pathname, parameters);
    if (open === null) return;
    const { detail, id } = open;
    const href = `${detail.path}/${encodeURIComponent(id)}`;
    let stop = () => {};
    const note = (): boolean => {
      const title = detail.titleIn(client, id);
      if (title === null) return false;
      stop();
      if (latest.current[0]?.href !== href)
        keep(withOpened(latest.current, { kind: detail.kind, href, title }));
      return true;
    };
    // The cache calls back while something renders, and noting it makes others render.
    if (!note()) stop = client.getQueryCache().subscribe(() => queueMicrotask(note));
    return () => stop();
  }, [client, pathname, parameters, keep]);
}
