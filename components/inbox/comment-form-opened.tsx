"use client";

import { LongTextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type InboxReference, inboxComment } from "@/lib/inbox/contract";
import { inbox } from "@/messages/compiled/inbox";
import { MentionPicker } from "./mention-picker";

/** Takes a comment on an item, with the names of those it mentions. */
export function CommentForm({ item, onDone }: { item: InboxReference; onDone: () => void }) {
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
