const WRITTEN = /^(.+?)(?::|#L)(\d{1,9})(?:[-–]L?(\d{1,9}))?$/;

/** Lines of a file as answers and links to code write them: `src/a.ts:12`, `src/a.ts:12-14`, `src/a.ts#L12-L14`; null: no place. */
export function placeIn(text: string): { path: string; line_start: number; line_end: number } | null {
  const [, path, first, last = first] = WRITTEN.exec(text.trim()) ?? [];
  if (path === undefined) return null;
  return { path, line_start: Number(first), line_end: Number(last) };
}
