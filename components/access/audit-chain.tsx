"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { readProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { auditVerify } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { audit } from "@/messages/compiled/audit";

/** Whether the audit is what was written, on demand: every entry is read for it. */
export function AuditChain() {
  const t = useMessages(audit);
  const reading = useQuery({ ...operationQuery(auditVerify, {}), enabled: false });
  const found = reading.data;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
      <Button size="sm" busy={reading.isFetching} onClick={() => void reading.refetch()}>
        {t("verify")}
      </Button>
      {reading.isError && <span>{readProblem(t("verification_unreadable"), reading)?.happened}</span>}
      {found?.intact === true && (
        <span className="inline-flex min-w-0 flex-wrap items-center gap-1.5">
          <ShieldCheck aria-hidden className="size-4 text-success" />
          {t("intact", { count: found.entries })}
          {found.head !== null && (
            <code className="break-all text-muted-foreground text-xs">
              {found.head.number}:{found.head.sha256.slice(0, 16)}
            </code>
          )}
        </span>
      )}
      {found !== undefined && found.since !== null && (
        <span className="text-muted-foreground">{t("since", { day: found.since.before.slice(0, 10) })}</span>
      )}
      {found !== undefined && found.imported > 0 && (
        <span className="text-muted-foreground">{t("imported_count", { count: found.imported })}</span>
      )}
      {found?.intact === false && (
        <span className="inline-flex items-center gap-1.5 text-danger">
          <ShieldAlert aria-hidden className="size-4" />
          {t("broken", { count: found.problems.length, first: found.problems[0]?.what ?? "" })}
        </span>
      )}
    </div>
  );
}
