/** A grammar, and the files of a language that it reads. */
export type Grammar = { name: string; extensions: readonly string[] };

/** Grammars that are packages of their own, by the names under which the engine knows them. */
export const GRAMMAR_PACKAGES: readonly (readonly [name: string, package_name: string])[] = [
  ["Python", "@ast-grep/lang-python"],
  ["Go", "@ast-grep/lang-go"],
  ["Java", "@ast-grep/lang-java"],
  ["Rust", "@ast-grep/lang-rust"],
];

const TSX: Grammar = { name: "Tsx", extensions: ["tsx"] };

/**
 * What a rule's language covers. TypeScript covers .tsx too, with the grammar that knows JSX: or a rule on a React project
 * would hold because most of it was never read.
 */
const LANGUAGES: Readonly<Record<string, readonly Grammar[]>> = {
  TypeScript: [{ name: "TypeScript", extensions: ["ts", "mts", "cts"] }, TSX],
  Tsx: [TSX],
  JavaScript: [{ name: "JavaScript", extensions: ["js", "mjs", "cjs", "jsx"] }],
  Html: [{ name: "Html", extensions: ["html", "htm", "xhtml"] }],
  Css: [{ name: "Css", extensions: ["css"] }],
  Python: [{ name: "Python", extensions: ["py", "pyi"] }],
  Go: [{ name: "Go", extensions: ["go"] }],
  Java: [{ name: "Java", extensions: ["java"] }],
  Rust: [{ name: "Rust", extensions: ["rs"] }],
};

const ALIASES: Readonly<Record<string, string>> = {
  ts: "TypeScript",
  js: "JavaScript",
  jsx: "JavaScript",
  py: "Python",
  golang: "Go",
  rs: "Rust",
};

export const LANGUAGE_NAMES = Object.keys(LANGUAGES);

/** The grammars of a language, by a name in any case or one of ast-grep's short names; null for one without a grammar. */
export function grammarsOf(language: string): readonly Grammar[] | null {
  const name = language.trim().toLowerCase();
  const found = ALIASES[name] ?? LANGUAGE_NAMES.find((candidate) => candidate.toLowerCase() === name) ?? "";
  return LANGUAGES[found] ?? null;
}
