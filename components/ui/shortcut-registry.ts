export type Shortcut = {
  keys: string;
  label: string;
  run: () => void;
};

type Listed = Shortcut & { group: string };

/** The part of a KeyboardEvent that the registry reads. */
export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "metaKey" | "ctrlKey" | "altKey" | "defaultPrevented" | "isComposing" | "target" | "preventDefault"
>;

export type ShortcutRegistry = {
  register(shortcuts: readonly Listed[]): () => void;
  list(): readonly Listed[];
  subscribe(listener: () => void): () => void;
  handle(event: KeyPress): void;
};

const SEQUENCE_MS = 1_000;
const TYPING = [
  'input:not([type="checkbox"]):not([type="radio"])',
  "textarea",
  "select",
  '[contenteditable="true"]',
  // A closed choice finds its options by the letters that are typed.
  '[role="combobox"]',
].join(", ");
const ACTIVATED_BY_ENTER = 'a[href], button, summary, [role="button"], [role="menuitem"], [role="option"]';
// The drawer keeps the list beside it in use, so it does not silence the list's keys.
const MODAL =
  '[data-state="open"]:is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';

const pressed = (event: KeyPress): string => {
  if (event.metaKey || event.ctrlKey) return `mod+${event.key.toLowerCase()}`;
  return event.key;
};

function isElsewhere(event: KeyPress, chord: string): boolean {
  const { target } = event;
  if (!(target instanceof Element)) return false;
  if (target.closest(TYPING)) return !chord.startsWith("mod+");
  if (chord === "Enter" && target.closest(ACTIVATED_BY_ENTER)) return true;
  return document.querySelector(`${MODAL}:not([data-drawer])`) !== null;
}

/**
 * Keeps the shortcuts that are offered and runs the one a key press completes. A chord that begins a sequence
 * waits up to a second for the next; the shortcut registered last wins.
 */
export function createShortcutRegistry(now: () => number = Date.now): ShortcutRegistry {
  let offered: readonly Listed[] = [];
  let begun: { chords: string[]; at: number } = { chords: [], at: 0 };
  const listeners = new Set<() => void>();
  const change = (next: readonly Listed[]) => {
    offered = next;
    for (const listener of listeners) listener();
  };
  return {
    register(shortcuts) {
      change([...offered, ...shortcuts]);
      return () => change(offered.filter((candidate) => !shortcuts.includes(candidate)));
    },
    list: () => offered,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handle(event) {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      if (["Shift", "Control", "Meta", "Alt"].includes(event.key)) return;
      const chord = pressed(event);
      if (isElsewhere(event, chord)) return;
      const earlier = now() - begun.at < SEQUENCE_MS ? begun.chords : [];
      for (const chords of earlier.length > 0 ? [[...earlier, chord], [chord]] : [[chord]]) {
        const keys = chords.join(" ");
        const match = offered.findLast((candidate) => candidate.keys === keys);
        if (match) {
          begun = { chords: [], at: 0 };
          event.preventDefault();
          match.run();
          return;
        }
        if (offered.some((candidate) => candidate.keys.startsWith(`${keys} `))) {
          begun = { chords, at: now() };
          return;
        }
      }
      begun = { chords: [], at: 0 };
    },
  };
}
