"use client";

import { useQuery } from "@tanstack/react-query";
import { isConflict } from "@/components/pieces/problem";
import { useForm } from "@/components/pieces/use-form";
import { useInputSchema } from "@/components/pieces/use-input-schema";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { type Organization, organizationUpdate } from "@/lib/access/contract";
import { limitsOf, listQuery } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { retentionPreview } from "@/lib/upkeep/contract";
import { settingsPrivacy } from "@/messages/compiled/settings-privacy";
import { NumberField } from "./number-field";
import { Section } from "./section";
import { useEditedRecord, useKeepWhileEdited } from "./use-edited-record";

const PERIODS = [
  {
    name: "recall_retention_days",
    part: "recalls",
    label: "keep_recalls",
    hint: "keep_recalls_hint",
  },
  {
    name: "session_retention_days",
    part: "sessions",
    label: "keep_sessions",
    hint: "keep_sessions_hint",
  },
  {
    name: "deleted_retention_days",
    part: "deleted_memories",
    label: "keep_deleted",
    hint: "keep_deleted_hint",
  },
  {
    name: "conversation_retention_days",
    part: "conversations",
    label: "keep_conversations",
    hint: "keep_conversations_hint",
  },
  {
    name: "audit_retention_days",
    part: "audit_entries",
    label: "keep_audit",
    hint: "keep_audit_hint",
  },
] as const;

type Name = (typeof PERIODS)[number]["name"];
type Texts = Record<Name, string>;

const GOING = {
  recalls: "go_recalls",
  sessions: "go_sessions",
  deleted_memories: "go_deleted",
  conversations: "go_conversations",
  audit_entries: "go_audit",
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

type RetentionProps = { organization: Organization; editable: boolean };

/** How long recalls, sessions, logs and deleted memories are kept, and what would go by other periods before they are saved. */
export function RetentionSection({ organization, editable }: RetentionProps) {
  const { record, keep } = useEditedRecord(organization);
  return <RetentionForm organization={record} keep={keep} editable={editable} key={record.version} />;
}

function RetentionForm({
  organization,
  keep,
  editable,
}: RetentionProps & { keep: (organization: Organization | null) => void }) {
  const t = useMessages(settingsPrivacy);
  const refresh = useRefreshAfter(organizationUpdate);
  const before = textsOf(organization);
  const toInput = (texts: Texts) => ({ settings: daysOf(texts), version: organization.version });
  const form = useForm(organizationUpdate, {
    defaults: before,
    toInput,
    fields: [],
    success: t("saved"),
    onSuccess: () => keep(null),
  });
  const texts = form.values;
  const schema = useInputSchema(organizationUpdate);
  const possible = schema?.safeParse(toInput(texts)).success === true;
  const preview = useQuery(listQuery(retentionPreview, possible ? daysOf(texts) : {}));
  const isChanged = PERIODS.some(({ name }) => texts[name] !== before[name]);
  useKeepWhileEdited({ record: organization, isChanged, keep });
  return (
    <Section title={t("retention")} description={t("retention_description")}>
      <form className="flex flex-col gap-4" onSubmit={form.submit}>
        <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {PERIODS.map(({ name, label, hint }) => (
            <NumberField
              key={name}
              {...limits(name)}
              label={t(label)}
              hint={t(hint)}
              error={undefined}
              isOptional={name === "audit_retention_days"}
              value={texts[name]}
              onValue={(value) => form.set(name, value)}
            />
          ))}
        </div>
        {preview.data !== undefined && <WouldGo preview={preview.data} isChanged={isChanged} />}
        {form.problem}
        {editable && (
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary" disabled={!isChanged || !possible} busy={form.isPending}>
              {t("save")}
            </Button>
            {isConflict(form.error) && (
              <Button onClick={() => void refresh().then(() => keep(null))}>{t("reload")}</Button>
            )}
          </div>
        )}
      </form>
    </Section>
  );
}

function WouldGo({ preview, isChanged }: { preview: OutputOf<typeof retentionPreview>; isChanged: boolean }) {
  const t = useMessages(settingsPrivacy);
  const counts = {
    recalls: preview.recalls.count,
    sessions: preview.sessions.count,
    deleted_memories: preview.deleted_memories.count,
    conversations: preview.conversations.count,
    audit_entries: preview.audit_entries,
  };
  const listed = PERIODS.filter(({ part }) => counts[part] > 0)
    .map(({ part }) => t(GOING[part], { count: counts[part] }))
    .join(", ");
  const said = () => {
    if (listed === "") return t(isChanged ? "go_changed_nothing" : "go_tonight_nothing");
    return t(isChanged ? "go_changed" : "go_tonight", { listed });
  };
  return (
    <p role="status" className="text-muted-foreground text-sm">
      {said()}
    </p>
  );
}
