"use client";

import { ChevronDown, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FilterSelect } from "@/components/pieces/filter-select";
import { CITATION_STATUSES as TERMS } from "@/components/pieces/vocabulary";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import type { CitationStatus } from "@/lib/citations/contract";
import { citations } from "@/messages/compiled/citations";
import { vocabulary } from "@/messages/compiled/vocabulary";

const OF = [
  { value: "in_use", label: "of_in_use" },
  { value: "decided", label: "of_decided" },
  { value: "all", label: "of_all" },
] as const;

type Of = (typeof OF)[number]["value"];
type Values = { status: CitationStatus[]; path: string | null; of: Of };
/** null: the filter is removed. */
type Change = (values: { [Name in keyof Values]?: Values[Name] | null }) => void;

/** File or folder, status, and of which memories. */
export function CitationFilters({ status, path, of, onChange }: Values & { onChange: Change }) {
  const t = useMessages(citations);
  const [folder, setFolder] = useState(path ?? "");
  const clear = () => {
    setFolder("");
    onChange({ status: null, path: null });
  };
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <PathField
        folder={folder}
        onType={setFolder}
        isFiltered={path !== null}
        onChange={(next) => onChange({ path: next })}
      />
      <StatusMenu status={status} onChange={(next) => onChange({ status: next })} />
      <FilterSelect
        label={t("of")}
        className="min-w-44"
        value={of}
        options={OF.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(next) => onChange({ of: next })}
      />
      {(status.length > 0 || path !== null) && (
        <Button variant="ghost" onClick={clear}>
          <X aria-hidden />
          {t("clear")}
        </Button>
      )}
    </div>
  );
}

function PathField({
  folder,
  isFiltered,
  onType,
  onChange,
}: {
  folder: string;
  isFiltered: boolean;
  onType: (folder: string) => void;
  onChange: (path: string | null) => void;
}) {
  const t = useMessages(citations);
  const path = folder.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(path || null);
  };
  return (
    <form className="min-w-0 flex-1 basis-56 sm:max-w-80" onSubmit={submit}>
      <Input
        aria-label={t("path")}
        placeholder={t("path_hint")}
        className="font-mono text-xs"
        value={folder}
        maxLength={1_000}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => {
          if (path === "" && isFiltered) onChange(null);
        }}
      />
    </form>
  );
}

const loadStatuses = () => import("./citation-statuses-opened").then((part) => part.CitationStatusesOpened);

function StatusMenu({
  status,
  onChange,
}: {
  status: readonly CitationStatus[];
  onChange: (status: CitationStatus[]) => void;
}) {
  const t = useMessages(citations);
  const words = useMessages(vocabulary);
  const toggle = (value: CitationStatus, isChosen: boolean) => {
    if (isChosen) onChange([...status, value]);
    else onChange(status.filter((other) => other !== value));
  };
  return (
    <OpensOnDemand
      opens="menu"
      load={loadStatuses}
      props={{ status, onToggle: toggle }}
      trigger={
        <Button>
          {status.map((value) => words(TERMS[value].word)).join(", ") || t("any_status")}
          <ChevronDown aria-hidden className="text-muted-foreground" />
        </Button>
      }
    />
  );
}
