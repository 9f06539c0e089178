/**
 * Keeps what a person does before React has hydrated the page, where it would be lost: a button is pressed again once it
 * listens, the last one only; a field that React empties has its text again; and a form is sent by the page, as it would be a
 * moment later, and not by the browser. React hydrates at once what is pressed after it has begun, which is left to it.
 *
 * It is written into the page as text and runs before every other script, so it uses nothing from outside of itself.
 */
function keepWhatIsDoneBeforeHydration(): void {
  const GIVEN_UP_AFTER_MS = 30_000;
  const KEPT_FOR_FRAMES = 30;
  type Field = HTMLInputElement | HTMLTextAreaElement;
  const texts = new Map<Field, string>();
  let last: HTMLButtonElement | HTMLFormElement | null = null;

  // How React marks the elements that it has hydrated or made; no API of it says so.
  const isHydrated = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith("__reactProps$"));

  const onceHydrated = (element: Element, act: () => void, until = performance.now() + GIVEN_UP_AFTER_MS) => {
    if (!element.isConnected || performance.now() > until) return;
    if (isHydrated(element)) act();
    else requestAnimationFrame(() => onceHydrated(element, act, until));
  };

  const typeAgain = (field: Field, text: string) => {
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    // React hears of a value only if it is set behind the back of its own setter.
    Object.getOwnPropertyDescriptor(prototype, "value")?.set?.call(field, text);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => watch(field, KEPT_FOR_FRAMES));
  };

  /** Until the field keeps its text: React empties it as it begins to answer to events, which the first one makes it do. */
  const watch = (field: Field, frames: number) => {
    const text = texts.get(field);
    if (text === undefined) return;
    if (field.value !== text) typeAgain(field, text);
    else if (frames === 0) texts.delete(field);
    else requestAnimationFrame(() => watch(field, frames - 1));
  };

  const onClick = ({ target, isTrusted }: MouseEvent) => {
    if (!isTrusted || !(target instanceof Element)) return;
    const button = target.closest("button");
    last = null;
    if (button === null || button.type === "submit" || isHydrated(button)) return;
    last = button;
    const press = () => {
      if (last !== button) return;
      last = null;
      button.focus();
      button.click();
    };
    // Where React hydrates it for this press, React also answers it.
    setTimeout(() => !isHydrated(button) && onceHydrated(button, press));
  };

  const isField = (target: EventTarget | null): target is Field =>
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !/^(?:checkbox|radio|file)$/.test(target.type));

  const onInput = ({ target, isTrusted }: Event) => {
    if (!isTrusted || !isField(target)) return;
    if (isHydrated(target)) {
      texts.delete(target);
      return;
    }
    if (!texts.has(target)) onceHydrated(target, () => typeAgain(target, texts.get(target) ?? target.value));
    texts.set(target, target.value);
  };

  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.hasAttribute("action") || isHydrated(form)) return;
    event.preventDefault();
    last = form;
    const send = () => {
      if (last !== form) return;
      const isTyping = [...texts.keys()].some((field) => form.contains(field));
      if (isTyping) requestAnimationFrame(send);
      else {
        last = null;
        form.requestSubmit();
      }
    };
    onceHydrated(form, send);
  };

  addEventListener("click", onClick, true);
  addEventListener("input", onInput, true);
  addEventListener("submit", onSubmit, true);
}

/** For a script at the beginning of every page. */
export const BEFORE_HYDRATION = `(${keepWhatIsDoneBeforeHydration})()`;
