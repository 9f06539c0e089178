"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { toastProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/doors/client";
import { type Proposal, proposalUndo } from "@/lib/skills/contract";
import { refreshSkills } from "./affected";

/** Takes a decision back and opens the proposal; says what happened, or why it cannot be. */
export function useUndo() {
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: ({ id, version }: Pick<Proposal, "id" | "version">) =>
      call(proposalUndo, { proposal_id: id, version }),
    onSuccess: ({ proposal, skill_version }) => {
      toast.success("The decision was taken back", {
        description: skill_version
          ? `Version ${skill_version.number} of ${proposal.skill.name} has the text from before; the proposal is open again.`
          : "The proposal is open again.",
      });
      router.push(`/proposals/${proposal.id}`);
    },
    onError: (error) => toastProblem("It could not be taken back", error),
    onSettled: () => refreshSkills(client),
  });
}

export function Undo({ proposal }: { proposal: Pick<Proposal, "id" | "version"> }) {
  const undo = useUndo();
  return (
    <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate(proposal)}>
      <Undo2 aria-hidden />
      Take the decision back
    </Button>
  );
}
