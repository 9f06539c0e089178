/** The text as it can be stored: NUL is left out, and half a surrogate pair becomes the replacement character. */
export function toStorable(text: string): string {
  return text.replaceAll("\u0000", "").toWellFormed();
}
