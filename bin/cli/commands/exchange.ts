import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { linesOf } from "@/lib/kernel/lines";
import type { ExportHeader, ExportRecord, ImportAnswer } from "@/lib/upkeep/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { counted } from "../counted";
import { CliError, type Exit } from "../exit";
import { assertAbsent, fileError, fileOf, isStandard } from "../input";
import { type Io, type Output, write } from "../io";
import { warnIfOff } from "../memory-off";

/** Of one call: the API takes 2 MB. */
const CALL_CHARACTERS = 1_000_000;

export const exchange: Register = (program, cli) => {
  program
    .command("export")
    .description("write everything in the organization as JSON Lines, without secrets")
    .argument("[file]", "- for standard output", "-")
    .option("--force", "replace an existing file")
    .action(asking(cli, exportTo));
  program
    .command("import")
    .description("import an export; existing records are not changed, so that it can be repeated")
    .argument("<file>", "- for standard input")
    .option("--incomplete", "import what is left of a file that was cut off or changed")
    .action(asking(cli, importFrom));
};

async function exportTo(session: Session, name: string, options: { force?: true }): Promise<undefined> {
  if (isStandard(name)) {
    await writePages(session, session.io.stdout);
    return undefined;
  }
  const file = fileOf(session.io, name);
  if (!options.force) await assertAbsent(file, name);
  // Beside the file until it is whole, so that half an export never looks like one.
  const draft = `${file}.${process.pid}.part`;
  const stream = createWriteStream(draft, { flags: "wx", mode: 0o600 });
  const failure = new Promise<never>((_, reject) => {
    stream.once("error", (error: NodeJS.ErrnoException) => reject(fileError(name, error)));
  });
  failure.catch(() => {});
  try {
    const written = await Promise.race([writePages(session, stream), failure]);
    await Promise.race([new Promise<void>((resolve) => stream.end(resolve)), failure]);
    await rename(draft, file);
    await session.answer({ file, ...written }, () =>
      session.say(
        `${file}: ${counted(written.records, "record")}. Left out: ${written.left_out.join(", ")}.`,
      ),
    );
  } catch (error) {
    stream.destroy();
    await rm(draft, { force: true });
    throw error;
  }
  return undefined;
}

async function writePages(session: Session, out: Output): Promise<{ records: number; left_out: string[] }> {
  const [{ organizationExport }, { ExportSeal }] = await Promise.all([
    import("@/lib/upkeep/contract"),
    import("@/lib/upkeep/exchange/seal"),
  ]);
  const seal = new ExportSeal();
  const bar = session.progress("Exporting");
  let records = 0;
  let total: number | null = null;
  let left_out: string[] = [];
  let cursor: string | undefined;
  try {
    do {
      const page = await session.call(organizationExport, { cursor });
      if (page.header) {
        total = Object.values(page.header.counts).reduce((sum, count) => sum + count, 0);
        left_out = page.header.left_out.map(({ what }) => what);
        await write(out, `${seal.header(page.header)}\n`);
      }
      if (page.records.length > 0)
        await write(out, `${page.records.map((record) => seal.record(record)).join("\n")}\n`);
      records += page.records.length;
      bar.show(records, total);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    await write(out, `${seal.end()}\n`);
  } finally {
    bar.end();
  }
  return { records, left_out };
}

type Summary = Pick<ImportAnswer, "settings" | "created" | "present" | "skipped" | "cut"> & {
  ids: ImportAnswer["ids"] | null;
};

async function importFrom(
  session: Session,
  name: string,
  options: { incomplete?: true },
): Promise<Exit | undefined> {
  const kept = isStandard(name) ? await keepInput(session.io) : null;
  const file = kept?.file ?? fileOf(session.io, name);
  try {
    await checkSeal(session, { file, name, incomplete: options.incomplete === true });
    const summary = await send(session, { file, name });
    await session.answer(summary, () => tell(session, summary));
    const is_off = await warnIfOff(session, "agents cannot read what was imported until it is switched on");
    if (summary.skipped.length > 0 || is_off) return "no";
    return undefined;
  } finally {
    await kept?.remove();
  }
}

/** Standard input is read twice, so it is kept for as long as the import takes. */
async function keepInput({ stdin }: Io): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), "casebook-import-"));
  const file = path.join(folder, "input.jsonl");
  await pipeline(stdin, createWriteStream(file, { flags: "wx", mode: 0o600 }));
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** @throws CliError usage, naming the file, when it cannot be read. */
async function* linesIn({ file, name }: { file: string; name: string }): AsyncGenerator<string> {
  try {
    yield* linesOf(createReadStream(file));
  } catch (error) {
    throw fileError(name, error as NodeJS.ErrnoException);
  }
}

async function eachLine(
  source: { file: string; name: string },
  take: (line: string, number: number) => void | Promise<void>,
): Promise<void> {
  let number = 0;
  for await (const line of linesIn(source)) {
    number += 1;
    await take(line, number);
  }
}

/**
 * Reads the whole file before anything of it is sent.
 * @throws CliError no, with what is missing or changed, unless that is accepted.
 */
async function checkSeal(
  session: Session,
  { file, name, incomplete }: { file: string; name: string; incomplete: boolean },
): Promise<void> {
  const { SealCheck } = await import("@/lib/upkeep/exchange/seal");
  const check = new SealCheck();
  await eachLine({ file, name }, (line) => check.line(line));
  const verdict = check.verdict();
  if (verdict.state === "whole") return;
  if (verdict.state === "unsealed") {
    await write(
      session.io.stderr,
      `${name} was written by an older Casebook and is not sealed, so changes to the file cannot be detected. \n`,
    );
    return;
  }
  if (incomplete) {
    await write(session.io.stderr, `${name}: ${verdict.problem}\n`);
    return;
  }
  throw new CliError(
    "no",
    `${name}: ${verdict.problem} Nothing was imported. Export it again, or import what is left with --incomplete.`,
  );
}

async function send(session: Session, source: { file: string; name: string }): Promise<Summary> {
  const [{ exportHeaderSchema, exportRecordSchema, MAX_IMPORT_RECORDS, organizationImport }, { isTrailer }] =
    await Promise.all([import("@/lib/upkeep/contract"), import("@/lib/upkeep/exchange/seal")]);
  const { name } = source;
  const summary: Summary = { ids: null, settings: "kept", created: {}, present: 0, skipped: [], cut: [] };
  let header: ExportHeader | null = null;
  let batch: ExportRecord[] = [];
  let size = 0;
  let done = 0;
  const bar = session.progress("Importing");
  const sendBatch = async (first: ExportHeader) => {
    add(summary, await session.call(organizationImport, { header: first, records: batch }));
    done += batch.length;
    bar.show(
      done,
      Object.values(first.counts).reduce((sum, count) => sum + count, 0),
    );
    batch = [];
    size = 0;
  };
  try {
    await eachLine(source, async (line, number) => {
      if (line.trim() === "" || isTrailer(line)) return;
      if (header === null) {
        header = parseLine(exportHeaderSchema, line, name, number);
        return;
      }
      const record = parseLine(exportRecordSchema, line, name, number);
      if (batch.length >= MAX_IMPORT_RECORDS || size + line.length > CALL_CHARACTERS) await sendBatch(header);
      batch.push(record);
      size += line.length;
    });
    if (header === null) throw new CliError("usage", `${name} is empty.`);
    if (batch.length > 0 || done === 0) await sendBatch(header);
  } finally {
    bar.end();
  }
  return summary;
}

type Parser<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false; error: Error } };

function parseLine<T>(schema: Parser<T>, line: string, name: string, number: number): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new CliError("usage", `${name}, line ${number}: not valid JSON; the file may be cut off.`, {
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  let problem = `${name}, line ${number}: not a record of an export.`;
  if (number === 1)
    problem = `${name} does not begin with the first line of an export of this version of Casebook.`;
  throw new CliError("usage", problem, { cause: parsed.error });
}

function add(summary: Summary, answer: ImportAnswer): void {
  summary.ids = answer.ids;
  if (answer.settings === "taken") summary.settings = "taken";
  for (const [table, count] of Object.entries(answer.created))
    summary.created[table] = (summary.created[table] ?? 0) + count;
  summary.present += answer.present;
  summary.skipped.push(...answer.skipped);
  summary.cut.push(...answer.cut);
}

async function tell(
  session: Session,
  { ids, settings, created, present, skipped, cut }: Summary,
): Promise<void> {
  const made = Object.entries(created).filter(([, count]) => count > 0);
  await session.pairs([
    ["ids", ids],
    ["settings", settings],
    ["new", made.map(([table, count]) => `${count} ${table}`).join(", ") || "nothing"],
    ["existed already", present],
    ["skipped", skipped.length],
    ["without a reference", cut.length],
  ]);
  const columns = [
    { title: "table", value: ({ table }: { table: string }) => table },
    { title: "id", value: ({ id }: { id: string }) => id },
    { title: "why", value: ({ reason }: { reason: string }) => reason, flexible: true as const },
  ];
  for (const [title, items] of [
    ["Skipped", skipped],
    ["Without a reference", cut],
  ] as const) {
    if (items.length === 0) continue;
    await session.say(`\n${title}:`);
    await session.table(items, columns);
  }
}
