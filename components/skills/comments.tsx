"use client";

import { Actor } from "@/components/pieces/actor";
import { RelativeTime } from "@/components/pieces/relative-time";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type Comment, proposalComment } from "@/lib/skills/contract";
import { proposalReview } from "@/messages/compiled/proposal-review";

/** What was said, oldest first. */
export function Comments({ comments, earlier = false }: { comments: readonly Comment[]; earlier?: boolean }) {
  const t = useMessages(proposalReview);
  if (comments.length === 0) return null;
  return (
    <ul aria-label={t("comments")} className="flex flex-col gap-2 border-t bg-sunken px-3 py-2 text-sm">
      {comments.map((comment) => (
        <li key={comment.id}>
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
            <Actor actor={comment.author} />
            <RelativeTime at={comment.created_at} />
            {earlier && comment.hunk_id !== null && t("on_earlier_draft")}
          </p>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {comment.body}
          </p>
        </li>
      ))}
    </ul>
  );
}

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
