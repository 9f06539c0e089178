"use client";

import { Undo2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toastProblem } from "@/components/pieces/problem";
import { ReasonDialog } from "@/components/pieces/reason-dialog";
import { toastDone } from "@/components/pieces/undo";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { call } from "@/lib/doors/client";
import { type Review, reviewDelete } from "@/lib/reviews/contract";
import { reviewsPage } from "@/messages/compiled/reviews-page";

/** Takes back a review that was submitted by mistake; nothing for who may not. */
export function TakeBackReview({ review, findings }: { review: Review; findings: number }) {
  const t = useMessages(reviewsPage);
  const { may } = useMe();
  const router = useRouter();
  const refresh = useRefreshAfter(reviewDelete);
  const [open, setOpen] = useState(false);
  if (!may("reviews:write")) return null;
  const takeBack = async (reason: string): Promise<string[]> => {
    try {
      const { memory_ids } = await call(reviewDelete, { review_id: review.id, reason });
      toastDone(t("taken_back"), {
        description: t("taken_back_meaning", { findings, memories: memory_ids.length }),
      });
    } catch (error) {
      toastProblem(t("not_taken_back"), error);
      return [];
    }
    // The review is not read again where it is no more.
    router.push("/reviews/list");
    void refresh();
    return [review.id];
  };
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Undo2 aria-hidden />
        {t("take_back")}
      </Button>
      <ReasonDialog
        open={open}
        onOpenChange={setOpen}
        title={t("take_back_title")}
        description={t("take_back_hint", { findings })}
        label={t("take_back_why")}
        hint={t("take_back_why_hint")}
        usual={t("take_back_usual")}
        draft={`review.${review.id}`}
        verb={t("take_back")}
        tone="danger"
        send={takeBack}
      />
    </>
  );
}
