"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { BackLink } from "./back-link";
import { ReadProblem } from "./problem";

/** The page of one record: the way back to its list, then the record, its skeleton or why it could not be read. */
export function RecordPage<Data>({
  back,
  query,
  unreadable,
  skeleton = <Skeleton className="h-96" />,
  children,
}: {
  back: { href: string; words: ReactNode };
  query: UseQueryResult<Data>;
  /** Said where it could not be read: a whole sentence. */
  unreadable: string;
  skeleton?: ReactNode;
  children: (record: Data) => ReactNode;
}) {
  return (
    <>
      <BackLink href={back.href}>{back.words}</BackLink>
      <ReadProblem happened={unreadable} reading={query} />
      {query.isPending && skeleton}
      {query.data !== undefined && children(query.data)}
    </>
  );
}
