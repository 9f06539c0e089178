"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatCount } from "@/components/pieces/format";
import { useForm } from "@/components/pieces/use-form";
import { useInputSchema } from "@/components/pieces/use-input-schema";
import { Button } from "@/components/ui/button";
import { type Organization, organizationUpdate } from "@/lib/access/contract";
import { limitsOf, operationQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { retentionPreview } from "@/lib/upkeep/contract";
import { NumberField } from "./number-field";
import { Section } from "./section";

const PERIODS = [
  {
    name: "recall_retention_days",
    counted: "recalls",
    label: "Recalls (days)",
    hint: "What agents asked and were served.",
  },
  {
    name: "session_retention_days",
    counted: "sessions",
    label: "Sessions (days)",
    hint: "After their last activity.",
  },
  {
    name: "deleted_retention_days",
    counted: "deleted_memories",
    label: "Deleted memories (days)",
    hint: "Until then they can be restored.",
  },
  {
    name: "conversation_retention_days",
    counted: "conversations",
    label: "Conversations (days)",
    hint: "Their logs; facts learned from them stay.",
  },
  {
    name: "audit_retention_days",
    counted: "audit_entries",
    label: "Audit (days)",
    hint: "At least 90; empty: forever.",
  },
] as const;

type Name = (typeof PERIODS)[number]["name"];
type Texts = Record<Name, string>;

const WORDS = {
  recalls: "recalls",
  sessions: "sessions",
  deleted_memories: "deleted memories",
  conversations: "conversation logs",
  audit_entries: "audit entries",
} as const;

const textsOf = ({ settings }: Pick<Organization, "settings">): Texts => ({
  recall_retention_days: String(settings.recall_retention_days),
  session_retention_days: String(settings.session_retention_days),
  deleted_retention_days: String(settings.deleted_retention_days),
  conversation_retention_days: String(settings.conversation_retention_days),
  audit_retention_days: String(settings.audit_retention_days ?? ""),
});

const limits = (name: Name) => limitsOf(organizationUpdate, `settings.${name}`);

const daysOf = (texts: Texts) => ({
  recall_retention_days: Number(texts.recall_retention_days),
  session_retention_days: Number(texts.session_retention_days),
  deleted_retention_days: Number(texts.deleted_retention_days),
  conversation_retention_days: Number(texts.conversation_retention_days),
  audit_retention_days: texts.audit_retention_days === "" ? null : Number(texts.audit_retention_days),
});

/** How long recalls, sessions, logs and deleted memories are kept, and what would go by other periods before they are saved. */
export function RetentionSection({
  organization,
  editable,
}: {
  organization: Organization;
  editable: boolean;
}) {
  const before = textsOf(organization);
  const toInput = (texts: Texts) => ({ settings: daysOf(texts), version: organization.version });
  const form = useForm(organizationUpdate, {
    defaults: before,
    toInput,
    fields: [],
    success: "Retention periods saved",
  });
  const texts = form.values;
  const schema = useInputSchema(organizationUpdate);
  const possible = schema?.safeParse(toInput(texts)).success === true;
  const preview = useQuery({
    ...operationQuery(retentionPreview, possible ? daysOf(texts) : {}),
    placeholderData: keepPreviousData,
  });
  const isChanged = PERIODS.some(({ name }) => texts[name] !== before[name]);
  return (
    <Section
      title="Data retention"
      description="Every night, older data is deleted for good, with its vectors, cited text and events."
    >
      <form className="flex flex-col gap-4" onSubmit={form.submit}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {PERIODS.map(({ name, label, hint }) => (
            <NumberField
              key={name}
              {...limits(name)}
              label={label}
              hint={hint}
              error={undefined}
              value={texts[name]}
              onValue={(value) => form.set(name, value)}
            />
          ))}
        </div>
        {preview.data !== undefined && <WouldGo preview={preview.data} isChanged={isChanged} />}
        {form.problem}
        {editable && (
          <Button
            type="submit"
            variant="primary"
            className="self-start"
            disabled={!isChanged || !possible}
            busy={form.isPending}
          >
            Save
          </Button>
        )}
      </form>
    </Section>
  );
}

function WouldGo({ preview, isChanged }: { preview: OutputOf<typeof retentionPreview>; isChanged: boolean }) {
  const counts = {
    recalls: preview.recalls.count,
    sessions: preview.sessions.count,
    deleted_memories: preview.deleted_memories.count,
    conversations: preview.conversations.count,
    audit_entries: preview.audit_entries,
  };
  const parts = PERIODS.filter(({ counted }) => counts[counted] > 0).map(
    ({ counted }) => `${formatCount(counts[counted])} ${WORDS[counted]}`,
  );
  const periods = isChanged ? "With these periods" : "Tonight";
  const listed = parts.join(", ") || "nothing";
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {periods} {listed} will be removed.
    </p>
  );
}
