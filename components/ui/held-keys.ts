const TEXT_FIELD = 'input:not([type="checkbox"]):not([type="radio"]), textarea, [contenteditable="true"]';
const OPENED =
  '[data-state="open"]:is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';

/** What was open and had the focus before: a list of choices may open over the dialog that has it. */
let openedBefore = new Set<Element>();
let focusedBefore: Element | null = null;

const HELD = new Set([
  "Enter",
  "Backspace",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Home",
  "End",
]);

/** How long after it was loaded a part may take to open and take the focus. */
const OPENS_WITHIN_MS = 1_000;

let loading = 0;
let held: KeyboardEvent[] = [];
let frame = 0;

/**
 * Keeps the keys that are pressed while a dialog, a list or a form is loading from acting on the page: the reason that is typed
 * after R would decide other items. They are pressed again in what came, once it has the focus; those that it gets before
 * are kept too, so that none overtakes another. Browser shortcuts, and text that is typed into a field that was there, are left
 * alone.
 * @returns to be called when it is loaded, or is not wanted any more
 */
export function holdKeys(): () => void {
  loading += 1;
  if (loading === 1) {
    openedBefore = new Set(document.querySelectorAll(OPENED));
    focusedBefore = document.activeElement;
  }
  cancelAnimationFrame(frame);
  window.addEventListener("keydown", hold, { capture: true });
  return () => {
    loading -= 1;
    if (loading > 0) return;
    const until = performance.now() + OPENS_WITHIN_MS;
    // What came is put into the page now, and a form that has a draft puts that into its field right after.
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => pressAgainOnceOpened(until));
    });
  };
}

function hold(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key === "Escape") held = [];
  const isCommand = event.ctrlKey || event.metaKey;
  const isHeld = HELD.has(key) || (key.length === 1 && !isCommand);
  if (!isHeld || event.altKey || event.isComposing) return;
  if (target instanceof Element && target.closest(TEXT_FIELD) && !isInWhatCame(target)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  held.push(event);
}

function pressAgainOnceOpened(until: number): void {
  const isOpened = isInWhatCame(document.activeElement);
  if (!isOpened && held.length > 0 && performance.now() < until) {
    frame = requestAnimationFrame(() => pressAgainOnceOpened(until));
    return;
  }
  window.removeEventListener("keydown", hold, { capture: true });
  const keys = isOpened ? held : [];
  held = [];
  for (const key of keys) pressAgain(key);
}

/** Whether an element is in what was opened, or is the field of what was put into the page. */
function isInWhatCame(focused: Element | null): boolean {
  if (focused === null || focused === focusedBefore) return false;
  const opened = focused.closest(OPENED);
  return opened === null ? focused.matches(TEXT_FIELD) : !openedBefore.has(opened);
}

function pressAgain({ key, code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement;
  const again = new KeyboardEvent("keydown", {
    key,
    code,
    ctrlKey,
    metaKey,
    shiftKey,
    bubbles: true,
    cancelable: true,
  });
  if (!target?.dispatchEvent(again)) return;
  // A browser types text and presses buttons by a person's keys only, not by an event of a script.
  if (target.matches(TEXT_FIELD)) {
    if (key === "Backspace") document.execCommand("delete");
    else if (key.length === 1) document.execCommand("insertText", false, key);
    else if (key === "Enter" && !ctrlKey && !metaKey) pressEnter(target);
  } else if (target instanceof HTMLButtonElement && (key === "Enter" || key === " ")) target.click();
}

/** A new line in a text of several, and the button that sends the form of a field of one. */
function pressEnter(field: Element): void {
  if (field instanceof HTMLInputElement) field.form?.requestSubmit();
  else document.execCommand("insertText", false, "\n");
}
