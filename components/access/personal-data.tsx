"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { Confirm } from "@/components/pieces/confirm";
import { download } from "@/components/pieces/csv";
import { formatCount } from "@/components/pieces/format";
import { FormProblem, readProblem } from "@/components/pieces/problem";
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
      description="What is personal goes for good; what the team needs stays, by a former member. Backups and exports made before still hold it until you delete them."
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
        <Field label="Also known as" hint="A git author or login by which reviews know them. May stay empty.">
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
      <label className="flex items-start gap-2.5 text-sm" htmlFor="erase-written">
        <Checkbox
          id="erase-written"
          className="mt-0.5"
          checked={isWritten}
          onCheckedChange={(checked) => setWritten(checked === true)}
        />
        <span>Erase the memories and comments they wrote too</span>
      </label>
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

type ErasureProps = { member: Member; names: string[]; written: "keep" | "erase"; onErased: () => void };

function Erasure({ member, names, written, onErased }: ErasureProps) {
  const [isAsking, setAsking] = useState(false);
  const input = { person_id: member.person_id, names, written };
  const preview = useQuery(operationQuery(personPreview, input));
  const erase = useOperation(personErase, { success: `${member.name} is erased`, onSuccess: onErased });
  const problem = readProblem("What would go", preview);
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
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={`Erase ${member.name}?`}
        verb="Erase for good"
        error={erase.error}
        busy={erase.isPending}
        onConfirm={() => erase.mutate(input)}
      >
        <p className="mb-2">{member.email} loses access at once. There is no way back but a backup.</p>
        <Impact impact={preview.data} />
      </Confirm>
    </div>
  );
}

const FATES: readonly { fate: ErasurePart["fate"]; label: string }[] = [
  { fate: "erased", label: "Erased" },
  { fate: "revoked", label: "Revoked" },
  { fate: "author_replaced", label: "Stay, by a former member" },
  { fate: "name_removed", label: "Stay, without the name" },
  { fate: "kept_for_reading", label: "Stay; read them" },
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
          <dd>{keys.map((key) => key.name).join(", ")}. Rotate before what must go on.</dd>
        </div>
      )}
      {shared_names.length > 0 && (
        <div className="contents">
          <dt className="text-muted-foreground">Not theirs alone</dt>
          <dd>{shared_names.join(", ")}: what bears only this name stays.</dd>
        </div>
      )}
      <dt className="text-muted-foreground">Account</dt>
      <dd>{ACCOUNTS[account]}</dd>
    </dl>
  );
}
