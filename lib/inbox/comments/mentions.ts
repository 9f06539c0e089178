/** Those whose name stands after an @ in a text; of two names that begin alike the longer one counts. */
export function mentionedIn<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const byLength = people.toSorted((a, b) => b.name.length - a.name.length);
  const lower = text.toLowerCase();
  const found = new Set<P>();
  for (let at = lower.indexOf("@"); at !== -1; at = lower.indexOf("@", at + 1)) {
    if (isInWord(lower[at - 1])) continue;
    const named = byLength.find(({ name }) => isAt({ text: lower, at: at + 1, name: name.toLowerCase() }));
    if (named) found.add(named);
  }
  return people.filter((person) => found.has(person));
}

function isAt({ text, at, name }: { text: string; at: number; name: string }): boolean {
  return name !== "" && text.startsWith(name, at) && !isInWord(text[at + name.length]);
}

function isInWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}_]/u.test(character);
}
