/** For a dialog that is a form: typing can begin at once, instead of at the button that closes it. */
export function focusFirstField(event: Event): void {
  const field =
    event.currentTarget instanceof HTMLElement ? event.currentTarget.querySelector("input") : null;
  if (!field) return;
  event.preventDefault();
  field.focus();
}
