"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { call, queryKey } from "@/lib/doors/client";
import { type DraftResult, proposalDraft, proposalGet, proposalList, skillList } from "@/lib/skills/contract";
import { formatCount } from "./format";
import { errorStateOf } from "./problem";

const OUTCOME_TONES = { created: "primary", updated: "neutral", unchanged: "quiet" } as const;
const OUTCOME_WORDS = { created: "new", updated: "new evidence joined", unchanged: "already open" } as const;

function Result({ result, rule_category }: { result: DraftResult; rule_category: string | null }) {
  const considered = [...result.considered].sort(
    (a, b) => Number(b.rule_category === rule_category) - Number(a.rule_category === rule_category),
  );
  return (
    <div className="flex flex-col gap-4 text-sm">
      {result.message ? <p className="font-medium text-base">{result.message}.</p> : null}
      {rule_category !== null && !result.considered.some((item) => item.rule_category === rule_category) ? (
        <p className="text-pretty">
          <span className="font-mono text-xs">{rule_category}</span> is not among them: proposals weigh all
          its findings since a skill last took it up, not only those of the period on the screen.
        </p>
      ) : null}
      {result.proposals.length > 0 ? (
        <ul aria-label="Proposals" className="rounded-md border bg-card">
          {result.proposals.map((proposal) => (
            <li key={proposal.id} className="border-b px-3 py-2 last:border-b-0">
              <Link
                href={`/proposals/${proposal.id}`}
                className="font-medium text-primary underline-offset-4 hover:underline"
              >
                {proposal.title}
              </Link>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
                <Badge tone={OUTCOME_TONES[proposal.outcome]}>{OUTCOME_WORDS[proposal.outcome]}</Badge>
                {proposal.skill.name}, {formatCount(proposal.evidence_count)} findings
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {considered.length > 0 ? (
        <section aria-label="Rules considered">
          <h3 className="mb-1 text-muted-foreground text-xs">
            Every high-rejection rule, and what became of it
          </h3>
          <dl>
            {considered.map((item) => (
              <div
                key={`${item.rule_category} ${item.skill?.id ?? ""}`}
                className="border-b py-2 last:border-b-0"
              >
                <dt className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-mono text-xs">{item.rule_category}</span>
                  <span className="text-muted-foreground text-xs">
                    {formatCount(item.rejected)} of {formatCount(item.flagged)} rejected
                    {item.skill ? `, ${item.skill.name}` : ""}
                  </span>
                </dt>
                <dd className="text-pretty">{item.reason}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : result.message ? (
        <p className="text-pretty text-muted-foreground">
          No rule has been rejected often enough, over enough findings, to justify a change. Nothing was
          written.
        </p>
      ) : null}
    </div>
  );
}

/**
 * Drafts proposals from the rules that get rejected most and says what became of each of them. `rule_category` is the
 * rule the person came from: it stands first in the answer.
 */
export function DraftProposals({
  open,
  onOpenChange,
  repository,
  rule_category,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `owner/name`; null drafts for the skills of every repository. */
  repository: string | null;
  rule_category: string | null;
}) {
  const client = useQueryClient();
  const draft = useMutation({
    mutationFn: () => call(proposalDraft, { repository: repository ?? undefined }),
    onSettled: () =>
      Promise.all(
        [proposalList, proposalGet, skillList].map((contract) =>
          client.invalidateQueries({ queryKey: queryKey(contract) }),
        ),
      ),
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        if (!next) draft.reset();
      }}
    >
      <DialogContent
        title="Draft proposals"
        description={
          repository === null
            ? "From the high-rejection rules of every repository."
            : `From the high-rejection rules of ${repository}.`
        }
      >
        {draft.data ? (
          <Result result={draft.data} rule_category={rule_category} />
        ) : (
          <div className="flex flex-col gap-3 text-sm">
            <p className="text-pretty">
              Each high-rejection rule is matched with the section of a skill that answers for it. Where the
              evidence supports a change, a proposal is written for someone to decide; no file is touched.
            </p>
            {rule_category ? (
              <p className="text-pretty text-muted-foreground">
                All of them are looked at, not <span className="font-mono text-xs">{rule_category}</span>{" "}
                alone: two rules may ask for a change of the same section.
              </p>
            ) : null}
            {draft.isError ? <ErrorState {...errorStateOf("No proposal was drafted.", draft.error)} /> : null}
          </div>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button>{draft.data ? "Close" : "Cancel"}</Button>
          </DialogClose>
          {draft.data ? null : (
            <Button variant="primary" busy={draft.isPending} onClick={() => draft.mutate()}>
              Draft
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
