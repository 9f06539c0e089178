"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { joinSaid } from "@/components/pieces/format";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import { modelUseGet, type ModelUse as Use } from "@/lib/sessions/contract";
import { settingsModelUse } from "@/messages/compiled/settings-model-use";
import type { PlainKey } from "@/messages/message";

const PURPOSES: Readonly<Record<string, PlainKey<typeof settingsModelUse>>> = {
  extraction: "purpose_extraction",
  contradictions: "purpose_contradictions",
  changed_context: "purpose_changed_context",
  proposal_draft: "purpose_proposal_draft",
};

/** What the server's language model was asked today, by purpose, and what is left of the day's budget. */
export function ModelUse() {
  const t = useMessages(settingsModelUse);
  const reading = useQuery(operationQuery(modelUseGet, {}));
  const problem = readProblem(t("unreadable"), reading);
  if (problem) return <ErrorState {...problem} />;
  const use = reading.data;
  if (!use) return <Skeleton className="h-16 w-full" />;
  if (use.model === null && use.used_tokens === 0)
    return (
      <p className="text-pretty text-sm">
        {t.rich("no_model", { code: (name) => <code className="text-xs">{name}</code> })}
      </p>
    );
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <p className="text-sm wrap-anywhere">
          <UsedToday use={use} />
        </p>
        <Progress label={t("used_today")} value={use.used_tokens} max={use.daily_tokens} />
      </div>
      {use.purposes.length > 0 && <Purposes use={use} />}
      <Answers use={use} />
    </div>
  );
}

function UsedToday({ use: { model, used_tokens, daily_tokens } }: { use: Use }) {
  const t = useMessages(settingsModelUse);
  const used = (words: ReactNode) => <span className="font-medium tabular-nums">{words}</span>;
  const values = { used_tokens, daily_tokens, used };
  if (model === null) return t.rich("today", values);
  return t.rich("today_by", { ...values, model });
}

function Purposes({ use }: { use: Use }) {
  const t = useMessages(settingsModelUse);
  const { formatCount } = useFormat();
  const purposeInWords = (purpose: string) => {
    const known = PURPOSES[purpose];
    if (known === undefined) return purpose;
    return t(known);
  };
  return (
    <Table>
      <TableHeader>
        <TableRow>
          <TableHead>{t("purpose")}</TableHead>
          <TableHead className="text-right">{t("requests")}</TableHead>
          <TableHead className="text-right">{t("failed")}</TableHead>
          <TableHead className="text-right">{t("tokens")}</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {use.purposes.map(({ purpose, calls, failed, tokens }) => (
          <TableRow key={purpose}>
            <TableCell>{purposeInWords(purpose)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(calls)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(failed)}</TableCell>
            <TableCell className="text-right tabular-nums">{formatCount(tokens)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function Answers({ use: { answers } }: { use: Use }) {
  const t = useMessages(settingsModelUse);
  const { may } = useMe();
  const { waiting, read, skipped, failed, learned } = answers;
  if (waiting + read + skipped + failed === 0) return null;
  const parts = joinSaid([
    t("answers_read", { count: read, learned }),
    waiting > 0 && t("answers_waiting", { count: waiting }),
    skipped > 0 && t("answers_skipped", { count: skipped }),
  ]);
  const linked = (words: ReactNode) => {
    if (!may("jobs:manage")) return words;
    return (
      <Link href="/settings/jobs" className="underline underline-offset-2">
        {words}
      </Link>
    );
  };
  return (
    <p className="text-pretty text-muted-foreground text-sm">
      {failed > 0 ? t.rich("answers_failed", { parts, failed, linked }) : t("answers", { parts })}
    </p>
  );
}
