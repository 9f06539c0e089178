/** A screen that has not shown a field by then has none for this person. */
const GIVEN_UP_MS = 30_000;
const LOOK_MS = 100;
const FOCUSABLE =
  'input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled]), a[href], [tabindex="0"]';

const says = (element: Element, name: string) => element.textContent?.trim() === name;

/** The control with this label, the group or section with this name, or the heading that begins with it. */
function findField(main: Element, name: string): HTMLElement | null {
  const label = [...main.querySelectorAll("label")].find((one) => says(one, name));
  if (label?.control) return label.control;
  const named = [...main.querySelectorAll<HTMLElement>("[aria-label]")].filter(
    (one) => one.getAttribute("aria-label") === name,
  );
  const group = named.find((one) => one.matches('[role="group"], [role="radiogroup"]')) ?? named[0];
  if (group) return group;
  const heading = [...main.querySelectorAll<HTMLElement>("h2, h3")].find((one) =>
    one.textContent?.trim().startsWith(name),
  );
  return heading ?? null;
}

/** Shows a field and gives it the focus, or what can have it in its place. */
function show(found: HTMLElement): void {
  // What is disabled takes no focus; the part of the screen around it does.
  const field = found.matches(":disabled") ? (found.closest("section") ?? found) : found;
  const target = field.matches(FOCUSABLE)
    ? field
    : (field.querySelector<HTMLElement>('[data-state="on"]:not([disabled])') ??
      field.querySelector<HTMLElement>(FOCUSABLE));
  const focused = target ?? field;
  if (target === null) field.tabIndex = -1;
  focused.scrollIntoView({ block: "center" });
  focused.focus({ preventScroll: true });
}

/**
 * Shows a field as soon as the screen has it, and again when the screen takes the focus from it while it loads, until the
 * person does something else.
 */
export function followField({
  main,
  name,
  parameter,
  onFound,
}: {
  main: Element;
  name: string;
  /** The one of the address that names it. */
  parameter: string;
  onFound: () => void;
}): void {
  const until = Date.now() + GIVEN_UP_MS;
  let isFound = false;
  const look = () => {
    if (Date.now() > until) ended.abort();
    // A navigation that ends only now brings the address back that named the field.
    if (isFound && new URL(window.location.href).searchParams.has(parameter)) onFound();
    if (isFound && document.activeElement !== document.body) return;
    const field = findField(main, name);
    if (field === null) return;
    if (!isFound) onFound();
    isFound = true;
    show(field);
  };
  const ended = new AbortController();
  const { signal } = ended;
  const timer = setInterval(look, LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
  for (const act of ["keydown", "pointerdown"])
    document.addEventListener(act, () => ended.abort(), { capture: true, signal });
  look();
}
