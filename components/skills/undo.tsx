"use client";

import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type Proposal, proposalUndo } from "@/lib/skills/contract";

type Decided = Pick<Proposal, "id" | "version">;

/** Takes a decision back and opens the proposal; says what happened, or why it cannot be. */
export function useUndo() {
  const router = useRouter();
  const { mutate, isPending } = useOperation(proposalUndo, {
    onSuccess: ({ proposal, skill_version }) => {
      toast.success("The decision was undone", {
        description: skill_version
          ? `Version ${skill_version.number} of ${proposal.skill.name} has the text from before; the proposal is open again.`
          : "The proposal is open again.",
      });
      router.push(`/proposals/${proposal.id}`);
    },
    failure: "It could not be undone",
    refreshOnFailure: true,
  });
  return {
    isPending,
    undo: ({ id, version }: Decided) => mutate({ proposal_id: id, version }),
  };
}

export function Undo({ proposal }: { proposal: Decided }) {
  const { undo, isPending } = useUndo();
  return (
    <Button size="sm" busy={isPending} onClick={() => undo(proposal)}>
      <Undo2 aria-hidden />
      Take the decision back
    </Button>
  );
}
