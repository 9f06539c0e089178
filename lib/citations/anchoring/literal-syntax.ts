/** What white space means in a language, as far as it shows without a grammar. */
export interface Syntax {
  /** What lines begin with that are comments to their end. */
  line_comment: RegExp | null;
  block_comments: boolean;
  /** Literals that go on over lines, longest delimiter first. */
  multiline: readonly string[];
  /** A single quote opens a character, or is part of a name or a lifetime, and no text. */
  characters: boolean;
  /** Backslashes in single quotes are themselves. */
  raw_single: boolean;
  regular_expressions: boolean;
  /** A line break after `return` ends the statement. */
  ends_after_return: boolean;
  /** `blocks`: indentation says what belongs to what. `tab`: a tab makes a line a recipe's. */
  indentation: "none" | "blocks" | "tab";
  flow: "brackets" | "yaml";
  /** Sentences, in which quotes are not literals; code in it stands between fences. */
  prose: boolean;
}

const PLAIN: Syntax = {
  line_comment: null,
  block_comments: false,
  multiline: ['"""', "'''"],
  characters: false,
  raw_single: false,
  regular_expressions: false,
  ends_after_return: false,
  indentation: "none",
  flow: "brackets",
  prose: false,
};

const SLASHES = /^\/\//;
const HASH = /^#/;
const DASHES = /^--/;

const C: Syntax = { ...PLAIN, line_comment: SLASHES, block_comments: true };
const HASHED: Syntax = { ...PLAIN, line_comment: HASH };
const SCRIPT: Syntax = { ...C, multiline: ["`"], regular_expressions: true, ends_after_return: true };
const PYTHON: Syntax = { ...HASHED, ends_after_return: true, indentation: "blocks" };
const RUST: Syntax = { ...C, multiline: [], characters: true };
const HASKELL: Syntax = { ...PLAIN, line_comment: DASHES, characters: true, indentation: "blocks" };
const YAML: Syntax = { ...HASHED, multiline: [], raw_single: true, indentation: "blocks", flow: "yaml" };
const PROSE: Syntax = { ...PLAIN, multiline: [], prose: true };

const BY_EXTENSION: readonly (readonly [string, Syntax])[] = [
  ["js jsx mjs cjs ts tsx mts cts vue svelte astro", SCRIPT],
  ["py pyi pyx", PYTHON],
  ["go", { ...C, multiline: ["`"], ends_after_return: true }],
  ["rs", RUST],
  ["java kt kts cs c h cc cpp cxx hpp hh m mm swift scala dart groovy gradle php zig proto", C],
  ["css", { ...PLAIN, block_comments: true, multiline: [] }],
  ["scss less", { ...C, multiline: [] }],
  ["yml yaml", YAML],
  ["hs elm purs", HASKELL],
  ["fs fsx", { ...C, characters: true, indentation: "blocks" }],
  ["coffee nim", { ...HASHED, indentation: "blocks" }],
  ["pug jade sass styl haml slim", { ...PLAIN, line_comment: SLASHES, multiline: [], indentation: "blocks" }],
  ["mk", { ...HASHED, multiline: [], raw_single: true, indentation: "tab" }],
  ["sh bash zsh fish", { ...HASHED, multiline: [], raw_single: true }],
  ["rb toml ex exs pl pm r jl tf cmake", HASHED],
  ["sql lua", { ...PLAIN, line_comment: DASHES, multiline: [] }],
  ["ml mli", { ...PLAIN, multiline: [], characters: true }],
  ["lisp el clj cljs scm rkt", { ...PLAIN, line_comment: /^;/, multiline: [], characters: true }],
  ["md mdx markdown txt rst adoc tex html htm xml svg", PROSE],
];

const syntaxes = new Map(
  BY_EXTENSION.flatMap(([names, syntax]) => names.split(" ").map((name) => [name, syntax] as const)),
);

const MAKEFILE = /^(?:gnu)?makefile(?:\.|$)/;

/** The syntax of a file, by its name. */
export function syntaxOf(path: string): Syntax {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (MAKEFILE.test(name)) return syntaxes.get("mk") ?? PLAIN;
  if (name.startsWith("dockerfile")) return HASHED;
  return syntaxes.get(name.slice(name.lastIndexOf(".") + 1)) ?? PLAIN;
}
