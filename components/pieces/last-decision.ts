export type Undo = () => unknown;

/** Undoes what was decided last on any screen; null when there is nothing to undo. */
let latest: Undo | null = null;

/**
 * Has a decision be the last, which `undoLatest` undoes.
 * @param withdraw Takes away what offers the undo elsewhere: once it is undone, there is nothing left to undo.
 * @returns how to undo it, once: a second press, or the button beside the key, does nothing more.
 */
export function offerUndo(undo: Undo, withdraw: () => void): Undo {
  let isUndone = false;
  const once = () => {
    if (isUndone) return;
    isUndone = true;
    if (latest === once) latest = null;
    withdraw();
    undo();
  };
  latest = once;
  return once;
}

/** Undoes the last decision, once. @returns false when there is none to undo. */
export function undoLatest(): boolean {
  const undo = latest;
  latest = null;
  undo?.();
  return undo !== null;
}

/** Forgets what was decided last: something else is being decided, or it is no longer on the screen. */
export function forgetUndo(): void {
  latest = null;
}
