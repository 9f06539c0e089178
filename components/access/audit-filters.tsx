"use client";

import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { audit } from "@/messages/compiled/audit";
import type { AuditSearch } from "./parameters";

/** Who did what and when: each field narrows the list at once. */
export function AuditFilters({
  search,
  onChange,
}: {
  search: AuditSearch;
  onChange: (change: Partial<AuditSearch>) => void;
}) {
  const t = useMessages(audit);
  return (
    <search aria-label={t("search")} className="mb-3 flex flex-wrap items-end gap-2">
      <Narrow
        label={t("who")}
        placeholder={t("who_example")}
        value={search.actor}
        onValue={(actor) => onChange({ actor })}
      />
      <Narrow
        label={t("what")}
        placeholder="agent_key, sign_in …"
        value={search.operation}
        onValue={(operation) => onChange({ operation })}
      />
      <Narrow label={t("from")} type="date" value={search.from} onValue={(from) => onChange({ from })} />
      <Narrow
        label={t("before")}
        type="date"
        value={search.before}
        onValue={(before) => onChange({ before })}
      />
      {search.subject !== null && (
        <Narrow label={t("about")} value={search.subject} onValue={(subject) => onChange({ subject })} />
      )}
    </search>
  );
}

function Narrow({
  label,
  value,
  onValue,
  ...input
}: {
  label: string;
  value: string | null;
  onValue: (value: string | null) => void;
  placeholder?: string;
  type?: string;
}) {
  return (
    <Field label={label}>
      {(control) => (
        <Input
          {...input}
          {...control}
          key={value}
          defaultValue={value ?? ""}
          autoComplete="off"
          onKeyDown={(event) => {
            if (event.key === "Enter") onValue(event.currentTarget.value || null);
          }}
          onBlur={(event) => {
            if (event.target.value !== (value ?? "")) onValue(event.target.value || null);
          }}
        />
      )}
    </Field>
  );
}
