"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ComponentProps, useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { FormProblem } from "@/components/pieces/problem";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { call, limitsOf } from "@/lib/doors/client";
import { inCalls, parseRecords } from "@/lib/kernel/records";
import { reviewImport, reviewImportGithub, reviewImportSarif } from "@/lib/reviews/contract";
import { reviewsNewImport } from "@/messages/compiled/reviews-new-import";
import type { PlainKey, Translate } from "@/messages/message";

const textOrAbsent = (text: string) => text.trim() || undefined;

/** What a transport takes in one call, beside its own fields. */
const CALL = { most: 500, characters: 1_000_000 };

type Words = { t: Translate<typeof reviewsNewImport> };

/** Sends the evaluations of a file, in as many calls as they need. @returns the id of their import. */
async function sendEvaluations({ t, file }: Words & { file: File }): Promise<string> {
  const records = recordsOf({ t, json: await file.text() });
  const name = file.name.slice(0, limitsOf(reviewImport, "name").maxLength);
  let import_id: string | undefined;
  for (const evaluations of inCalls(records, CALL)) {
    const answer = await call(reviewImport, { import_id, name, evaluations });
    import_id = answer.id;
  }
  if (import_id === undefined) throw new Error(t("no_evaluations"));
  return import_id;
}

function recordsOf({ t, json }: Words & { json: string }) {
  try {
    return parseRecords(json, "evaluations");
  } catch {
    throw new Error(t("not_json"));
  }
}

/** What a file says as a SARIF log, or why it says none. */
function readSarif(
  text: string,
): { sarif: Record<string, unknown> } | { problem: PlainKey<typeof reviewsNewImport> } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "not_json" };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) return { problem: "not_sarif" };
  return { sarif: { ...value } };
}

/** What every way in gets: the repository that was typed stays when another way is chosen. */
type Way = {
  repository: string;
  onRepository: (repository: string) => void;
  onStarted: (import_id: string) => void;
};

function GithubImport({ repository, onRepository, onStarted }: Way) {
  const t = useMessages(reviewsNewImport);
  const form = useForm(reviewImportGithub, {
    defaults: { repository, pull_request: "", reviewer: "" },
    toInput: ({ repository, pull_request, reviewer }) => ({
      repository: repository.trim(),
      pull_request: Number(pull_request),
      reviewer: textOrAbsent(reviewer),
    }),
    onSuccess: ({ id }) => onStarted(id),
  });
  const { values } = form;
  return (
    <form className="flex flex-col gap-3" onSubmit={form.submit}>
      <RepositoryField
        form={form}
        hint={t("repository_hint")}
        error={form.problemOf("repository") ?? form.problemOf("connection_id")}
        onBlur={() => onRepository(values.repository)}
      />
      <TextField
        form={form}
        name="pull_request"
        label={t("pull_request")}
        inputMode="numeric"
        required={false}
      />
      <TextField
        form={form}
        name="reviewer"
        label={t("reviewer")}
        hint={t("reviewer_hint")}
        spellCheck={false}
      />
      {form.problem}
      <FormFooter
        verb={t("read")}
        busy={form.isPending}
        disabled={values.repository.trim() === "" || !/^[1-9]\d*$/.test(values.pull_request.trim())}
      />
    </form>
  );
}

function RepositoryField({
  form,
  onBlur,
  ...props
}: Pick<ComponentProps<typeof TextField<"repository">>, "form" | "hint" | "error"> & { onBlur: () => void }) {
  const t = useMessages(reviewsNewImport);
  return (
    <TextField
      form={form}
      name="repository"
      label={t("repository")}
      required={false}
      spellCheck={false}
      className="font-mono text-xs"
      placeholder="owner/name"
      onBlur={onBlur}
      {...props}
    />
  );
}

function SarifImport({ repository, onRepository, onStarted }: Way) {
  const t = useMessages(reviewsNewImport);
  const [problem, setProblem] = useState<PlainKey<typeof reviewsNewImport>>();
  const [isRead, setRead] = useState(false);
  const form = useForm(reviewImportSarif, {
    defaults: { repository, workflow_id: "", sarif: {}, include_open: false },
    toInput: ({ repository, workflow_id, sarif, include_open }) => ({
      sarif,
      include_open,
      workflow_id: workflow_id.trim(),
      repository: textOrAbsent(repository),
    }),
    onSuccess: ({ id }) => onStarted(id),
  });
  const { values } = form;
  const read = async (file: File | null) => {
    const log = file && readSarif(await file.text());
    setProblem(undefined);
    setRead(log !== null && "sarif" in log);
    if (log === null) return;
    if ("sarif" in log) form.set("sarif", log.sarif);
    else setProblem(log.problem);
  };
  return (
    <form className="flex flex-col gap-3" onSubmit={form.submit}>
      <RepositoryField form={form} hint={t("optional")} onBlur={() => onRepository(values.repository)} />
      <FileField
        label={t("sarif_file")}
        error={problem === undefined ? form.problemOf("sarif") : t(problem)}
        onFile={(file) => void read(file)}
      />
      <TextField form={form} name="workflow_id" label={t("run")} hint={t("run_hint")} required={false} />
      <label htmlFor="include-open" className="inline-flex items-center gap-2 text-sm">
        <Checkbox
          id="include-open"
          checked={values.include_open}
          onCheckedChange={(checked) => form.set("include_open", checked === true)}
        />
        {t("include_open")}
      </label>
      {form.problem}
      <FormFooter
        verb={t("read")}
        busy={form.isPending}
        disabled={!isRead || values.workflow_id.trim() === ""}
      />
    </form>
  );
}

function EvaluationsImport({ onStarted }: Way) {
  const t = useMessages(reviewsNewImport);
  const [file, setFile] = useState<File | null>(null);
  const begin = useMutation({
    mutationFn: (chosen: File) => sendEvaluations({ t, file: chosen }),
    onSuccess: onStarted,
  });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) begin.mutate(file);
      }}
    >
      <FileField
        label={t("evaluations_file")}
        onFile={(chosen) => {
          setFile(chosen);
          begin.reset();
        }}
      />
      <FormProblem error={begin.error} />
      <FormFooter verb={t("import")} busy={begin.isPending} disabled={file === null} />
    </form>
  );
}

function FileField({
  onFile,
  ...field
}: {
  label: string;
  error?: string | undefined;
  onFile: (file: File | null) => void;
}) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".sarif,.json,.jsonl,application/json"
          className="text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-border file:bg-card file:px-3"
          onChange={(event) => onFile(event.target.files?.[0] ?? null)}
        />
      )}
    </Field>
  );
}

const WAYS = { github: GithubImport, sarif: SarifImport, evaluations: EvaluationsImport };

/** The ways in for what a team has already: a pull request's review, an analyzer's log, evaluations of its own. */
export function NewImportOpened({ trigger }: Opened) {
  const t = useMessages(reviewsNewImport);
  const router = useRouter();
  const [open, setOpen] = useState(true);
  const [kind, setKind] = useState<keyof typeof WAYS>("github");
  const [repository, setRepository] = useState("");
  const Way = WAYS[kind];
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setKind("github");
        setRepository("");
      }}
    >
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={t("title")} description={t("description")}>
        <div className="flex flex-col gap-3">
          <ToggleGroup
            label={t("from")}
            value={kind}
            onValueChange={setKind}
            options={[
              { value: "github", label: t("from_github") },
              { value: "sarif", label: t("from_sarif") },
              { value: "evaluations", label: t("from_evaluations") },
            ]}
          />
          <Way
            repository={repository}
            onRepository={setRepository}
            onStarted={(import_id) => {
              setOpen(false);
              router.push(`/reviews/imports/${import_id}`);
            }}
          />
        </div>
      </DialogContent>
    </Dialog>
  );
}
