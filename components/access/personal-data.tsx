"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { download } from "@/components/pieces/download";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useOperation } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
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
  return (
    <Section
      title="Your data"
      description="Your account, what you wrote, asked and decided, and what agents believe you prefer, as JSON Lines."
    >
      <ExportButton label="Export my data" />
    </Section>
  );
}

/** Erasing a member, after it was said what goes. */
export function ErasePersonSection() {
  const reading = useQuery(operationQuery(memberList, { limit: 200 }));
  const [person_id, setPersonId] = useState("");
  const [name, setName] = useState("");
  const [isWritten, setWritten] = useState(false);
  const members = reading.data?.items ?? [];
  const member = members.find((each) => each.person_id === person_id);
  const problem = readProblem("The members", reading);
  return (
    <Section
      title="Erase a person"
      description="Personal data is deleted for good; what the team needs stays, attributed to a former member. Earlier backups and exports still contain it until you delete them."
    >
      {problem !== null && <ErrorState {...problem} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Member">
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
        <Field label="Also known as" hint="Optional. Git authors or logins that reviews use for them.">
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
  return (
    <label className="flex items-start gap-2.5 text-sm" htmlFor="erase-written">
      <Checkbox
        id="erase-written"
        className="mt-0.5"
        checked={checked}
        onCheckedChange={(next) => onChange(next === true)}
      />
      <span>Erase the memories and comments they wrote too</span>
    </label>
  );
}

type ErasureProps = { member: Member; names: string[]; written: "keep" | "erase"; onErased: () => void };

function Erasure({ member, names, written, onErased }: ErasureProps) {
  const [isAsking, setAsking] = useState(false);
  const input = { person_id: member.person_id, names, written };
  const preview = useQuery(operationQuery(personPreview, input));
  const erase = useOperation(personErase, { success: `${member.name} was erased`, onSuccess: onErased });
  const problem = readProblem("What would be erased", preview);
  if (problem) return <ErrorState {...problem} />;
  if (!preview.data) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="flex flex-col gap-3">
      <Impact impact={preview.data} />
      <div className="flex flex-wrap gap-2">
        <ExportButton person_id={member.person_id} label="Export first" />
        <Button variant="danger" onClick={() => setAsking(true)}>
          Erase…
        </Button>
      </div>
      <TypedConfirm
        expected={member.email}
        open={isAsking}
        onOpenChange={setAsking}
        title={`Erase ${member.name}?`}
        verb="Erase for good"
        error={erase.error}
        busy={erase.isPending}
        onConfirm={() => erase.mutate(input)}
      >
        <p className="mb-2">{member.email} loses access at once. Only a backup can bring this back.</p>
        <Impact impact={preview.data} />
      </TypedConfirm>
    </div>
  );
}

const FATES: readonly { fate: ErasurePart["fate"]; label: string }[] = [
  { fate: "erased", label: "Erased" },
  { fate: "revoked", label: "Revoked" },
  { fate: "author_replaced", label: "Kept, attributed to a former member" },
  { fate: "name_removed", label: "Kept, without the name" },
  { fate: "kept_for_reading", label: "Kept for you to review" },
];

const ACCOUNTS: Readonly<Record<ErasureImpact["account"], string>> = {
  removed: "The account is removed.",
  stays: "The account stays: they are a member of another organization.",
  none: "There is no account.",
};

function Impact({ impact: { parts, keys, account, shared_names } }: { impact: ErasureImpact }) {
  return (
    <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[max-content_1fr]">
      {FATES.map(({ fate, label }) => {
        const of = parts.filter((part) => part.fate === fate);
        if (of.length === 0) return null;
        return (
          <div key={fate} className="contents">
            <dt className="text-muted-foreground">{label}</dt>
            <dd>{of.map(({ what, count }) => `${formatCount(count)} ${what}`).join(", ")}</dd>
          </div>
        );
      })}
      {keys.length > 0 && (
        <div className="contents">
          <dt className="text-muted-foreground">Keys</dt>
          <dd>{keys.map((key) => key.name).join(", ")}. First rotate those that must keep working.</dd>
        </div>
      )}
      {shared_names.length > 0 && (
        <div className="contents">
          <dt className="text-muted-foreground">Shared names</dt>
          <dd>{shared_names.join(", ")}: records with only this name stay.</dd>
        </div>
      )}
      <dt className="text-muted-foreground">Account</dt>
      <dd>{ACCOUNTS[account]}</dd>
    </dl>
  );
}
