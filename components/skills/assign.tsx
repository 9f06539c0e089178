"use client";

import { useQuery } from "@tanstack/react-query";
import { useMe } from "@/components/pieces/use-me";
import { useOperation } from "@/components/pieces/use-operation";
import { Choose } from "@/components/ui/choose";
import { useMessages } from "@/components/ui/messages";
import { memberList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { type Proposal, proposalAssign } from "@/lib/skills/contract";
import { proposalPage } from "@/messages/compiled/proposal-page";

const NOBODY = "nobody";

/** Says who looks at the proposal, and lets those who decide change it. */
export function Assign({ proposal }: { proposal: Proposal }) {
  const t = useMessages(proposalPage);
  const { may } = useMe();
  const editable = may("proposals:decide") && proposal.status === "open";
  const members = useQuery({ ...operationQuery(memberList, { limit: 200 }), enabled: editable });
  const assign = useOperation(proposalAssign, {
    failure: t("not_assigned"),
    refreshOnFailure: true,
  });
  const { assignee } = proposal;
  if (!editable) return assignee && <span>{t("assigned_to", { name: assignee.name })}</span>;
  const people = members.data?.items.map(({ person_id, name }) => ({ id: person_id, name })) ?? [];
  const known = assignee && !people.some(({ id }) => id === assignee.id) ? [assignee, ...people] : people;
  return (
    <Choose
      value={assignee?.id ?? NOBODY}
      options={[
        { value: NOBODY, label: t("unassigned") },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChoose={(value) =>
        assign.mutate({ proposal_id: proposal.id, person_id: value === NOBODY ? null : value })
      }
      disabled={assign.isPending}
      className="h-7"
      aria-label={t("assignee")}
    />
  );
}
