"use client";

import { useMutation } from "@tanstack/react-query";
import { Download, Upload } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { download } from "@/components/pieces/download";
import { useProblemText } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { useRefreshAfter } from "@/components/pieces/use-operation";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Progress } from "@/components/ui/progress";
import { type ExportHeader, organizationImport, type Skipped } from "@/lib/upkeep/contract";
import { settingsExchange } from "@/messages/compiled/settings-exchange";
import type { Imported, Step } from "./exchange-file";
import { FileProblem } from "./file-problem";
import { NotYours, Section } from "./section";

/** Everything of the organization as a file, and back; by its owners. */
export function Exchange() {
  const t = useMessages(settingsExchange);
  const { me, may } = useMe();
  if (me && !may("organization:manage")) return <NotYours>{t("owners_only")}</NotYours>;
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      <ExportSection />
      <ImportSection />
    </div>
  );
}

/** Work that goes on for a while, can be stopped, and stops when the page is left. */
function useLongWork<T, A>(
  work: (params: A, watch: { signal: AbortSignal; onStep: (step: Step) => void }) => Promise<T>,
) {
  const controller = useRef<AbortController | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (params: A) => {
      controller.current = new AbortController();
      setStep(null);
      return work(params, { signal: controller.current.signal, onStep: setStep });
    },
  });
  const stopped = mutation.error instanceof DOMException && mutation.error.name === "AbortError";
  return { ...mutation, step, stopped, stop: () => controller.current?.abort() };
}

function Advance({ label, step, onStop }: { label: string; step: Step | null; onStop: () => void }) {
  const t = useMessages(settingsExchange);
  return (
    <div className="flex items-center gap-3" aria-live="polite">
      <Progress label={label} value={step?.done ?? 0} max={step?.total ?? 1} className="max-w-xs" />
      <span className="whitespace-nowrap text-muted-foreground text-sm tabular-nums">
        {step ? t("progress", step) : t("progress_starting")}
      </span>
      <Button size="sm" onClick={onStop}>
        {t("stop")}
      </Button>
    </div>
  );
}

function ExportSection() {
  const t = useMessages(settingsExchange);
  const problemText = useProblemText();
  const { organization } = useMe();
  const work = useLongWork(async (_: undefined, watch) => {
    const { readExport } = await import("./exchange-file");
    const { file, header } = await readExport(watch);
    download(`${organization?.slug ?? "casebook"}-${header.exported_at.slice(0, 10)}.jsonl`, file);
    return header;
  });
  return (
    <Section
      title={t("export_title")}
      description={t("export_description")}
      action={
        <Button variant="primary" busy={work.isPending} onClick={() => work.mutate(undefined)}>
          <Download aria-hidden />
          {t("export")}
        </Button>
      }
    >
      {work.isPending && <Advance label={t("exported_records")} step={work.step} onStop={work.stop} />}
      {work.stopped && <p className="text-muted-foreground text-sm">{t("export_stopped")}</p>}
      {work.error !== null && !work.stopped && (
        <ErrorState
          happened={t("export_interrupted")}
          safe={t("export_interrupted_safe")}
          remedy={problemText(work.error)}
        />
      )}
      {work.data !== undefined && <LeftOut header={work.data} />}
    </Section>
  );
}

function LeftOut({ header }: { header: ExportHeader }) {
  const t = useMessages(settingsExchange);
  const total = Object.values(header.counts).reduce((sum, count) => sum + count, 0);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p role="status">{t("exported", { count: total })}</p>
      <ul className="flex flex-col gap-1 text-muted-foreground">
        {header.left_out.map(({ what, why }) => (
          <li key={what}>
            <span className="text-foreground">{what.replaceAll("_", " ")}</span>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

function ImportSection() {
  const t = useMessages(settingsExchange);
  const problemText = useProblemText();
  const refresh = useRefreshAfter(organizationImport);
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const work = useLongWork(async (file: File, watch) => {
    const { sendImport } = await import("./exchange-file");
    const imported = await sendImport(file, watch);
    await refresh();
    return imported;
  });
  return (
    <Section title={t("import_title")} description={t("import_description")}>
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={id} className="text-sm">
          {t("file")}
        </label>
        <input
          id={id}
          type="file"
          accept=".jsonl,.ndjson,application/x-ndjson"
          disabled={work.isPending}
          onChange={(event) => {
            setFile(event.target.files?.[0] ?? null);
            work.reset();
          }}
          className="max-w-full text-sm file:mr-3 file:h-8 file:rounded-md file:border file:border-border file:bg-card file:px-3"
        />
        <Button
          variant="primary"
          disabled={file === null}
          busy={work.isPending}
          onClick={() => file && work.mutate(file)}
        >
          <Upload aria-hidden />
          {t("import")}
        </Button>
      </div>
      {work.isPending && <Advance label={t("imported_records")} step={work.step} onStop={work.stop} />}
      {work.stopped && <p className="text-muted-foreground text-sm">{t("import_stopped")}</p>}
      {work.error !== null && !work.stopped && (
        <ErrorState
          happened={t("import_interrupted")}
          safe={t("import_interrupted_safe")}
          remedy={work.error instanceof FileProblem ? work.error.message : problemText(work.error)}
        />
      )}
      {work.data !== undefined && <Report imported={work.data} />}
    </Section>
  );
}

function Report({ imported }: { imported: Imported }) {
  const t = useMessages(settingsExchange);
  const { formatCount } = useFormat();
  const { created, present, skipped, cut, ids, settings } = imported;
  const made = Object.entries(created).filter(([, count]) => count > 0);
  const total = made.reduce((sum, [, count]) => sum + count, 0);
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status">
        {t(ids === "kept" ? "imported" : "imported_renamed", {
          count: total,
          present,
          skipped: skipped.length,
        })}
      </p>
      {settings === "taken" && <p>{t("settings_taken")}</p>}
      {made.length > 0 && (
        <p className="text-muted-foreground">
          {made.map(([table, count]) => `${table.replaceAll("_", " ")} ${formatCount(count)}`).join(", ")}
        </p>
      )}
      <Reasons list="skipped" items={skipped} />
      <Reasons list="cut" items={cut} />
    </div>
  );
}

const SHOWN = 100;

function Reasons({ list, items }: { list: "skipped" | "cut"; items: readonly Skipped[] }) {
  const t = useMessages(settingsExchange);
  if (items.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer">{t(list, { count: items.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1 text-muted-foreground">
        {items.slice(0, SHOWN).map(({ table, id, reason }) => (
          <li key={`${table} ${id} ${reason}`} className="wrap-anywhere">
            <span className="text-foreground">{table.replaceAll("_", " ")}</span> <code>{id}</code>: {reason}
          </li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <p className="mt-1 text-muted-foreground">
          {t.rich("more", {
            count: items.length - SHOWN,
            code: (command) => <code>{command}</code>,
          })}
        </p>
      )}
    </details>
  );
}
