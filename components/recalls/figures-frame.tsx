"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/pieces/page-header";
import { readProblem } from "@/components/pieces/problem";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { recallsNav } from "@/messages/compiled/recalls-nav";
import { PERIODS } from "./filters";
import { RecallsNav } from "./recalls-nav";

type Days = (typeof PERIODS)[number];

/** A screen of figures about the days that end today: its head, the period, and why there are none. */
export function FiguresFrame({
  title,
  question,
  days,
  onDays,
  tools,
  query,
  children,
}: {
  title: string;
  question: string;
  days: Days;
  onDays: (days: Days) => void;
  /** What else can be chosen, beside the period. */
  tools?: ReactNode;
  query: Parameters<typeof readProblem>[1] & { isPending: boolean };
  /** The figures, once they are there. */
  children: ReactNode;
}) {
  const t = useMessages(recallsNav);
  const problem = readProblem(t("figures_unreadable"), query);
  return (
    <>
      <PageHeader title={title} question={question} className="mb-2" />
      <RecallsNav />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <ToggleGroup
          label={t("period")}
          value={days}
          onValueChange={onDays}
          options={PERIODS.map((value) => ({ value, label: t("days", { days: value }) }))}
        />
        {tools}
      </div>
      {problem !== null && <ErrorState {...problem} />}
      {query.isPending && <Skeleton className="h-64" />}
      {children}
    </>
  );
}
