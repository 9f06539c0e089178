"use client";

import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { formatCount } from "@/components/pieces/format";
import { StatusWithReason } from "@/components/pieces/status-with-reason";
import { useMe } from "@/components/pieces/use-me";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { useShortcuts } from "@/components/ui/shortcuts";
import type { ProposalDetail } from "@/lib/skills/contract";
import { DeliveryState, useDeliveries } from "./delivery";
import { VersionEffectOf } from "./effect";
import { Undo, useUndo } from "./undo";
import { PROPOSAL_TERMS } from "./words";

/** The reason of the person who decided; without one, what the status means. */
function Reason({ proposal }: { proposal: ProposalDetail }) {
  if (!proposal.feedback) return PROPOSAL_TERMS[proposal.status].meaning;
  return (
    <span dir="auto" className="whitespace-pre-wrap wrap-anywhere">
      {proposal.feedback}
    </span>
  );
}

function NextProposal({ onNext }: { onNext: (() => void) | null }) {
  if (onNext === null)
    return (
      <Button asChild size="sm">
        <Link href="/proposals">No other open proposals</Link>
      </Button>
    );
  return (
    <Button size="sm" variant="primary" onClick={onNext}>
      Next open proposal
    </Button>
  );
}

/** How far the version that was made has come. */
function VersionDelivery({ skill_id, version }: { skill_id: string; version: number }) {
  const deliveries = useDeliveries(skill_id);
  const delivery = deliveries.data?.items.find(({ version_number }) => version_number === version);
  if (deliveries.isError)
    return <p className="text-muted-foreground text-sm">The state of its delivery could not be loaded.</p>;
  if (delivery === undefined) return null;
  return (
    <div className="border-t pt-3" aria-live="polite">
      <DeliveryState delivery={delivery} />
    </div>
  );
}

/** What was decided, by whom and why, and how far the version has come. */
export function Decision({ proposal, onNext }: { proposal: ProposalDetail; onNext: (() => void) | null }) {
  const applied = proposal.applied_version;
  const { may } = useMe();
  const { undo } = useUndo();
  const isUndoable = proposal.undo_until !== null && may("proposals:decide");
  useShortcuts(
    [
      {
        keys: DECISION_KEYS.undo,
        label: "Undo the decision",
        when: isUndoable,
        run: () => void undo(proposal),
      },
    ],
    "Proposal",
  );
  return (
    <section aria-label="Decision" className="mb-4 flex flex-col gap-3 rounded-md border bg-card px-3 py-3">
      <StatusWithReason
        term={PROPOSAL_TERMS[proposal.status]}
        reason={<Reason proposal={proposal} />}
        actor={proposal.decided_by}
        at={proposal.decided_at}
        action={
          <div className="flex flex-wrap gap-2">
            {isUndoable && <Undo proposal={proposal} />}
            {applied !== null && (
              <Button asChild size="sm">
                <Link href={`/skills/${proposal.skill.id}?version=${applied}`}>
                  Version {formatCount(applied)} of {proposal.skill.name}
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
