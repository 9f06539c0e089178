import { z } from "zod";
import { idSchema } from "@/lib/kernel/ids";
import { INBOX_KINDS } from "./kinds";

export const inboxKindSchema = z.enum(INBOX_KINDS).meta({
  description:
    "proposal: a change of a skill; drift: a memory whose code changed; suspicious_head: a commit at which many checks fail; conflict: memories that cannot all be true; quarantine: a text that gives instructions to AI models; suggestion: an agent's suggested change of others' memories; unclassified: findings of one title without a rule; failure: one that came back; import: a draft to confirm",
});

/** What names an item: its kind, and the id of the record that is decided on. */
export const inboxReferenceSchema = z.strictObject({ kind: inboxKindSchema, subject_id: idSchema });

export type InboxReference = z.output<typeof inboxReferenceSchema>;

export const personRefSchema = z.object({ id: idSchema, name: z.string() });
