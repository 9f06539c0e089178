/** Quoted words that say what kind of thing an error is about; all others are names of a program. */
const KINDS = new Set(
  "none nonetype null nil nilclass undefined str string int integer float double bool boolean list dict tuple set bytes array object function module true false number symbol json utf-8 utf8 ascii".split(
    " ",
  ),
);

const isKind = (text: string) => KINDS.has(text.toLowerCase());

/** In the order in which they are replaced: what may hold the others first. */
const REPLACED: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s"'`<>)\]]+/gi, "<url>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b0x[0-9a-f]+\b/gi, "<address>"],
  [/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}/g, "<address>"],
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, "<time>"],
  [
    /(?<![\w<])(?:[A-Za-z]:)?(?:\.{0,2}[\\/])?(?:[\w.@+-]{1,100}[\\/]){1,40}[\w.@+-]{1,100}(?::\d+){0,2}/g,
    "<path>",
  ],
  [/(?<![\w<])\/[\w.@+-]{1,200}/g, "<path>"],
  [
    /\b[\w-]{1,100}\.(?:py|[cm]?[jt]sx?|go|rs|java|kt|cs|rb|php|json|ya?ml|toml|xml|html|css|sql|txt|csv|dll|so|jar)(?::\d+){0,2}\b/gi,
    "<path>",
  ],
  [/\b[0-9a-f]{12,64}\b/gi, "<id>"],
];

const QUOTED = /'([^'\n]{0,500})'|"([^"\n]{0,500})"|`([^`\n]{0,500})`|‘([^’\n]{0,500})’|“([^”\n]{0,500})”/g;

/** A name of a program by how it is written: `get_user()`, `a.b`, `Foo::bar`, `camelCase`, `SomeClass`, `$name`. */
const NAME =
  /(?<![\w<$])(?:\$\w+|[A-Za-z_]\w*(?:(?:\.|::|->|#|\\)[A-Za-z_]\w*)+(?:\(\))?|[a-z]+\w*[a-z0-9][A-Z]\w*(?:\(\))?|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+(?:\(\))?|\w*[A-Za-z]_\w+(?:\(\))?|[A-Za-z]\w*\(\))(?![\w>])/g;

const NUMBER = /(?<![\w<])[-+]?\d[\d_]*(?:[.,]\d+)*(?:e[+-]?\d+)?(?:%|ms|s|px|kb|mb|gb)?(?![\w>])/gi;

/** A list of names is as good as one. */
const LISTS = /(<name>|<n>)(?:(?:, | and | or |, and )\1)+/g;

export const LONGEST_SIGNATURE = 500;

function withoutQuoted(text: string): string {
  return text.replace(QUOTED, (...found: unknown[]) => {
    const inner = found.slice(1, 6).find((part) => typeof part === "string");
    if (typeof inner === "string" && isKind(inner)) return inner.toLowerCase();
    return "<name>";
  });
}

/** A message without what differs each time: paths, addresses, names, numbers. At most 500 characters, in time linear in it. */
export function normalise(message: string): string {
  let text = message.slice(0, 4 * LONGEST_SIGNATURE);
  for (const [pattern, replacement] of REPLACED) text = text.replace(pattern, replacement);
  return withoutQuoted(text)
    .replace(NAME, "<name>")
    .replace(NUMBER, "<n>")
    .replace(LISTS, "$1")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_SIGNATURE);
}
