"use client";

import { Undo2 } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type Proposal, proposalUndo } from "@/lib/skills/contract";

type Decided = Pick<Proposal, "id" | "version">;

/** Takes a decision back, and opens the proposal where proposals are pages; says what happened, or why it cannot be. */
export function useUndo() {
  const router = useRouter();
  const pathname = usePathname();
  const { mutateAsync, isPending } = useOperation(proposalUndo, {
    onSuccess: ({ proposal, skill_version }) => {
      toast.success("The decision was undone", {
        description: skill_version
          ? `Version ${skill_version.number} of ${proposal.skill.name} has the text from before; the proposal is open again.`
          : "The proposal is open again.",
      });
      if (pathname.startsWith("/proposals")) router.push(`/proposals/${proposal.id}`);
    },
    failure: "The decision could not be undone",
    refreshOnFailure: true,
  });
  return {
    isPending,
    /** Never rejects: a refusal is said in a toast. */
    undo: ({ id, version }: Decided) => mutateAsync({ proposal_id: id, version }).catch(() => undefined),
  };
}

export function Undo({ proposal }: { proposal: Decided }) {
  const { undo, isPending } = useUndo();
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-keyshortcuts={DECISION_KEYS.undo}
      onClick={() => void undo(proposal)}
    >
      <Undo2 aria-hidden />
      Undo the decision
    </Button>
  );
}
