"use client";

import { FilePen, GitMerge, TriangleAlert } from "lucide-react";
import { DiffView } from "@/components/pieces/diff-view";
import { formatCount } from "@/components/pieces/format";
import { FormProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { whoMay } from "@/components/pieces/who-may";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type ProposalDetail, proposalRebase, proposalRedraft, uploaderOf } from "@/lib/skills/contract";

/** What can be done about a conflict, as the end of a sentence. */
function wayOut({ rebasable, isUploaded }: { rebasable: boolean; isUploaded: boolean }): string {
  if (rebasable && isUploaded) return "its hunks can be rebased unchanged.";
  if (rebasable) return "rebase its hunks unchanged, or draft it again from the same evidence.";
  if (isUploaded)
    return "where both changed a line, the three texts are shown. Have it uploaded again, based on the newest version, or reject it.";
  return "where both changed a line, the three texts are shown. Draft it again from the same evidence, or reject it.";
}

/** The section moved: what changed in the skill since the draft, and a fresh draft from the same evidence. */
export function ConflictNotice({ proposal }: { proposal: ProposalDetail }) {
  const { may } = useMe();
  // An uploaded proposal has no evidence to draft from again.
  const isUploaded = uploaderOf(proposal.drafter) !== null;
  const version = { proposal_id: proposal.id, version: proposal.version };
  const redraft = useOperation(proposalRedraft, {
    onSuccess: () =>
      toast.success("Drafted again", { description: "The same evidence, against the skill as it is now." }),
    refreshOnFailure: true,
  });
  const rebase = useOperation(proposalRebase, {
    onSuccess: () => toast.success("Rebased", { description: "The same hunks, in the skill as it is now." }),
    refreshOnFailure: true,
  });
  return (
    <section aria-label="Conflict" className="mb-4 rounded-md border border-warn/40 bg-card">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2 px-3 py-2.5 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        <div className="min-w-0 flex-1 basis-72">
          <p className="font-medium">The skill changed since this was drafted</p>
          <p className="text-pretty text-muted-foreground">
            It was written for version {formatCount(proposal.base_version)}; version{" "}
            {formatCount(proposal.current_version)} has a different text in this section. Nothing is
            overwritten: {wayOut({ rebasable: proposal.rebasable, isUploaded })}
          </p>
        </div>
        {may("skills:manage") && (
          <div className="flex flex-wrap gap-2">
            {proposal.rebasable && (
              <Button variant="primary" busy={rebase.isPending} onClick={() => rebase.mutate(version)}>
                <GitMerge aria-hidden />
                Rebase
              </Button>
            )}
            {!isUploaded && (
              <Button
                variant={proposal.rebasable ? "secondary" : "primary"}
                busy={redraft.isPending}
                onClick={() => redraft.mutate(version)}
              >
                <FilePen aria-hidden />
                Draft again
              </Button>
            )}
          </div>
        )}
        {!may("skills:manage") && (
          <p className="text-muted-foreground text-xs">{whoMay("skills:manage", "draft it again")}</p>
        )}
      </div>
      {(redraft.isError || rebase.isError) && (
        <div className="px-3 pb-3">
          <FormProblem error={redraft.error ?? rebase.error} />
        </div>
      )}
      <details className="border-t px-3 py-2">
        <summary className="cursor-pointer text-sm">
          What changed in the skill since version {formatCount(proposal.base_version)}
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
