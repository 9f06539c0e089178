"use client";

import { ShieldCheck } from "lucide-react";
import { PageHeader } from "@/components/pieces/page-header";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { QuarantineQueue } from "./quarantine-queue";

/** What did somebody try to tell our agents? Each text that a rule stopped, with what it said and where it would go. */
export function QuarantineScreen({ mayDecide }: { mayDecide: boolean }) {
  return (
    <>
      <PageHeader
        title="Quarantine"
        question="Which stored texts could be unsafe, and should they be released?"
        actions={
          <Button asChild>
            <Link href="/memories">All memories</Link>
          </Button>
        }
      />
      {mayDecide && <QuarantineQueue />}
      {!mayDecide && (
        <div className="rounded-md border bg-card">
          <EmptyState icon={ShieldCheck} title="Only leads see this queue">
            {whoMay("proposals:decide", "read and decide on quarantined texts")} The number of waiting texts
            is shown next to Memories.
          </EmptyState>
        </div>
      )}
    </>
  );
}
