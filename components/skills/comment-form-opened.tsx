"use client";

import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { proposalComment } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";

/** Takes a comment on a hunk, or on the proposal as a whole. */
export function CommentForm({
  proposal_id,
  hunk_id,
  onDone,
}: {
  proposal_id: string;
  hunk_id?: string;
  onDone: () => void;
}) {
  const t = useMessages(proposalReview);
  const form = useForm(proposalComment, {
    draft: `comment.${proposal_id}.${hunk_id ?? "all"}`,
    defaults: { body: "" },
    toInput: ({ body }) => ({ proposal_id, hunk_id, body: body.trim() }),
    onSuccess: onDone,
    refreshOnFailure: true,
  });
  return (
    <form className="flex flex-col gap-2 border-t bg-sunken px-3 py-2.5" onSubmit={form.submit}>
      <LongTextField
        form={form}
        name="body"
        label={t("comment_text")}
        hint={t("comment_hint")}
        autoFocus
        onEscape={onDone}
      />
      {form.problem}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button size="sm" type="submit" busy={form.isPending} disabled={form.values.body.trim() === ""}>
          {t("comment")}
        </Button>
      </div>
    </form>
  );
}
