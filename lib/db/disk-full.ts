/** How long after a change that failed for a full disk it is taken to be full still. */
const HOLDS_MS = 60_000;

// Pages and routes are bundled apart; what they learn of the disk is one.
const held = globalThis as { casebook_disk_full_at?: number };

/** Keeps that a change failed because the database's disk is full. */
export function noteDiskFull(): void {
  held.casebook_disk_full_at = performance.now();
}

/** Keeps that a change was written. */
export function noteWritten(): void {
  held.casebook_disk_full_at = undefined;
}

/** True when the last change failed for a full disk, within the last minute. */
export function isDiskFull(): boolean {
  return (
    held.casebook_disk_full_at !== undefined && performance.now() - held.casebook_disk_full_at < HOLDS_MS
  );
}
