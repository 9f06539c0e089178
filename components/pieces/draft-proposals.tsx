"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogClose, DialogContent, DialogFooter } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import { type DraftResult, type ProposalIntent, proposalDraft } from "@/lib/skills/contract";
import { draftProposals } from "@/messages/compiled/draft-proposals";
import { intents } from "@/messages/compiled/intents";
import { ui } from "@/messages/compiled/ui";
import type { PlainKey, Translate } from "@/messages/message";
import { NotRecommended } from "./price";
import { errorStateOf } from "./problem";
import { useOperation } from "./use-operation";

const OUTCOME_TONES = { created: "primary", updated: "neutral", unchanged: "quiet" } as const;
type T = Translate<typeof draftProposals>;
type Intent = PlainKey<typeof intents>;

/** What can be wanted of a rule: the verb of its button, and what the proposal would do; keys of texts. */
export const INTENT_WORDS: Record<ProposalIntent, { verb: Intent; title: Intent; text: Intent }> = {
  except: { verb: "except", title: "except_title", text: "except_text" },
  demote: { verb: "demote", title: "demote_title", text: "demote_text" },
  disable: { verb: "disable", title: "disable_title", text: "disable_text" },
  rewrite: { verb: "rewrite", title: "rewrite_title", text: "rewrite_text" },
};

/** A rule and what is wanted of it. */
export type Wanted = { rule_category: string; intent: ProposalIntent };

/** Where the rejected findings of a rule are read that no skill version took up. */
const rejectedFindings = (rule: string) =>
  `/reviews/findings?${new URLSearchParams({ rule, disposition: "reject", addressed: "false" })}`;

function ResultTitle({ t, result, wanted }: { t: T; result: DraftResult; wanted: Wanted | null }) {
  if (result.message && wanted === null)
    return <p className="font-medium text-base">{t("message", { message: result.message })}</p>;
  if (result.proposals.length > 0) return null;
  return <p className="font-medium text-base">{t("nothing")}</p>;
}

function outcomeOf({
  t,
  outcome,
  wanted,
}: {
  t: T;
  outcome: keyof typeof OUTCOME_TONES;
  wanted: Wanted | null;
}): string {
  if (wanted !== null && outcome === "updated") return t("outcome_updated_wanted");
  return t(`outcome_${outcome}`);
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
  const t = useMessages(draftProposals);
  const { considered } = result;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <ResultTitle t={t} result={result} wanted={wanted} />
      {result.proposals.length > 0 && (
        <ul aria-label={t("proposals")} className="rounded-md border bg-card">
          {result.proposals.map((proposal) => (
            <li key={proposal.id} className="border-b px-3 py-2 last:border-b-0">
              <Link
                href={`/proposals/${proposal.id}`}
                className="font-medium text-primary underline-offset-4 hover:underline"
              >
                {visible(proposal.title)}
              </Link>
              <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
                <Badge tone={OUTCOME_TONES[proposal.outcome]}>
                  {outcomeOf({ t, outcome: proposal.outcome, wanted })}
                </Badge>
                {t("proposal_facts", { skill: proposal.skill.name, count: proposal.evidence_count })}
              </p>
            </li>
          ))}
        </ul>
      )}
      {considered.length > 0 && (
        <section aria-label={t("considered")}>
          <h3 className="mb-1 text-muted-foreground text-xs">{t(wanted ? "result" : "every_rule")}</h3>
          <dl>
            {considered.map((item) => (
              <div
                key={`${item.rule_category} ${item.skill?.id ?? ""} ${item.weighed?.text ?? item.reason}`}
                className="border-b py-2 last:border-b-0"
              >
                <dt className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-mono text-xs">{item.rule_category}</span>
                  <Link
                    href={rejectedFindings(item.rule_category)}
                    className="text-muted-foreground text-xs underline-offset-4 hover:underline"
                  >
                    {item.skill === null
                      ? t("rejected", { rejected: item.rejected, flagged: item.flagged })
                      : t("rejected_in", {
                          rejected: item.rejected,
                          flagged: item.flagged,
                          skill: item.skill.name,
                        })}
                  </Link>
                </dt>
                <dd className={cn("text-pretty", item.weighed !== null && "text-muted-foreground")}>
                  {visible(item.reason)}
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
                      {t("propose_anyway")}
                    </Button>
                  </dd>
                )}
              </div>
            ))}
          </dl>
        </section>
      )}
      {considered.length === 0 && Boolean(result.message) && (
        <p className="text-pretty text-muted-foreground">{t("not_enough")}</p>
      )}
    </div>
  );
}

function descriptionOf({
  t,
  wanted,
  repository,
}: {
  t: T;
  wanted: Wanted | null;
  repository: string | null;
}): string {
  if (wanted === null) return repository === null ? t("from_every") : t("from_repository", { repository });
  const { rule_category: rule } = wanted;
  return repository === null ? t("in_every", { rule }) : t("in_repository", { rule, repository });
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
  const t = useMessages(draftProposals);
  const intentWords = useMessages(intents);
  const controls = useMessages(ui);
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
        title={wanted ? intentWords(INTENT_WORDS[wanted.intent].title) : t("title")}
        description={descriptionOf({ t, wanted, repository })}
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
              {t("lead_decides", {
                explanation: wanted ? intentWords(INTENT_WORDS[wanted.intent].text) : t("explanation"),
              })}
            </p>
            {wanted !== null && <p className="text-pretty text-muted-foreground">{t("all_findings")}</p>}
            {draft.isError && <ErrorState {...errorStateOf(t("failed"), draft.error)} />}
          </div>
        )}
        <DialogFooter>
          <DialogClose asChild>
            <Button>{controls(draft.data ? "close" : "cancel")}</Button>
          </DialogClose>
          {draft.data === undefined && (
            <Button
              variant="primary"
              busy={draft.isPending}
              onClick={() => draft.mutate({ repository: repository ?? undefined, ...wanted })}
            >
              {wanted ? intentWords(INTENT_WORDS[wanted.intent].verb) : t("draft")}
            </Button>
          )}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
