/**
 * A temporary folder in memory. Each file of integration tests copies a database of 1,700 small files: on a virtual disk
 * that takes four times as long as starting it.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";

const SHARED_MEMORY = "/dev/shm";
const NEEDED_BYTES = 6 * 1024 ** 3;

/** A new folder that other users may pass through, or undefined where memory is short or runs no programs. */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(SHARED_MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  if (Math.min(bavail * bsize, freemem()) < NEEDED_BYTES) return undefined;
  const folder = mkdtempSync(join(SHARED_MEMORY, "casebook-tests-"));
  chmodSync(folder, 0o711);
  if (runsPrograms(folder)) return folder;
  rmSync(folder, { recursive: true });
  return undefined;
}

/** Docker mounts its shared memory `noexec`, and some tests install commands. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
