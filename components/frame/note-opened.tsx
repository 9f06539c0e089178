"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
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
import type { OpenPlace } from "./notes-opened";
import { type Recent, withOpened } from "./recent";
import { useRecent } from "./use-recent";

type TitleIn = (client: QueryClient, id: string) => string | null;

/** The title of one thing, which is in what its page has read. */
function titleOf<C extends QueryContract>(read: {
  contract: C;
  input: (id: string) => CallOf<C>;
  title: (answer: OutputOf<C>) => string;
}): TitleIn {
  return (client, id) => {
    const answer = client.getQueryData<OutputOf<C>>(queryKey(read.contract, read.input(id)));
    if (answer === undefined) return null;
    return read.title(answer);
  };
}

const TITLES: Record<OpenPlace["kind"], TitleIn> = {
  memory: titleOf({
    contract: memoryGet,
    input: (memory_id) => ({ memory_id }),
    title: ({ statement }) => statement,
  }),
  finding: titleOf({
    contract: findingGet,
    input: (finding_id) => ({ finding_id }),
    title: ({ title }) => title,
  }),
  proposal: titleOf({
    contract: proposalGet,
    input: (proposal_id) => ({ proposal_id }),
    title: ({ title }) => title,
  }),
  skill: titleOf({
    contract: skillGet,
    input: (skill_id) => ({ skill_id }),
    title: ({ name }) => name,
  }),
  pattern: titleOf({
    contract: patternGet,
    input: (pattern_id) => ({ pattern_id }),
    title: ({ description }) => description,
  }),
  failure: titleOf({
    contract: failureGet,
    input: (failure_id) => ({ failure_id }),
    title: ({ signature }) => signature,
  }),
  session: titleOf({
    contract: sessionGet,
    input: (session_id) => ({ session_id }),
    title: ({ session_id }) => session_id,
  }),
  recall: titleOf({
    contract: recallGet,
    input: (recall_id) => ({ recall_id }),
    title: ({ task }) => task,
  }),
  repository: titleOf({
    contract: repositoryGet,
    input: (repository_id) => ({ repository_id }),
    title: ({ name }) => name,
  }),
};

/** Notes what the person opens, once its title is known. */
export function NoteOpened({ open: { kind, path, id } }: { open: OpenPlace }) {
  const client = useQueryClient();
  const { recent, keep } = useRecent();
  const latest = useRef<readonly Recent[]>(recent);
  useEffect(() => {
    latest.current = recent;
  }, [recent]);
  useEffect(() => {
    const href = `${path}/${encodeURIComponent(id)}`;
    let stop = () => {};
    const note = (): boolean => {
      const title = TITLES[kind](client, id);
      if (title === null) return false;
      stop();
      if (latest.current[0]?.href !== href) keep(withOpened(latest.current, { kind, href, title }));
      return true;
    };
    // The cache calls back while something renders, and noting it makes others render.
    if (!note()) stop = client.getQueryCache().subscribe(() => queueMicrotask(note));
    return () => stop();
  }, [client, kind, path, id, keep]);
  return null;
}
