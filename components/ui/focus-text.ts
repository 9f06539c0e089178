/** Gives a field the focus; typing goes on from the text that is in it. */
export function focusText(field: HTMLElement): void {
  field.focus();
  if (field instanceof HTMLTextAreaElement) field.setSelectionRange(field.value.length, field.value.length);
}
