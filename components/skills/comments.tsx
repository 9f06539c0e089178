"use client";

import { Actor } from "@/components/pieces/actor";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useMessages } from "@/components/ui/messages";
import { FormOnDemand, type PropsOfPart } from "@/components/ui/on-demand";
import { visible } from "@/components/ui/visible";
import type { Comment } from "@/lib/skills/contract";
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
            {visible(comment.body)}
          </p>
        </li>
      ))}
    </ul>
  );
}

const loadForm = () => import("./comment-form-opened").then((part) => part.CommentForm);

/** Takes a comment on a hunk, or on the proposal as a whole. */
export function CommentForm(props: PropsOfPart<typeof loadForm>) {
  return <FormOnDemand load={loadForm} props={props} />;
}
