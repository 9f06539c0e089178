export type FileLines = { start: number; end: number };

export type FilePlace = {
  path?: string | null;
  /** The commit, branch or tag that is read; the head of the default branch without it. */
  at?: string | null;
  lines?: FileLines | null;
  /** What is open beside the code. */
  mark?: string | null;
};

/** Lines as an address ends with them: "L12" or "L12-L18". */
export function linesHash({ start, end }: FileLines): string {
  if (start === end) return `L${start}`;
  return `L${start}-L${end}`;
}

const MOST_LINES = 10_000_000;

/** The lines that the end of an address names, in either order; null when it names none. */
export function linesOfHash(hash: string): FileLines | null {
  const [, first, last] = /^#?L(\d{1,8})(?:-L?(\d{1,8}))?$/.exec(hash) ?? [];
  if (first === undefined) return null;
  const numbers = [Number(first), Number(last ?? first)];
  const start = Math.min(...numbers);
  const end = Math.max(...numbers);
  if (start < 1 || end > MOST_LINES) return null;
  return { start, end };
}

const hashOf = (lines: FileLines | null | undefined): string => (lines ? `#${linesHash(lines)}` : "");

/** Where a file or folder of a repository is shown with what is known of it. */
export function filesHref(repository_id: string, { path, at, lines, mark }: FilePlace = {}): string {
  const parameters = new URLSearchParams();
  if (path) parameters.set("path", path);
  if (at) parameters.set("at", at);
  if (mark) parameters.set("mark", mark);
  const search = parameters.toString();
  return `/citations/repositories/${repository_id}/files${search && `?${search}`}${hashOf(lines)}`;
}

/** The same place by the repository's name, as an address that people read. */
export function namedFilesHref(repository: string, { path, at, lines }: FilePlace): string {
  const segments = [...repository.split("/"), "files", ...(path ? path.split("/") : [])];
  const search = at ? `?${new URLSearchParams({ at })}` : "";
  return `/repositories/${segments.map(encodeURIComponent).join("/")}${search}${hashOf(lines)}`;
}
