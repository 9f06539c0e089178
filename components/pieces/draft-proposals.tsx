"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { type DraftResult, type ProposalIntent, proposalDraft } from "@/lib/skills/contract";
import { formatCount } from "./format";
import { NotRecommended } from "./price";
import { errorStateOf } from "./problem";
import { useOperation } from "./use-operation";

const OUTCOME_TONES = { created: "primary", updated: "neutral", unchanged: "quiet" } as const;
const OUTCOME_WORDS = { created: "new", updated: "new evidence added", unchanged: "already open" } as const;

/** What can be wanted of a rule: the verb of its button, and what the proposal would do. */
export const INTENT_WORDS: Record<ProposalIntent, { verb: string; title: string; text: string }> = {
  except: {
    verb: "Add exceptions",
    title: "Add exceptions to a rule",
    text: "Cases that recur among the rule's rejected findings are added as exceptions to its section.",
  },
  demote: {
    verb: "Demote",
    title: "Demote a rule",
    text: "The rule stays in the skill, but its findings are reported as minor remarks that need no action.",
  },
  disable: {
    verb: "Disable",
    title: "Disable a rule",
    text: "The skill says that the rule must no longer be flagged, where rejected findings are evidence against it.",
  },
  rewrite: {
    verb: "Rewrite",
    title: "Rewrite a rule",
    text: "The lines that state the rule are rewritten so that they exclude the rejected cases.",
  },
};

/** A rule and what is wanted of it. */
export type Wanted = { rule_category: string; intent: ProposalIntent };

function ResultTitle({ result, wanted }: { result: DraftResult; wanted: Wanted | null }) {
  if (result.message && wanted === null) return <p className="font-medium text-base">{result.message}.</p>;
  if (result.proposals.length > 0) return null;
  return <p className="font-medium text-base">Nothing was proposed.</p>;
}

function Result({
  result,
  wanted,
  onTakeUp,
}: {
  result: DraftResult;
  wanted: Wanted | null;
  /** Proposes what was weighed and left out. */
  onTakeUp: (wanted: Wanted) => void;
}) {
  const { considered } = result;
  const words = wanted ? { ...OUTCOME_WORDS, updated: "drafted again" } : OUTCOME_WORDS;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <ResultTitle result={result} wanted={wanted} />
      {result.proposals.length > 0 && (
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
                <Badge tone={OUTCOME_TONES[proposal.outcome]}>{words[proposal.outcome]}</Badge>
                {proposal.skill.name}, {formatCount(proposal.evidence_count)} findings
              </p>
            </li>
          ))}
        </ul>
      )}
      {considered.length > 0 && (
        <section aria-label="Rules considered">
          <h3 className="mb-1 text-muted-foreground text-xs">
            {wanted ? "Result" : "Every high-rejection rule and its result"}
          </h3>
          <dl>
            {considered.map((item) => (
              <div
                key={`${item.rule_category} ${item.skill?.id ?? ""} ${item.weighed?.text ?? item.reason}`}
                className="border-b py-2 last:border-b-0"
              >
                <dt className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-mono text-xs">{item.rule_category}</span>
                  <span className="text-muted-foreground text-xs">
                    {formatCount(item.rejected)} of {formatCount(item.flagged)} rejected
                    {item.skill !== null && `, ${item.skill.name}`}
                  </span>
                </dt>
                <dd className={cn("text-pretty", item.weighed !== null && "text-muted-foreground")}>
                  {item.reason}
                </dd>
                {item.weighed !== null && (
                  <dd className="mt-1 flex flex-wrap items-center gap-2 text-muted-foreground text-xs">
                    <NotRecommended />
                    <span className="wrap-anywhere">{item.weighed.text}</span>
                    <Button
                      size="sm"
                      variant="ghost"
                      onClick={() => onTakeUp({ rule_category: item.rule_category, intent: "except" })}
                    >
                      Propose it anyway
                    </Button>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </section>
      )}
      {considered.length === 0 && Boolean(result.message) && (
        <p className="text-pretty text-muted-foreground">
          No rule was rejected often enough, over enough findings, to justify a change. No proposal was
          drafted.
        </p>
      )}
    </div>
  );
}

function descriptionOf(wanted: Wanted | null, repository: string | null): string {
  const where = repository ?? "every repository";
  if (wanted === null) return `From the high-rejection rules of ${where}.`;
  return `${wanted.rule_category}, in the skills of ${where} that contain it.`;
}

function explanationOf(wanted: Wanted | null): string {
  if (wanted !== null) return INTENT_WORDS[wanted.intent].text;
  return "Each high-rejection rule is matched with the skill section that contains it. Where the evidence supports a change, a proposal is drafted.";
}

/**
 * Drafts proposals and says what became of each rule: of all that get rejected most, or what is wanted of one.
 */
export function DraftProposals({
  open,
  onOpenChange,
  repository,
  wanted,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** `owner/name`; null drafts for the skills of every repository. */
  repository: string | null;
  wanted: Wanted | null;
}) {
  const draft = useOperation(proposalDraft, { refreshOnFailure: true });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next);
        if (!next) draft.reset();
      }}
    >
      <DialogContent
        title={wanted ? INTENT_WORDS[wanted.intent].title : "Draft proposals"}
        description={descriptionOf(wanted, repository)}
      >
        {draft.data ? (
          <Result
            result={draft.data}
            wanted={wanted}
            onTakeUp={(taken) => draft.mutate({ repository: repository ?? undefined, ...taken })}
          />
        ) : (
          <div className="flex flex-col gap-3 text-sm">
            <p className="text-pretty">
              {explanationOf(wanted)} A lead decides on it; no file is changed until then.
            </p>
            {wanted !== null && (
              <p className="text-pretty text-muted-foreground">
                All its rejected findings since a skill last addressed it count, not only those of the period
                on the screen. An open proposal for the same section is drafted again.
              </p>
            )}
            {draft.isError && <ErrorState {...errorStateOf("No proposal was drafted.", draft.error)} />}
          </div>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button>{draft.data ? "Close" : "Cancel"}</Button>
          </DialogClose>
          {draft.data === undefined && (
            <Button
              variant="primary"
              busy={draft.isPending}
              onClick={() => draft.mutate({ repository: repository ?? undefined, ...wanted })}
            >
              {wanted ? INTENT_WORDS[wanted.intent].verb : "Draft"}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
