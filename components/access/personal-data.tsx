"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "@/components/pieces/download";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useFormat } from "@/components/pieces/use-format";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { type Member, memberList } from "@/lib/access/contract";
import { call, operationQuery } from "@/lib/doors/client";
import {
  type ErasureImpact,
  type ErasurePart,
  personErase,
  personExport,
  personPreview,
} from "@/lib/upkeep/contract";
import { settingsPersonalData } from "@/messages/compiled/settings-personal-data";
import type { PlainKey } from "@/messages/message";
import { Section } from "./section";

async function exportedOf(person_id: string | undefined): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await call(personExport, { person_id, cursor });
    lines.push(...page.records.map((record) => `${JSON.stringify(record)}\n`));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return lines.join("");
}

function ExportButton({ person_id, label }: { person_id?: string; label: string }) {
  const work = useMutation({
    mutationFn: async () =>
      download("personal-data.jsonl", await exportedOf(person_id), "application/x-ndjson"),
  });
  return (
    <div className="flex flex-col gap-2">
      <Button className="self-start" busy={work.isPending} onClick={() => work.mutate()}>
        <Download aria-hidden />
        {label}
      </Button>
      <FormProblem error={work.error} />
    </div>
  );
}

/** What is stored about the person who looks, as a file. */
export function OwnDataSection() {
  const t = useMessages(settingsPersonalData);
  return (
    <Section title={t("own")} description={t("own_description")}>
      <ExportButton label={t("own_export")} />
    </Section>
  );
}

/** Erasing a member, after it was said what goes. */
export function ErasePersonSection() {
  const t = useMessages(settingsPersonalData);
  const reading = useQuery(operationQuery(memberList, { limit: 200 }));
  const [person_id, setPersonId] = useState("");
  const [name, setName] = useState("");
  const [isWritten, setWritten] = useState(false);
  const members = reading.data?.items ?? [];
  const member = members.find((each) => each.person_id === person_id);
  const problem = readProblem(t("members_unreadable"), reading);
  return (
    <Section title={t("erase")} description={t("erase_description")}>
      {problem !== null && <ErrorState {...problem} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("member")}>
          {(control) => (
            <Choose
              {...control}
              value={person_id}
              onChoose={setPersonId}
              options={members.map((each) => ({
                value: each.person_id,
                label: `${each.name} · ${each.email}`,
              }))}
              className="w-full"
            />
          )}
        </Field>
        <Field label={t("also_known")} hint={t("also_known_hint")}>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
      </div>
      <WrittenToo checked={isWritten} onChange={setWritten} />
      {member !== undefined && (
        <Erasure
          key={member.person_id}
          member={member}
          names={[name.trim()].filter((each) => each !== "")}
          written={isWritten ? "erase" : "keep"}
          onErased={() => setPersonId("")}
        />
      )}
    </Section>
  );
}

function WrittenToo({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const t = useMessages(settingsPersonalData);
  return (
    <label className="flex items-start gap-2.5 text-sm" htmlFor="erase-written">
      <Checkbox
        id="erase-written"
        className="mt-0.5"
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <span>{t("written_too")}</span>
    </label>
  );
}

type ErasureProps = { member: Member; names: string[]; written: "keep" | "erase"; onErased: () => void };

function Erasure({ member, names, written, onErased }: ErasureProps) {
  const t = useMessages(settingsPersonalData);
  const [isAsking, setAsking] = useState(false);
  const input = { person_id: member.person_id, names, written };
  const preview = useQuery(operationQuery(personPreview, input));
  const erase = useOperation(personErase, {
    success: t("erased", { name: member.name }),
    onSuccess: onErased,
  });
  const problem = readProblem(t("preview_unreadable"), preview);
  if (problem) return <ErrorState {...problem} />;
  if (!preview.data) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="flex flex-col gap-3">
      <Impact impact={preview.data} />
      <div className="flex flex-wrap gap-2">
        <ExportButton person_id={member.person_id} label={t("export_first")} />
        <Button variant="danger" onClick={() => setAsking(true)}>
          {t("erase_open")}
        </Button>
      </div>
      <TypedConfirm
        expected={member.email}
        open={isAsking}
        onOpenChange={setAsking}
        title={t("erase_title", { name: member.name })}
        verb={t("erase_for_good")}
        error={erase.error}
        busy={erase.isPending}
        onConfirm={() => erase.mutate(input)}
      >
        <p className="mb-2">{t("erase_effect", { email: member.email })}</p>
        <Impact impact={preview.data} />
      </TypedConfirm>
    </div>
  );
}

const FATES: readonly { fate: ErasurePart["fate"]; label: PlainKey<typeof settingsPersonalData> }[] = [
  { fate: "erased", label: "fate_erased" },
  { fate: "revoked", label: "fate_revoked" },
  { fate: "author_replaced", label: "fate_author_replaced" },
  { fate: "name_removed", label: "fate_name_removed" },
  { fate: "kept_for_reading", label: "fate_kept_for_reading" },
];

const ACCOUNTS: Readonly<Record<ErasureImpact["account"], PlainKey<typeof settingsPersonalData>>> = {
  removed: "account_removed",
  stays: "account_stays",
  none: "account_none",
};

function Impact({ impact: { parts, keys, account, shared_names } }: { impact: ErasureImpact }) {
  const t = useMessages(settingsPersonalData);
  const { formatCount } = useFormat();
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {FATES.map(({ fate, label }) => {
        const of = parts.filter((part) => part.fate === fate);
        if (of.length === 0) return null;
        return (
          <div key={fate} className="contents">
            <dt className="text-muted-foreground">{t(label)}</dt>
            <dd>{of.map(({ what, count }) => `${formatCount(count)} ${what}`).join(", ")}</dd>
          </div>
        );
      })}
      {keys.length > 0 && (
        <div className="contents">
          <dt className="text-muted-foreground">{t("keys")}</dt>
          <dd>{t("keys_rotate", { names: keys.map((key) => key.name).join(", ") })}</dd>
        </div>
      )}
      {shared_names.length > 0 && (
        <div className="contents">
          <dt className="text-muted-foreground">{t("shared_names")}</dt>
          <dd>{t("shared_names_stay", { names: shared_names.join(", ") })}</dd>
        </div>
      )}
      <dt className="text-muted-foreground">{t("account")}</dt>
      <dd>{t(ACCOUNTS[account])}</dd>
    </dl>
  );
}
