"use client";

import { useState } from "react";
import { Actor } from "@/components/pieces/actor";
import { FormProblem, fieldProblem } from "@/components/pieces/problem";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/label";
import { Textarea } from "@/components/ui/textarea";
import { type Comment, proposalComment } from "@/lib/skills/contract";

/** What was said, oldest first. */
export function Comments({ comments, earlier = false }: { comments: readonly Comment[]; earlier?: boolean }) {
  if (comments.length === 0) return null;
  return (
    <ul aria-label="Comments" className="flex flex-col gap-2 border-t bg-sunken px-3 py-2 text-sm">
      {comments.map((comment) => (
        <li key={comment.id}>
          <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-xs">
            <Actor actor={comment.author} />
            <RelativeTime at={comment.created_at} />
            {earlier && comment.hunk_id !== null && "on an earlier draft"}
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
  const [body, setBody] = useState("");
  const send = useOperation(proposalComment, { onSuccess: onDone, refreshOnFailure: true });
  return (
    <form
      className="flex flex-col gap-2 border-t bg-sunken px-3 py-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate({ proposal_id, hunk_id, body: body.trim() });
      }}
    >
      <Field label="Comment" hint="For those who decide." error={fieldProblem(send.error, "/body")}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            required
            value={body}
            onChange={(event) => setBody(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") {
                event.stopPropagation();
                onDone();
              }
              if (event.key === "Enter" && (event.metaKey || event.ctrlKey))
                event.currentTarget.form?.requestSubmit();
            }}
          />
        )}
      </Field>
      <FormProblem error={send.error} fields={["/body"]} />
      <div className="flex justify-end gap-2">
        <Button size="sm" variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <Button size="sm" type="submit" busy={send.isPending} disabled={body.trim() === ""}>
          Comment
        </Button>
      </div>
    </form>
  );
}
