import type { z } from "zod";
import { messagesNow } from "@/components/ui/messages";
import { call } from "@/lib/doors/client";
import {
  type ExportHeader,
  type ExportRecord,
  exportHeaderSchema,
  exportRecordSchema,
  type ImportAnswer,
  MAX_IMPORT_RECORDS,
  organizationExport,
  organizationImport,
} from "@/lib/upkeep/exchange/contract";
import { ExportSeal, isTrailer, SealCheck } from "@/lib/upkeep/exchange/seal";
import { settingsExchange } from "@/messages/compiled/settings-exchange";
import { FileProblem } from "./file-problem";

export type Step = { done: number; total: number };
type Watch = { signal: AbortSignal; onStep: (step: Step) => void };

/** Of one call: the API takes 2 MB. */
const CALL_CHARACTERS = 1_000_000;

const totalOf = ({ counts }: ExportHeader) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Everything of the organization as a file of JSON Lines, fetched page by page. */
export async function readExport({ signal, onStep }: Watch): Promise<{ file: Blob; header: ExportHeader }> {
  const parts: string[] = [];
  const seal = new ExportSeal();
  let header: ExportHeader | null = null;
  let done = 0;
  let cursor: string | undefined;
  do {
    const page = await call(organizationExport, { cursor }, { signal });
    header ??= page.header;
    if (page.header) parts.push(`${seal.header(page.header)}\n`);
    parts.push(...page.records.map((record) => `${seal.record(record)}\n`));
    done += page.records.length;
    if (header) onStep({ done, total: Math.max(done, totalOf(header)) });
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  parts.push(`${seal.end()}\n`);
  if (header === null) throw new Error("The server sent an export without its first line.");
  return { file: new Blob(parts, { type: "application/x-ndjson" }), header };
}

export type Imported = Pick<ImportAnswer, "ids" | "settings" | "created" | "present" | "skipped" | "cut">;

/** Reads the whole file before anything of it is sent. @throws FileProblem with what is missing or changed. */
async function checkSeal(file: Blob): Promise<void> {
  const check = new SealCheck();
  for await (const line of linesOf(file)) check.line(line);
  const verdict = check.verdict();
  if (verdict.state === "cut" || verdict.state === "changed")
    throw new FileProblem(messagesNow(settingsExchange)("file_broken", { problem: verdict.problem }));
}

/** Hands a file over in calls, in its order. What was imported before it failed or was stopped stays, and can be repeated. */
export async function sendImport(file: Blob, { signal, onStep }: Watch): Promise<Imported> {
  await checkSeal(file);
  const sum: Imported = { ids: "kept", settings: "kept", created: {}, present: 0, skipped: [], cut: [] };
  let header: ExportHeader | null = null;
  let batch: ExportRecord[] = [];
  let size = 0;
  let done = 0;
  let number = 0;
  const send = async (exportHeader: ExportHeader) => {
    const answer = await call(organizationImport, { header: exportHeader, records: batch }, { signal });
    sum.ids = answer.ids;
    if (answer.settings === "taken") sum.settings = "taken";
    for (const [table, count] of Object.entries(answer.created))
      sum.created[table] = (sum.created[table] ?? 0) + count;
    sum.present += answer.present;
    sum.skipped.push(...answer.skipped);
    sum.cut.push(...answer.cut);
    done += batch.length;
    onStep({ done, total: Math.max(done, totalOf(exportHeader)) });
    batch = [];
    size = 0;
  };
  for await (const line of linesOf(file)) {
    number += 1;
    if (line.trim() === "" || isTrailer(line)) continue;
    if (header === null) {
      header = parse(exportHeaderSchema, line, number);
      onStep({ done, total: totalOf(header) });
      continue;
    }
    const record = parse(exportRecordSchema, line, number);
    if (batch.length >= MAX_IMPORT_RECORDS || size + line.length > CALL_CHARACTERS) await send(header);
    batch.push(record);
    size += line.length;
  }
  if (header === null) throw new FileProblem(messagesNow(settingsExchange)("file_empty"));
  if (batch.length > 0 || done === 0) await send(header);
  return sum;
}

function parse<T>(schema: z.ZodType<T>, line: string, number: number): T {
  const parsed = schema.safeParse(readJson(line, number));
  if (parsed.success) return parsed.data;
  const t = messagesNow(settingsExchange);
  throw new FileProblem(number === 1 ? t("file_no_export") : t("file_no_record", { line: number }));
}

function readJson(line: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new FileProblem(messagesNow(settingsExchange)("file_no_json", { line: number }));
  }
}

const DECODE = { stream: true } as const;

async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value === undefined ? decoder.decode() : decoder.decode(value, DECODE);
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
    if (done) break;
  }
  if (rest !== "") yield rest;
}
