import { type CheckItem, type CitusReport, checkCitus, megabytes } from "@/lib/db/citus/check";
import { distribute, type Placed } from "@/lib/db/citus/distribute";
import type { PlannedTable } from "@/lib/db/citus/plan";
import type { Voice } from "./api";
import type { Exit } from "./exit";

const STATES: Record<CheckItem["state"], string> = { ok: "ok", warning: "look", stop: "stop" };

/** What stands against placing the tables. @returns no when something does. */
export async function tellCheck(voice: Voice, connection_string: string): Promise<Exit> {
  const report = await checkCitus(connection_string);
  await voice.answer({ may_run: report.may_run, items: report.items }, () => checkForPeople(voice, report));
  if (report.may_run) return "ok";
  return "no";
}

async function checkForPeople(voice: Voice, { items, may_run }: CitusReport): Promise<void> {
  await voice.table(items, [
    { title: "", value: ({ state }) => STATES[state] },
    { title: "what", value: ({ what }) => what },
    { title: "found", value: ({ detail }) => detail },
  ]);
  if (may_run) await voice.say("Nothing stands against it.");
  else await voice.say("Mend what says stop, and run `casebook scale citus --check` again.");
}

/** Which table goes where, in order. */
export async function tellPlan(voice: Voice, connection_string: string): Promise<Exit> {
  const { tables } = await checkCitus(connection_string);
  await voice.answer({ tables }, () => planForPeople(voice, tables));
  return "ok";
}

async function planForPeople(voice: Voice, tables: readonly PlannedTable[]): Promise<void> {
  await voice.table(tables, [
    { title: "table", value: ({ table }) => table },
    { title: "goes", value: ({ placement }) => GOES[placement] },
    { title: "because", value: ({ because }) => because, flexible: true },
    { title: "size", value: ({ bytes }) => megabytes(bytes), align: "right" },
    { title: "", value: isThere },
  ]);
  const left = tables.filter(({ done }) => !done).length;
  await voice.say(`${tables.length} tables, ${left} of them still to be placed.`);
}

function isThere({ done }: PlannedTable): string {
  if (done) return "is there";
  return "";
}

const GOES: Record<PlannedTable["placement"], string> = {
  distributed: "by organization",
  reference: "whole to every server",
  local: "stays on the coordinator",
};

/** Places the tables, and tells each step as it is done. */
export async function place(voice: Voice, connection_string: string, shards?: number): Promise<Exit> {
  const placed = await distribute(connection_string, {
    shards,
    onStep: ({ name, milliseconds }) => {
      voice.io.stderr.write(`${name} (${milliseconds} ms)\n`);
    },
  });
  await voice.answer(placed, () => voice.say(summaryOf(placed)));
  return "ok";
}

function summaryOf({ tables, foreign_keys, triggers, resumed }: Placed): string {
  if (tables === 0 && !resumed) return "Every table is where it belongs; nothing was changed.";
  const summary = `Placed ${tables} tables, with ${foreign_keys} foreign keys and ${triggers} triggers. Start Casebook again.`;
  if (resumed) return `Went on where an earlier run had ended. ${summary}`;
  return summary;
}
