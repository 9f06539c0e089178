import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Linux counts in hundredths of a second, for every program (proc_pid_stat(5): USER_HZ). */
const MS_A_TICK = 10;

type Stat = { parent: number; ticks: number };

/** A process's parent, and the time on a processor of it and of its children that ended; null when it is gone. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name, which is in parentheses, may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [parent, user, system, children_user, children_system] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    );
    return {
      parent: parent ?? 0,
      ticks: (user ?? 0) + (system ?? 0) + (children_user ?? 0) + (children_system ?? 0),
    };
  } catch {
    return null;
  }
}

/** Milliseconds on a processor of a process, of all below it, and of those below it that ended. */
export function cpuOf(pid: number): number {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync("/proc")) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : null;
    if (stat) stats.set(Number(name), stat);
  }
  const below = new Set([pid]);
  for (let before = 0; before !== below.size; ) {
    before = below.size;
    for (const [id, { parent }] of stats) if (below.has(parent)) below.add(id);
  }
  let ticks = 0;
  for (const id of below) ticks += stats.get(id)?.ticks ?? 0;
  return ticks * MS_A_TICK;
}

export function parentOf(pid: number): number {
  const stat = statOf(pid);
  if (!stat) throw new Error(`process ${pid} is gone`);
  return stat.parent;
}

/** The process below this one whose command line names a file. */
export function childNamed(file: string): number | null {
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    const pid = Number(name);
    if (statOf(pid)?.parent === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(file))
      return pid;
  }
  return null;
}

/** Waits until a process used no more than a tenth of a processor for half a second. */
export async function untilIdle(pid: number, limit_ms = 60_000): Promise<void> {
  const deadline = performance.now() + limit_ms;
  while (performance.now() < deadline) {
    const before = cpuOf(pid);
    await sleep(500);
    if (cpuOf(pid) - before <= 50) return;
  }
}
