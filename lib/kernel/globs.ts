const MAX_GLOB_LENGTH = 300;
const MAX_WILDCARDS = 6;
const MAX_WILDCARDS_PER_SEGMENT = 3;

/**
 * A repository-relative glob in its one written form: forward slashes, no `./` and no `/` in front; a folder (`src/api/`)
 * becomes everything below it.
 */
export function normalizeGlob(glob: string): string {
  const path = glob
    .trim()
    .replaceAll("\\", "/")
    .replace(/\/{2,}/g, "/")
    .replace(/^(?:\.\/)+/, "")
    .replace(/^\//, "");
  if (path.endsWith("/")) return `${path}**`;
  return path;
}

/** Whether a glob has wildcards; otherwise it is the path of one file. */
export function hasWildcard(glob: string): boolean {
  return /[*?{]/.test(glob);
}

/**
 * What is wrong with a normalized glob, as words that follow the field's name, or null. Wildcards are limited so that
 * matching stays linear in practice, whatever the path.
 */
export function globProblem(glob: string): string | null {
  if (glob === "") return "must not be empty; name a file or a pattern, such as apps/web/**/*.json";
  if (glob.length > MAX_GLOB_LENGTH) return `must be at most ${MAX_GLOB_LENGTH} characters`;
  if (glob.startsWith("!")) return "must not start with !; name what it applies to";
  if (hasControlCharacter(glob)) return "must not contain control characters";
  if (glob.split("/").includes("..")) return "must not contain ..; write it from the repository's root";
  if (!/[^*?/.{},]/.test(glob)) return "matches every file; name a folder, a file or an extension";
  if (!hasBalancedBraces(glob)) return "has braces that do not match; write {a,b}, not nested";
  const segments = glob.split("/").map((segment) => segment.match(/\*+|\?/g)?.length ?? 0);
  if (segments.some((count) => count > MAX_WILDCARDS_PER_SEGMENT))
    return `must have at most ${MAX_WILDCARDS_PER_SEGMENT} wildcards between two slashes`;
  if (segments.reduce((sum, count) => sum + count, 0) > MAX_WILDCARDS)
    return `must have at most ${MAX_WILDCARDS} wildcards`;
  return null;
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < " " || character === "\u007f");
}

function hasBalancedBraces(glob: string): boolean {
  const braces = glob.replace(/[^{}]/g, "");
  return /^(?:\{\})*$/.test(braces);
}
