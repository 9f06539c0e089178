"use client";

import { ShieldCheck } from "lucide-react";
import { PageHeader } from "@/components/pieces/page-header";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { quarantine } from "@/messages/compiled/quarantine";
import { QuarantineQueue } from "./quarantine-queue";

/** What did somebody try to tell our agents? Each text that a rule stopped, with what it said and where it would go. */
export function QuarantineScreen({ mayDecide }: { mayDecide: boolean }) {
  const t = useMessages(quarantine);
  const rolesThat = useRolesThat();
  return (
    <>
      <PageHeader
        title={t("title")}
        question={t("question")}
        actions={
          <Button asChild>
            <Link href="/memories">{t("all_memories")}</Link>
          </Button>
        }
      />
      {mayDecide && <QuarantineQueue />}
      {!mayDecide && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={ShieldCheck} title={t("leads_only")}>
            {t("who_may", { roles: rolesThat("proposals:decide") })}
          </EmptyState>
        </div>
      )}
    </>
  );
}
