"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { toastProblem } from "@/components/pieces/problem";
import { useMe } from "@/components/pieces/use-me";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { memberList } from "@/lib/access/contract";
import { call, operationQuery, queryKey } from "@/lib/doors/client";
import { type Proposal, proposalAssign, proposalGet, proposalList } from "@/lib/skills/contract";

const NOBODY = "nobody";

/** Says who looks at the proposal, and lets those who decide change it. */
export function Assign({ proposal }: { proposal: Proposal }) {
  const { may } = useMe();
  const client = useQueryClient();
  const editable = may("proposals:decide") && proposal.status === "open";
  const members = useQuery({ ...operationQuery(memberList, { limit: 200 }), enabled: editable });
  const assign = useMutation({
    mutationFn: (value: string) =>
      call(proposalAssign, { proposal_id: proposal.id, person_id: value === NOBODY ? null : value }),
    onError: (error) => toastProblem("It could not be assigned", error),
    onSettled: () =>
      Promise.all(
        [proposalGet, proposalList].map((contract) =>
          client.invalidateQueries({ queryKey: queryKey(contract) }),
        ),
      ),
  });
  const { assignee } = proposal;
  if (!editable) return assignee ? <span>{assignee.name} looks at it</span> : null;
  const people = members.data?.items.map(({ person_id, name }) => ({ id: person_id, name })) ?? [];
  const known = assignee && !people.some(({ id }) => id === assignee.id) ? [assignee, ...people] : people;
  return (
    <Select
      value={assignee?.id ?? NOBODY}
      onValueChange={(value) => assign.mutate(value)}
      disabled={assign.isPending}
    >
      <SelectTrigger className="h-7" aria-label="Who looks at it">
        <SelectValue />
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={NOBODY}>nobody looks at it</SelectItem>
        {known.map(({ id, name }) => (
          <SelectItem key={id} value={id}>
            {name}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
