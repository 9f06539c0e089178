"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { Actor } from "@/components/pieces/actor";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { ButtonKeys } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { FormOnDemand, useFetchedAhead } from "@/components/ui/on-demand";
import { visible } from "@/components/ui/visible";
import { operationQuery } from "@/lib/doors/client";
import { type InboxComment, type InboxReference, inboxCommentList } from "@/lib/inbox/contract";
import { inbox } from "@/messages/compiled/inbox";

const SHOWN = 100;

const loadForm = () => import("./comment-form-opened").then((part) => part.CommentForm);

/** What people said about an item, and a field to say something. */
export function ItemComments({
  item,
  isCommenting,
  onCommenting,
  onLeave,
}: {
  item: InboxReference;
  isCommenting: boolean;
  onCommenting: (isCommenting: boolean) => void;
  /** Puts the focus back where it was before. */
  onLeave: () => void;
}) {
  const t = useMessages(inbox);
  useFetchedAhead(loadForm);
  const query = useQuery(operationQuery(inboxCommentList, { ...item, limit: SHOWN }));
  const problem = readProblem(t("comments_unreadable"), query);
  const comments = query.data?.items ?? [];
  const leave = () => {
    onCommenting(false);
    onLeave();
  };
  return (
    <section aria-label={t("comments")} className="rounded-md border bg-card text-sm">
      {problem !== null && <ErrorState {...problem} className="m-2" />}
      {comments.length > 0 && (
        <ul className="flex flex-col gap-3 px-3 py-2.5">
          {comments.map((comment) => (
            <Comment key={comment.id} comment={comment} />
          ))}
        </ul>
      )}
      {isCommenting && <FormOnDemand load={loadForm} props={{ item, onDone: leave }} />}
      {!isCommenting && (
        <Button
          variant="ghost"
          className="m-1"
          aria-keyshortcuts={DECISION_KEYS.comment}
          onClick={() => onCommenting(true)}
        >
          <MessageSquareText aria-hidden />
          {t("comment")}
          <ButtonKeys keys={DECISION_KEYS.comment} />
        </Button>
      )}
    </section>
  );
}

function Comment({ comment: { author, created_at, body } }: { comment: InboxComment }) {
  return (
    <li>
      <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
        <Actor actor={author} />
        <RelativeTime at={created_at} />
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {visible(body)}
      </p>
    </li>
  );
}
