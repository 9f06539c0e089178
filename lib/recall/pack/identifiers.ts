const MAX_LINES = 4_000;
const MAX_LINE_LENGTH = 200;
const NAME = /[a-z_$\u00c0-\u{10ffff}][\w$\u00c0-\u{10ffff}]{2,63}/giu;

/** Words of programming languages and of every program, which say nothing about a change. */
const COMMON = new Set(
  (
    "abstract and any args array assert async await bool boolean break byte case catch char class const constructor " +
    "continue data declare def default del delete dict double elif else elsif end enum err error except export exports " +
    "extends extern false final finally float fn for foreach from func function get global goto if impl implements " +
    "import in index init int integer interface is item items key kwargs lambda len let list long map match module " +
    "mut name namespace new nil none nonlocal not null number object of option or override package pass print private " +
    "props protected public pub raise readonly ref require res result return self set short signed sizeof static str " +
    "string struct super switch template test then this throw throws trait true try tuple type typedef typeof undefined " +
    "union unless unsigned until use using val value values var vec virtual void volatile when where while with yield"
  ).split(" "),
);

/**
 * Names in lines of code, the most telling first: compound names (camelCase, snake_case) before single words, then by
 * how often they occur. Of more than 4,000 lines as many are read, evenly spread; columns beyond 200 are not.
 */
export function identifiersIn(lines: readonly string[], limit: number): string[] {
  const counts = new Map<string, number>();
  for (const line of evenly(lines))
    for (const [name] of line.slice(0, MAX_LINE_LENGTH).matchAll(NAME))
      if (!COMMON.has(name.toLowerCase())) counts.set(name, (counts.get(name) ?? 0) + 1);
  const weights = new Map(
    [...counts].map(([name, count]) => [name, Math.log1p(count) * (isCompound(name) ? 2 : 1)] as const),
  );
  return [...weights]
    .sort(([a, weightA], [b, weightB]) => weightB - weightA || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([name]) => name);
}

function evenly(lines: readonly string[]): readonly string[] {
  const step = Math.ceil(lines.length / MAX_LINES);
  if (step <= 1) return lines;
  return lines.filter((_, index) => index % step === 0);
}

function isCompound(name: string): boolean {
  return /[a-z\d][A-Z]|[^_]_[^_]/.test(name);
}
