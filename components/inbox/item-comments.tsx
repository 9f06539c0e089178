"use client";

import { useQuery } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { Actor } from "@/components/pieces/actor";
import { DECISION_KEYS } from "@/components/pieces/decision-keys";
import { readProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { ButtonKeys } from "@/components/review-queue/actions";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { operationQuery } from "@/lib/doors/client";
import { type InboxComment, type InboxReference, inboxComment, inboxCommentList } from "@/lib/inbox/contract";
import { inbox } from "@/messages/compiled/inbox";
import { MentionPicker } from "./mention-picker";

const SHOWN = 100;

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
      {isCommenting && <CommentForm item={item} onDone={leave} />}
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
        {body}
      </p>
    </li>
  );
}

function CommentForm({ item, onDone }: { item: InboxReference; onDone: () => void }) {
  const t = useMessages(inbox);
  const form = useForm(inboxComment, {
    draft: `comment.${item.kind}.${item.subject_id}`,
    defaults: { body: "" },
    toInput: ({ body }) => ({ ...item, body: body.trim() }),
    onSuccess: onDone,
  });
  const { body } = form.values;
  return (
    <form className="flex flex-col gap-2 border-t px-3 py-2.5 first:border-t-0" onSubmit={form.submit}>
      <LongTextField
        form={form}
        name="body"
        label={t("comment_field")}
        hint={t("comment_hint")}
        autoFocus
        onEscape={onDone}
      />
      <MentionPicker text={body} onPick={(text) => form.set("body", text)} />
      {form.problem}
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          {t("cancel")}
        </Button>
        <Button size="sm" type="submit" variant="primary" busy={form.isPending} disabled={body.trim() === ""}>
          {t("comment")}
        </Button>
      </div>
    </form>
  );
}
