/** As far back as a prohibition is looked for, in UTF-16 code units. */
const BEFORE = 120;

const AFTER = 60;

/** Where a clause ends that does not govern what follows. */
const BOUNDARY =
  /[.;:!?]\s|[\n—–]|,\s*(?:but|instead|rather|so|then|and then)\b|\b(?:but|instead|rather|otherwise)\b(?!\s+of\b)/gi;

const PROHIBITION =
  /\b(?:never|avoid(?:ing)?|do(?:es)? not|don['’]t|doesn['’]t|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|no longer|not to|not use|instead of|rather than|refus(?:e|es|ing) to|without|forbids?|prohibits?|rejects?|blocks?)\b(?!\s+(?:forget|hesitate|skip|omit|worry|fail|miss|wait|ask|stop|need|bother))/gi;

const NOT_WITHOUT =
  /\b(?:never|not|don['’]t|cannot|can['’]t|won['’]t|fails?|broken|only)\b[^.;]*\bwithout\b/i;

const RULED_OUT =
  /^[`'")\]]*\s*(?:is|are|was|were)\s+(?:forbidden|not allowed|prohibited|banned|blocked|rejected|never)\b/i;

/** Whether the clause in which something stands forbids it: a rule against a danger is none. */
export function isForbidden(text: string, { start, end }: { start: number; end: number }): boolean {
  const before = text.slice(Math.max(0, start - BEFORE), start);
  const boundary = [...before.matchAll(BOUNDARY)].at(-1);
  const clause = boundary ? before.slice(boundary.index + boundary[0].length) : before;
  const prohibitions = clause.match(PROHIBITION) ?? [];
  if (RULED_OUT.test(text.slice(end, end + AFTER))) return true;
  return prohibitions.length % 2 === 1 && !NOT_WITHOUT.test(clause);
}
