/** Two texts of which at least one has more characters are shown as what differs in them. */
const LONG = 120;
/** Characters of what is the same that are shown before and after a difference. */
const AROUND = 30;

export type Difference = {
  /** What is the same before and after it, cut short; empty for short texts. */
  start: string;
  end: string;
  removed: string;
  added: string;
};

/** What differs between two texts: short ones whole, of long ones the part between what they begin and end with alike. */
export function differenceOf(from: string, to: string): Difference {
  if (from.length <= LONG && to.length <= LONG) return { start: "", end: "", removed: from, added: to };
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  const start = from.slice(0, head);
  const end = from.slice(from.length - tail);
  return {
    start: start.length > AROUND ? `…${start.slice(-AROUND)}` : start,
    end: end.length > AROUND ? `${end.slice(0, AROUND)}…` : end,
    removed: from.slice(head, from.length - tail),
    added: to.slice(head, to.length - tail),
  };
}
