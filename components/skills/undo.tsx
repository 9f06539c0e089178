"use client";

import { Undo2 } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { forgetUndo } from "@/components/pieces/undo";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { toast } from "@/components/ui/toast";
import { type Proposal, proposalUndo } from "@/lib/skills/contract";
import { proposalDecide } from "@/messages/compiled/proposal-decide";
import { proposalReview } from "@/messages/compiled/proposal-review";

type Decided = Pick<Proposal, "id" | "version">;

/** Takes a decision back, and opens the proposal where proposals are pages; says what happened, or why it cannot be. */
export function useUndo() {
  const t = useMessages(proposalDecide);
  const router = useRouter();
  const pathname = usePathname();
  const { mutateAsync, isPending } = useOperation(proposalUndo, {
    onSuccess: ({ proposal, skill_version }) => {
      // Undone by the button of its page, it is not undone once more by the key, nor by its toast.
      forgetUndo();
      toast.dismiss(`decided.${proposal.id}`);
      toast.success(t("was_undone"), {
        description: skill_version
          ? t("open_again_with_version", { version: skill_version.number, skill: proposal.skill.name })
          : t("open_again"),
      });
      if (pathname.startsWith("/proposals")) router.push(`/proposals/${proposal.id}`);
    },
    failure: t("not_undone"),
    refreshOnFailure: true,
  });
  return {
    isPending,
    /** Never rejects: a refusal is said in a toast. */
    undo: ({ id, version }: Decided) => mutateAsync({ proposal_id: id, version }).catch(() => undefined),
  };
}

export function Undo({ proposal }: { proposal: Decided }) {
  const t = useMessages(proposalReview);
  const { undo, isPending } = useUndo();
  return (
    <Button
      size="sm"
      busy={isPending}
      aria-keyshortcuts={DECISION_KEYS.undo}
      onClick={() => void undo(proposal)}
    >
      <Undo2 aria-hidden />
      {t("undo_decision")}
    </Button>
  );
}
