import { rename, writeFile } from "node:fs/promises";
import { ApiError } from "@/lib/doors/client/call";
import type { Dump, DumpedMemory, Refused } from "@/lib/doors/mem0/dump";
import type { Session } from "../api";
import { asking, type Register } from "../command";
import { counted } from "../counted";
import { CliError, type Exit } from "../exit";
import { assertAbsent, fileError, fileOf, isStandard, readInput } from "../input";
import { write } from "../io";
import { warnIfOff } from "../memory-off";

/** Of one call: the API takes 2 MB. */
const CALL_CHARACTERS = 1_000_000;
const PAGE = 200;

export const mem0: Register = (program, cli) => {
  program
    .command("import-mem0")
    .description("import an export of mem0: hosted pages, or a dump of the library's history or vector store")
    .argument("<file>", "JSON or JSON Lines; - for standard input")
    .option("--dry-run", "only show what would be imported and refused")
    .action(asking(cli, importFrom));
  program
    .command("export-mem0")
    .description(
      "write the active memories as mem0's get_all answers them, for import-mem0 and other readers",
    )
    .argument("[file]", "- for standard output", "-")
    .option("--force", "replace an existing file")
    .action(asking(cli, exportTo));
};

type Summary = { format: string; read: number; created: number; present: number; refused: Refused[] };

async function importFrom(
  session: Session,
  name: string,
  options: { dryRun?: true },
): Promise<Exit | undefined> {
  const dump = await read(session, name);
  const { format, memories, refused } = dump;
  const summary: Summary = {
    format,
    read: memories.length + refused.length,
    created: 0,
    present: 0,
    refused,
  };
  if (options.dryRun) {
    const planned = { format, read: summary.read, importable: memories.length, refused };
    await session.answer(planned, () => tellPlan(session, planned));
    return refused.length > 0 ? "no" : undefined;
  }
  await store(session, memories, summary);
  await session.answer(summary, () => tell(session, summary));
  const is_off = await warnIfOff(session, "agents cannot read what was imported until it is switched on");
  if (summary.refused.length > 0 || is_off) return "no";
  return undefined;
}

async function read(session: Session, name: string): Promise<Dump> {
  const { DumpError, readDump } = await import("@/lib/doors/mem0/dump");
  const text = await readInput(session.io, name);
  try {
    return readDump(text);
  } catch (error) {
    if (!(error instanceof DumpError)) throw error;
    throw new CliError("no", `${name} ${error.message}. Nothing was imported; export it again.`, {
      cause: error,
    });
  }
}

type Waiting = { memory: DumpedMemory; in_repository: boolean };

async function store(session: Session, memories: readonly DumpedMemory[], summary: Summary): Promise<void> {
  const bar = session.progress("Importing");
  let waiting: Waiting[] = memories.map((memory) => ({ memory, in_repository: true }));
  try {
    while (waiting.length > 0) {
      const batch = firstBatch(waiting);
      waiting = [...(await sendBatch(session, batch, summary)), ...waiting.slice(batch.length)];
      bar.show(memories.length - waiting.length, memories.length);
    }
  } finally {
    bar.end();
  }
}

const MAX_AT_ONCE = 100;

function firstBatch(waiting: readonly Waiting[]): Waiting[] {
  const batch: Waiting[] = [];
  let size = 0;
  for (const one of waiting) {
    size += JSON.stringify(one.memory).length;
    if (batch.length === MAX_AT_ONCE || (batch.length > 0 && size > CALL_CHARACTERS)) break;
    batch.push(one);
  }
  return batch;
}

/** Stores a batch, which is all or nothing; what the server refuses of it is noted, and the rest comes back. */
async function sendBatch(session: Session, batch: readonly Waiting[], summary: Summary): Promise<Waiting[]> {
  const [{ memoryStoreMany }, { toInput }] = await Promise.all([
    import("@/lib/memories/contract"),
    import("@/lib/doors/mem0/dump"),
  ]);
  try {
    const { results } = await session.call(memoryStoreMany, {
      memories: batch.map(({ memory, in_repository }) => toInput(memory, { in_repository })),
    });
    for (const [index, { stored, duplicate_of }] of results.entries()) {
      const memory = batch[index]?.memory;
      if (!stored && memory) summary.refused.push(refusal(memory, "memory is switched off for agents"));
      else if (duplicate_of === null) summary.created += 1;
      else summary.present += 1;
    }
    return [];
  } catch (error) {
    return afterRefusal(error, batch, summary);
  }
}

const refusal = ({ place, id }: DumpedMemory, reason: string): Refused => ({ place, id, reason });

function afterRefusal(error: unknown, batch: readonly Waiting[], summary: Summary): Waiting[] {
  const wrong = new Map<number, { field: string; detail: string }>();
  for (const { pointer, detail } of error instanceof ApiError ? (error.errors ?? []) : []) {
    const [, index, field = ""] = /^\/memories\/(\d+)(?:\/(.+))?$/.exec(pointer) ?? [];
    if (index !== undefined && !wrong.has(Number(index))) wrong.set(Number(index), { field, detail });
  }
  if (wrong.size === 0) throw error;
  return batch.flatMap((one, index) => {
    const found = wrong.get(index);
    if (!found) return [one];
    // An application with the form of a repository's name that is none is an application only.
    if (found.field === "repository" && one.in_repository) return [{ ...one, in_repository: false }];
    summary.refused.push(refusal(one.memory, `${found.field} ${found.detail}`.trim()));
    return [];
  });
}

async function tell(
  session: Session,
  { format, read: count, created, present, refused }: Summary,
): Promise<void> {
  await session.pairs([
    ["format", format],
    ["in the file", count],
    ["new", created],
    ["existed already", present],
    ["refused", refused.length],
  ]);
  await tellRefused(session, refused);
}

/** What a dry run found: it asks the server nothing, so what exists there already is not known. */
async function tellPlan(
  session: Session,
  {
    format,
    read: count,
    importable,
    refused,
  }: Pick<Summary, "format" | "read" | "refused"> & { importable: number },
): Promise<void> {
  await session.pairs([
    ["format", format],
    ["in the file", count],
    ["would be imported", importable],
    ["would be refused", refused.length],
  ]);
  await tellRefused(session, refused);
}

async function tellRefused(session: Session, refused: readonly Refused[]): Promise<void> {
  if (refused.length === 0) return;
  await session.say("\nRefused:");
  await session.table(refused, [
    { title: "where", value: ({ place }) => place },
    { title: "id", value: ({ id }) => id ?? "" },
    { title: "why", value: ({ reason }) => reason, flexible: true },
  ]);
}

async function exportTo(session: Session, name: string, options: { force?: true }): Promise<undefined> {
  const file = fileOf(session.io, name);
  const to_file = !isStandard(name);
  if (to_file && !options.force) await assertAbsent(file, name);
  const results = await readAllMemories(session);
  const text = `${JSON.stringify({ count: results.length, next: null, previous: null, results }, null, 2)}\n`;
  if (!to_file) {
    await write(session.io.stdout, text);
    return undefined;
  }
  // Beside the file until it is whole, so that half an export never looks like one.
  const draft = `${file}.${process.pid}.part`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600 })
    .then(() => rename(draft, file))
    .catch((error: NodeJS.ErrnoException) => {
      throw fileError(name, error);
    });
  await session.answer({ file, memories: results.length }, () =>
    session.say(`${file}: ${counted(results.length, "memory", "memories")}.`),
  );
  return undefined;
}

async function readAllMemories(session: Session) {
  const [{ memoryQuery }, { toMem0 }] = await Promise.all([
    import("@/lib/memories/contract"),
    import("@/lib/doors/mem0/memory"),
  ]);
  const bar = session.progress("Exporting");
  const results: ReturnType<typeof toMem0>[] = [];
  try {
    for (let offset = 0; ; offset += PAGE) {
      const { items, total } = await session.call(memoryQuery, { status: ["active"], limit: PAGE, offset });
      results.push(...items.map(toMem0));
      bar.show(results.length, total);
      if (offset + PAGE >= total) return results;
    }
  } finally {
    bar.end();
  }
}
