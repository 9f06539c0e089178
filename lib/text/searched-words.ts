/** More words of one search are not looked at: they narrow what is found no further. */
const MOST = 40;

/** The words that a search asks for, in lower case, each once: what white space parts. No sign has a meaning of its own. */
export function searchedWords(q: string): string[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, MOST);
}
