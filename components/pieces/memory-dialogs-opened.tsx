"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { useMessages } from "@/components/ui/messages";
import { citationGet } from "@/lib/citations/contract";
import { queryKey } from "@/lib/doors/client";
import { type Memory, memorySupersede } from "@/lib/memories/contract";
import { memoryDialogs } from "@/messages/compiled/memory-dialogs";
import { CodeLines } from "./code-lines";
import { FormFooter } from "./form-footer";
import { useMemoryDecisions } from "./memory-decisions";
import { type OpenProps, ReasonDialog } from "./reason-dialog";
import { LongTextField, TextField } from "./text-field";
import { toastDone } from "./undo";
import { useForm } from "./use-form";

/** Says that memories are wrong, with the reason that everyone will read in their history. */
export function InvalidateDialog({
  ids,
  statement,
  ...dialog
}: OpenProps & {
  ids: readonly string[];
  /** Shown when it is about one memory. */
  statement?: string;
  onDone?: (ids: string[]) => void;
}) {
  const t = useMessages(memoryDialogs);
  const { invalidate } = useMemoryDecisions();
  const count = ids.length;
  return (
    <ReasonDialog
      {...dialog}
      title={t("invalidate_title", { count })}
      verb={t("invalidate", { count })}
      description={t("invalidate_description", { count })}
      quote={statement}
      label={t("reason")}
      hint={t("reason_hint")}
      placeholder={t("reason_example")}
      draft={`invalidate.${ids.join()}`}
      tone="danger"
      send={(reason) => invalidate(ids, reason)}
    />
  );
}

type CitedPlace = {
  key: string;
  path: string;
  line_start: string;
  line_end: string;
  /** What stands there, while the place is the one that was read. */
  text: string | null;
};

/** Replaces a memory by a corrected one that cites the code as it is now. */
export function SupersedeDialog({
  memory,
  open,
  onOpenChange,
  onCloseAutoFocus,
  onDone,
}: OpenProps & { memory: Memory; onDone?: (replacement: Memory | null) => void }) {
  const t = useMessages(memoryDialogs);
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        onCloseAutoFocus={onCloseAutoFocus}
        title={t("supersede_title")}
        description={t("supersede_description")}
        className="max-w-2xl"
      >
        <SupersedeForm
          memory={memory}
          onDone={(replacement) => {
            onOpenChange(false);
            onDone?.(replacement);
          }}
        />
      </DialogContent>
    </Dialog>
  );
}

const wholeNumber = (text: string): number => Number.parseInt(text, 10);

function SupersedeForm({ memory, onDone }: { memory: Memory; onDone: (replacement: Memory | null) => void }) {
  const t = useMessages(memoryDialogs);
  const client = useQueryClient();
  const { unsupersede } = useMemoryDecisions();
  // Where a comparison has been read, the lines as they stand now are known better than by the last check.
  const [places, setPlaces] = useState<CitedPlace[]>(() =>
    memory.citations.flatMap((citation) => {
      const detail = client.getQueryData<{
        now: { path: string; line_start: number; line_end: number; text: string } | null;
      }>(queryKey(citationGet, { citation_id: citation.id }));
      if (detail ? detail.now === null : citation.status === "missing") return [];
      const { path, line_start, line_end } = detail?.now ?? citation;
      const text = detail?.now?.text ?? null;
      return [{ key: citation.id, path, line_start: String(line_start), line_end: String(line_end), text }];
    }),
  );
  const change = (key: string, field: "path" | "line_start" | "line_end", value: string) =>
    setPlaces(
      places.map((place) => {
        if (place.key === key) return { ...place, [field]: value, text: null };
        return place;
      }),
    );

  const form = useForm(memorySupersede, {
    draft: `supersede.${memory.id}`,
    defaults: { statement: memory.statement, correction_reason: "" },
    fields: ["statement", "citations", "correction_reason"],
    toInput: ({ statement, correction_reason }) => ({
      memory_id: memory.id,
      version: memory.version,
      statement,
      // The fact is the statement of a convention; left out, the old one would be taken over.
      ...(memory.kind === "convention" && { metadata: { fact: statement.slice(0, 4_000) } }),
      correction_reason: correction_reason.trim() || undefined,
      citations: places.map(({ path, line_start, line_end }) => ({
        path: path.trim(),
        line_start: wholeNumber(line_start),
        line_end: wholeNumber(line_end || line_start),
      })),
    }),
    onSuccess: ({ memory: replacement }) => {
      toastDone(t("superseded"), {
        description: t("superseded_effect"),
        undo: () => unsupersede(memory.id),
      });
      onDone(replacement);
    },
  });
  const citesCode = memory.repository !== null || memory.citations.length > 0;

  return (
    <form className="flex flex-col gap-4" onSubmit={form.submit}>
      <LongTextField form={form} name="statement" label={t("true_now")} required className="min-h-24" />
      <TextField
        form={form}
        name="correction_reason"
        label={t("correction_reason")}
        hint={t("correction_reason_hint")}
      />
      {citesCode && (
        <fieldset className="flex min-w-0 flex-col gap-2">
          <legend className="mb-1 font-medium text-sm">{t("citations")}</legend>
          {places.map((place, index) => {
            const error = form.problemOf(`citations.${index}`);
            return (
              <div key={place.key}>
                <div className="grid grid-cols-[1fr_1fr_auto] items-center gap-1.5 sm:grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_auto]">
                  <Input
                    aria-label={t("citation_path", { place: index + 1 })}
                    aria-invalid={error ? true : undefined}
                    required
                    className="font-mono text-xs max-sm:col-span-3"
                    value={place.path}
                    onChange={(event) => change(place.key, "path", event.target.value)}
                  />
                  <Input
                    aria-label={t("citation_first_line", { place: index + 1 })}
                    inputMode="numeric"
                    pattern="[0-9]+"
                    required
                    value={place.line_start}
                    onChange={(event) => change(place.key, "line_start", event.target.value)}
                  />
                  <Input
                    aria-label={t("citation_last_line", { place: index + 1 })}
                    inputMode="numeric"
                    pattern="[0-9]+"
                    value={place.line_end}
                    onChange={(event) => change(place.key, "line_end", event.target.value)}
                  />
                  <Button
                    variant="ghost"
                    size="icon_sm"
                    aria-label={t("remove_citation", { place: index + 1 })}
                    onClick={() => setPlaces(places.filter(({ key }) => key !== place.key))}
                  >
                    <X aria-hidden />
                  </Button>
                </div>
                {place.text !== null && (
                  <CodeLines
                    label={t("as_it_is_now", { path: place.path })}
                    text={place.text}
                    path={place.path}
                    first_line={wholeNumber(place.line_start)}
                    wrap
                    className="mt-1 max-h-40 rounded-md border"
                  />
                )}
                {error && (
                  <p role="alert" className="mt-1 text-danger text-xs">
                    {error}
                  </p>
                )}
              </div>
            );
          })}
          {places.length === 0 && (
            <p className="text-muted-foreground text-sm">
              {t(memory.kind === "convention" ? "convention_needs_citation" : "no_citations")}
            </p>
          )}
          <Button
            size="sm"
            className="self-start"
            onClick={() =>
              setPlaces([
                ...places,
                { key: `new-${Date.now()}`, path: "", line_start: "", line_end: "", text: null },
              ])
            }
          >
            <Plus aria-hidden />
            {t("add_lines")}
          </Button>
        </fieldset>
      )}
      {form.problem}
      <FormFooter
        className="mt-1"
        verb={t("supersede")}
        busy={form.isPending}
        onDiscard={form.discard}
        disabled={
          form.values.statement.trim() === "" || (memory.kind === "convention" && places.length === 0)
        }
      />
    </form>
  );
}
