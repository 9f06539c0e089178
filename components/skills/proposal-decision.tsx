"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { useShortcuts } from "@/components/ui/shortcuts";
import { visible } from "@/components/ui/visible";
import type { ProposalDetail } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";
import { skillsWords } from "@/messages/compiled/skills-words";
import { DeliveryState, useDeliveries } from "./delivery";
import { VersionEffectOf } from "./effect";
import { Undo, useUndo } from "./undo";
import { PROPOSAL_TERMS } from "./words";

/** The reason of the person who decided; without one, what the status means. */
function Reason({ proposal }: { proposal: ProposalDetail }) {
  const words = useMessages(skillsWords);
  if (!proposal.feedback) return words(PROPOSAL_TERMS[proposal.status].meaning);
  return (
    <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {visible(proposal.feedback)}
    </span>
  );
}

function NextProposal({ onNext }: { onNext: (() => void) | null }) {
  const t = useMessages(proposalReview);
  if (onNext === null)
    return (
      <Button asChild size="sm">
        <Link href="/proposals">{t("no_other_open")}</Link>
      </Button>
    );
  return (
    <Button size="sm" variant="primary" onClick={onNext}>
      {t("next_open")}
    </Button>
  );
}

/** How far the version that was made has come. */
function VersionDelivery({ skill_id, version }: { skill_id: string; version: number }) {
  const t = useMessages(proposalReview);
  const deliveries = useDeliveries(skill_id);
  const delivery = deliveries.data?.items.find(({ version_number }) => version_number === version);
  if (deliveries.isError) return <p className="text-muted-foreground text-sm">{t("delivery_unknown")}</p>;
  if (delivery === undefined) return null;
  return (
    <div className="border-t pt-3" aria-live="polite">
      <DeliveryState delivery={delivery} />
    </div>
  );
}

/** What was decided, by whom and why, and how far the version has come. */
export function Decision({ proposal, onNext }: { proposal: ProposalDetail; onNext: (() => void) | null }) {
  const t = useMessages(proposalReview);
  const words = useMessages(skillsWords);
  const applied = proposal.applied_version;
  const { may } = useMe();
  const { undo } = useUndo();
  const isUndoable = proposal.undo_until !== null && may("proposals:decide");
  useShortcuts(
    [
      {
        keys: DECISION_KEYS.undo,
        label: t("undo_decision"),
        when: isUndoable,
        run: () => void undo(proposal),
      },
    ],
    t("keys_group"),
  );
  return (
    <section
      aria-label={t("decision")}
      className="mb-4 flex flex-col gap-3 rounded-md border bg-card px-3 py-3"
    >
      <StatusWithReason
        term={PROPOSAL_TERMS[proposal.status]}
        t={words}
        reason={<Reason proposal={proposal} />}
        actor={proposal.decided_by}
        at={proposal.decided_at}
        action={
          <div className="flex flex-wrap gap-2">
            {isUndoable && <Undo proposal={proposal} />}
            {applied !== null && (
              <Button asChild size="sm">
                <Link href={`/skills/${proposal.skill.id}?version=${applied}`}>
                  {t("version_of_skill", { version: applied, skill: proposal.skill.name })}
                </Link>
              </Button>
            )}
            <NextProposal onNext={onNext} />
          </div>
        }
      />
      {applied !== null && <VersionDelivery skill_id={proposal.skill.id} version={applied} />}
      {applied !== null && <VersionEffectOf skill_id={proposal.skill.id} number={applied} />}
    </section>
  );
}
