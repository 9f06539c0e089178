import type { WordPlace } from "../repositories/source";
import type { Mention } from "./mentions";

const ASIDE =
  /(?:^|\/)(?:docs?|documentation|examples?|samples?|dist|build|out|vendor|third_party|node_modules|generated|fixtures?|__snapshots__|locales?|i18n|attic)\/|\.(?:md|mdx|rst|adoc|txt|json|ya?ml|toml|lock|svg|html?|css|csv|tsv|snap|map|min\.js|d\.ts|po|ipynb|log)$|(?:^|\/)(?:CHANGELOG|LICENSE|NOTICE)/i;

const TEST =
  /(?:^|\/)(?:tests?|specs?|__tests__|testing|testdata|bench(?:marks?)?)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_\w+\.py$|_test\.\w+$/i;

const MODIFIERS =
  "(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|override|readonly|pub(?:\\([^)]*\\))?|const|unsafe|extern|inline|sealed|partial|open|data|virtual|suspend)\\s+)*";

const escaped = (name: string) => name.replaceAll("$", "\\$");

const NO_CODE = /^(?:\/\/|#(?!define)|\*|\/\*|--|;|"|'|import\b|from\b|use\b|using\b|return\b|require\b)/;

const KEYWORDS =
  "(?:function\\*?|class|interface|type|enum|struct|trait|union|record|namespace|module|mod|macro_rules!|object|protocol|extension|fun|def|fn|func|sub|proc)";

const MEMBER = "(?:public|private|protected|internal|static|async|override|readonly|abstract|final|get|set)";

/** Whether a line defines a name, judged by the words around it as the common languages write them. */
export function definesName({ path, text }: Pick<WordPlace, "path" | "text">, name: string): boolean {
  const line = text.trim();
  if (NO_CODE.test(line)) return false;
  const word = escaped(name);
  const patterns = [
    `^${MODIFIERS}${KEYWORDS}\\s+(?:self\\.)?${word}(?![\\w$])`,
    `^func\\s+\\([^)]*\\)\\s*${word}\\s*[(\\[]`,
    `^#define\\s+${word}(?![\\w$])`,
  ];
  // A variable deeper inside is local, and a name of many functions.
  if (!/^\s/.test(text)) patterns.push(...variablePatterns(path, word));
  if (/\.(?:java|kt|cs|ts|tsx|js|jsx|mjs|dart|swift|php)$/.test(path))
    patterns.push(
      `^(?:${MEMBER}\\s+)+(?:[\\w<>\\[\\],.?]+\\s+)?(?:function\\s+)?${word}\\s*[(<=]`,
      `^${word}\\s*\\([^)]*\\)\\s*(?::\\s*[^;]+)?\\{$`,
    );
  return patterns.some((pattern) => new RegExp(pattern).test(line));
}

function variablePatterns(path: string, word: string): string[] {
  const declared = `^${MODIFIERS}(?:const|let|var|val|static|final)\\s+(?:mut\\s+)?${word}(?![\\w$])\\s*(?::[^=]+)?(?:=|$|:)`;
  if (!/\.(?:py|rb|sh|mk)$/.test(path)) return [declared];
  return [declared, `^${word}\\s*(?::\\s*[\\w\\[\\], .|"]+)?=(?!=)`];
}

/**
 * The one place that defines a name that a text mentions; null when there are several, or none. What stands in tests
 * counts only where nothing else does; documents, examples and generated files never do. Of a name with an owner, such
 * as `PriceList.round`, the file must hold both.
 */
export function definitionOf(
  { name, owner }: Extract<Mention, { kind: "name" }>,
  words: ReadonlyMap<string, readonly WordPlace[]>,
): WordPlace | null {
  const owners =
    owner === null
      ? null
      : new Set(
          words
            .get(owner)
            ?.filter((place) => definesName(place, owner))
            .map(({ path }) => path),
        );
  const places = (words.get(name) ?? []).filter(
    (place) =>
      !ASIDE.test(place.path) && (owners === null || owners.has(place.path)) && definesName(place, name),
  );
  const outside = places.filter(({ path }) => !TEST.test(path));
  const [first, ...others] = outside.length > 0 ? outside : places;
  if (first === undefined || others.length > 0) return null;
  return first;
}

/** The one file that a path of a text means: itself, or the only one that ends with it. */
export function fileOf(
  path: string,
  files: { has(path: string): boolean; keys(): Iterable<string> },
): string | null {
  if (files.has(path)) return path;
  const end = `/${path}`;
  const found: string[] = [];
  for (const file of files.keys()) if (file.endsWith(end)) found.push(file);
  const [first] = found;
  return first !== undefined && found.length === 1 ? first : null;
}
