import type { CheckName, DoctorCheck, VectorStatus } from "@/lib/upkeep/contract";
import type { Session, Voice } from "../api";
import type { CapacityOptions } from "../capacity";
import { asking, type Cli, locally, type Register } from "../command";
import { CliError, type Exit } from "../exit";
import { anyNumber, wholeNumber } from "../input";

const PAUSE_MS = 1_000;

export const server: Register = (program, cli) => {
  program
    .command("doctor")
    .description("check every part of the server, and say how to fix what is wrong")
    .option("--no-language-model", "do not test the language model, which costs a few tokens")
    .action(doctor(cli));
  program
    .command("reembed")
    .description(
      "embed memories without a vector of the current model, after a change of model; search keeps working",
    )
    .option("--no-wait", "do not wait until it is done")
    .option("--clear", "then delete the vectors of other models")
    .action(asking(cli, reembed));
  program
    .command("reindex")
    .description("rebuild the vector index, in the background; search keeps working")
    .action(asking(cli, reindex));
  program
    .command("capacity")
    .description(
      "estimate the cores, memory and disk that an installation needs, and which step to take first",
    )
    .option("--memories <n>", "that are kept", wholeNumber, 10_000)
    .option("--agents <n>", "that work at the same time", wholeNumber, 20)
    .option("--tasks <n>", "of each agent, an hour", anyNumber, 6)
    .option("--searches <n>", "for each task, besides its pack", anyNumber, 2)
    .option("--reads <n>", "of single memories or of a file's, for each task", anyNumber, 2)
    .option("--stores <n>", "for each task", anyNumber, 1)
    .option("--citations <n>", "for each memory", anyNumber, 0.3)
    .option("--recall-days <n>", "that recalls are kept", wholeNumber, 90)
    .option("--hours <n>", "of a day in which agents work so much", anyNumber, 8)
    .option("--pool-size <n>", "connections of a process (DATABASE_POOL_SIZE)", wholeNumber, 10)
    .option("--core-price <price>", "of a core a month", anyNumber)
    .option("--gigabyte-price <price>", "of a gigabyte of disk a month", anyNumber)
    .action(
      locally(cli, async (voice, options: CapacityOptions) =>
        (await import("../capacity")).showCapacity(voice, options),
      ),
    );
};

const STYLES = { ok: "green", off: "dim", warning: "yellow", failed: "red" } as const;

/** A check as it is shown: the server's, and those that are made from here when there is no server. */
export type ShownCheck = Pick<DoctorCheck, "state" | "found" | "remedy"> & { name: CheckName | string };

/** A server that does not answer is looked at from here. */
function doctor(cli: Cli) {
  const asked = asking(cli, async (session, options: { languageModel: boolean }) => {
    const { doctorRun } = await import("@/lib/upkeep/contract");
    const report = await session.call(doctorRun, { ask_language_model: options.languageModel });
    await session.answer(report, () => showChecks(session, report.checks));
    if (report.healthy) return undefined;
    return "no" as const;
  });
  return async (...params: Parameters<typeof asked>) => {
    try {
      await asked(...params);
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== "unreachable") throw error;
      const [{ diagnoseLocally }, { voiceOf }, { targetOf }] = await Promise.all([
        import("../from-here"),
        import("../api"),
        import("../settings"),
      ]);
      const [, command] = params;
      const voice = voiceOf(cli.io, command);
      const target = await targetOf(cli.io, voice);
      const checks = await diagnoseLocally(target);
      await voice.answer({ healthy: false, checks }, () => showChecks(voice, checks));
      cli.outcome.exit = "unreachable";
    }
  };
}

async function showChecks(voice: Voice, checks: readonly ShownCheck[]): Promise<void> {
  const { paint, say } = voice;
  const width = Math.max(...checks.map(({ name }) => name.length));
  for (const { name, state, found, remedy } of checks) {
    await say(`${paint(STYLES[state], state.padEnd(7))}  ${name.padEnd(width)}  ${found}`);
    if (remedy !== null) await say(`${" ".repeat(9 + width)}  ${paint("bold", "→")} ${remedy}`);
  }
}

async function reembed(
  session: Session,
  options: { wait: boolean; clear?: true },
): Promise<Exit | undefined> {
  const { vectorClear, vectorRebuild, vectorStatusGet } = await import("@/lib/upkeep/contract");
  let status = await session.call(vectorRebuild, {});
  if (options.wait) {
    const bar = session.progress("Embedding");
    try {
      for (;;) {
        bar.show(status.embedded, status.memories, status.embedder?.id);
        if (status.embedded >= status.memories || !status.working) break;
        await session.io.pause(PAUSE_MS);
        status = await session.call(vectorStatusGet, {});
      }
    } finally {
      bar.end();
    }
  }
  const missing = status.memories - status.embedded;
  const cleared = options.clear && missing === 0 ? await session.call(vectorClear, {}) : null;
  await session.answer({ ...status, deleted: cleared?.deleted }, async () => {
    await showVectors(session, status);
    if (cleared) await session.say(`${cleared.deleted} vectors of other models were deleted.`);
    else if (options.clear)
      await session.say("The vectors of other models stay until every memory has its own.");
  });
  if (options.wait && missing > 0) return "no";
  return undefined;
}

async function reindex(session: Session): Promise<undefined> {
  const { vectorReindex } = await import("@/lib/upkeep/contract");
  const status = await session.call(vectorReindex, {});
  await session.answer(status, async () => {
    await showVectors(session, status);
    await session.say("The worker rebuilds the index; run `casebook reindex` again to see its state.");
  });
  return undefined;
}

async function showVectors(session: Session, status: VectorStatus): Promise<void> {
  const { embedder, memories, embedded, working, problem, models, index } = status;
  await session.pairs([
    ["embedder", embedder?.id ?? "none"],
    ["embedded", `${embedded} of ${memories}${working ? ", continuing" : ""}`],
    ...(problem === null ? [] : [["problem", problem] as const]),
    [
      "index",
      index.exists ? `${Math.round((index.bytes ?? 0) / 1024)} kB` : "none: every vector is compared",
    ],
  ]);
  if (models.length > 0)
    await session.table(models, [
      { title: "model", value: ({ embedder_id }) => embedder_id, flexible: true },
      { title: "dimensions", value: ({ dimensions }) => dimensions, align: "right" },
      { title: "vectors", value: ({ vectors }) => vectors, align: "right" },
      {
        title: "in use",
        value: ({ in_use }) => {
          if (in_use) return "yes";
          return "no";
        },
      },
    ]);
}
