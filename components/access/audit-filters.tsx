"use client";

import { Download } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { download } from "@/components/pieces/csv";
import { toastProblem } from "@/components/pieces/problem";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { auditList } from "@/lib/access/contract";
import { call } from "@/lib/doors/client";
import type { OutputOf } from "@/lib/kernel/contract";
import { type AuditSearch, auditInput } from "./parameters";

const PAGE = 100;

/** More are fetched by the command line, which has no browser's memory to fit into. */
const MAX_EXPORTED = 10_000;

/** Who did what and when: each field narrows the list at once, and what is found goes into a file. */
export function AuditFilters({
  search,
  onChange,
}: {
  search: AuditSearch;
  onChange: (change: Partial<AuditSearch>) => void;
}) {
  const exporting = useExport(search);
  return (
    <search aria-label="Search the audit" className="mb-3 flex flex-wrap items-end gap-2">
      <Narrow
        label="Who"
        placeholder="Name or id"
        value={search.actor}
        onValue={(actor) => onChange({ actor })}
      />
      <Narrow
        label="What"
        placeholder="agent_key, sign_in …"
        value={search.operation}
        onValue={(operation) => onChange({ operation })}
      />
      <Narrow label="From" type="date" value={search.from} onValue={(from) => onChange({ from })} />
      <Narrow label="Before" type="date" value={search.before} onValue={(before) => onChange({ before })} />
      <Button busy={exporting.isBusy} onClick={() => void exporting.run()}>
        <Download aria-hidden /> Export
      </Button>
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

function useExport(search: AuditSearch) {
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const lines: string[] = [];
      let cursor: string | null = null;
      do {
        const page: OutputOf<typeof auditList> = await call(auditList, {
          ...auditInput({ ...search, cursor }),
          limit: PAGE,
        });
        lines.push(...page.items.map((entry) => JSON.stringify(entry)));
        cursor = page.next_cursor;
      } while (cursor !== null && lines.length < MAX_EXPORTED);
      download("audit.jsonl", `${lines.join("\n")}\n`, "application/x-ndjson");
      if (cursor !== null)
        toast.warning(`The newest ${lines.length.toLocaleString()} entries are in the file`, {
          description: "More match; narrow the search, or use the command line.",
        });
    } catch (error) {
      toastProblem("The audit could not be exported", error);
    }
    setBusy(false);
  };
  return { isBusy, run };
}
