"use client";

import { FilePen, GitMerge, TriangleAlert } from "lucide-react";
import { DiffView } from "@/components/pieces/diff-view";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { useRolesThat } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { type ProposalDetail, proposalRebase, proposalRedraft, uploaderOf } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import type { PlainKey } from "@/messages/message";

type WayOut = { rebasable: boolean; isUploaded: boolean };

/** What can be done about a conflict. */
function wayOut({ rebasable, isUploaded }: WayOut): PlainKey<typeof proposalReview> {
  if (rebasable && isUploaded) return "way_out_uploaded_rebase";
  if (rebasable) return "way_out_rebase";
  if (isUploaded) return "way_out_uploaded";
  return "way_out_draft";
}

/** The section moved: what changed in the skill since the draft, and a fresh draft from the same evidence. */
export function ConflictNotice({ proposal }: { proposal: ProposalDetail }) {
  const t = useMessages(proposalReview);
  const rolesThat = useRolesThat();
  const { may } = useMe();
  // An uploaded proposal has no evidence to draft from again.
  const isUploaded = uploaderOf(proposal.drafter) !== null;
  const version = { proposal_id: proposal.id, version: proposal.version };
  const redraft = useOperation(proposalRedraft, {
    onSuccess: () => toast.success(t("was_drafted_again"), { description: t("was_drafted_again_meaning") }),
    refreshOnFailure: true,
  });
  const rebase = useOperation(proposalRebase, {
    onSuccess: () => toast.success(t("was_rebased"), { description: t("was_rebased_meaning") }),
    refreshOnFailure: true,
  });
  return (
    <section aria-label={t("conflict")} className="mb-4 rounded-md border border-warn/40 bg-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">{t("skill_changed")}</p>
          <p className="text-pretty text-muted-foreground">
            {t("skill_changed_where", { base: proposal.base_version, current: proposal.current_version })}{" "}
            {t(wayOut({ rebasable: proposal.rebasable, isUploaded }))}
          </p>
        </div>
        {may("skills:manage") && (
          <div className="flex flex-wrap gap-2">
            {proposal.rebasable && (
              <Button variant="primary" busy={rebase.isPending} onClick={() => rebase.mutate(version)}>
                <GitMerge aria-hidden />
                {t("rebase")}
              </Button>
            )}
            {!isUploaded && (
              <Button
                variant={proposal.rebasable ? "secondary" : "primary"}
                busy={redraft.isPending}
                onClick={() => redraft.mutate(version)}
              >
                <FilePen aria-hidden />
                {t("draft_again")}
              </Button>
            )}
          </div>
        )}
        {!may("skills:manage") && (
          <p className="text-muted-foreground text-xs">
            {t("who_may_draft", { roles: rolesThat("skills:manage") })}
          </p>
        )}
      </div>
      {(redraft.isError || rebase.isError) && (
        <div className="px-3 pb-3">
          <FormProblem error={redraft.error ?? rebase.error} />
        </div>
      )}
      <details className="border-t px-3 py-2">
        <summary className="cursor-pointer text-sm">
          {t("changed_since", { version: proposal.base_version })}
        </summary>
        <DiffView
          className="mt-2"
          label={proposal.skill.path}
          old_text={proposal.base_content}
          new_text={proposal.current_content}
        />
      </details>
    </section>
  );
}
