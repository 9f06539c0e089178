"use client";

import { useEffect, useState } from "react";
import type { HighlighterCore, LanguageInput } from "shiki/core";

/** A run of text in a line with its part of speech; null for plain text. */
export type CodeToken = { text: string; part: CodePart | null };

/** The parts of speech that a theme of CSS variables knows, each a colour of `globals.css`. */
const PARTS = {
  constant: "text-code-constant",
  string: "text-code-string",
  "string-expression": "text-code-string",
  comment: "text-code-comment",
  keyword: "text-code-keyword",
  function: "text-code-function",
  punctuation: "text-code-punctuation",
  parameter: null,
  link: "text-code-function",
} as const;
export type CodePart = keyof typeof PARTS;

export const classOfPart = (part: CodePart | null): string | null => part && PARTS[part];

const isPart = (name: string): name is CodePart => Object.hasOwn(PARTS, name);

type Loader = () => Promise<{ default: LanguageInput }>;

// Written out, because a bundler follows no computed import, and the 300 languages of shiki would be 300 chunks to build.
const LANGUAGES: Record<string, Loader> = {
  bash: () => import("shiki/langs/bash.mjs"),
  c: () => import("shiki/langs/c.mjs"),
  clojure: () => import("shiki/langs/clojure.mjs"),
  cpp: () => import("shiki/langs/cpp.mjs"),
  csharp: () => import("shiki/langs/csharp.mjs"),
  css: () => import("shiki/langs/css.mjs"),
  dart: () => import("shiki/langs/dart.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  elixir: () => import("shiki/langs/elixir.mjs"),
  go: () => import("shiki/langs/go.mjs"),
  graphql: () => import("shiki/langs/graphql.mjs"),
  groovy: () => import("shiki/langs/groovy.mjs"),
  haskell: () => import("shiki/langs/haskell.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  java: () => import("shiki/langs/java.mjs"),
  javascript: () => import("shiki/langs/javascript.mjs"),
  json: () => import("shiki/langs/json.mjs"),
  jsonc: () => import("shiki/langs/jsonc.mjs"),
  jsx: () => import("shiki/langs/jsx.mjs"),
  kotlin: () => import("shiki/langs/kotlin.mjs"),
  lua: () => import("shiki/langs/lua.mjs"),
  make: () => import("shiki/langs/make.mjs"),
  markdown: () => import("shiki/langs/markdown.mjs"),
  php: () => import("shiki/langs/php.mjs"),
  prisma: () => import("shiki/langs/prisma.mjs"),
  proto: () => import("shiki/langs/proto.mjs"),
  python: () => import("shiki/langs/python.mjs"),
  r: () => import("shiki/langs/r.mjs"),
  ruby: () => import("shiki/langs/ruby.mjs"),
  rust: () => import("shiki/langs/rust.mjs"),
  scala: () => import("shiki/langs/scala.mjs"),
  scss: () => import("shiki/langs/scss.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  svelte: () => import("shiki/langs/svelte.mjs"),
  swift: () => import("shiki/langs/swift.mjs"),
  terraform: () => import("shiki/langs/terraform.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  tsx: () => import("shiki/langs/tsx.mjs"),
  typescript: () => import("shiki/langs/typescript.mjs"),
  vue: () => import("shiki/langs/vue.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
  yaml: () => import("shiki/langs/yaml.mjs"),
};

const BY_EXTENSION = new Map<string, string>(
  Object.entries({
    ...Object.fromEntries(Object.keys(LANGUAGES).map((name) => [name, name])),
    sh: "bash",
    zsh: "bash",
    h: "c",
    clj: "clojure",
    cljs: "clojure",
    edn: "clojure",
    cc: "cpp",
    cxx: "cpp",
    hpp: "cpp",
    hh: "cpp",
    cs: "csharp",
    ex: "elixir",
    exs: "elixir",
    gql: "graphql",
    gradle: "groovy",
    hs: "haskell",
    htm: "html",
    cfg: "ini",
    conf: "ini",
    env: "ini",
    js: "javascript",
    mjs: "javascript",
    cjs: "javascript",
    kt: "kotlin",
    kts: "kotlin",
    mk: "make",
    md: "markdown",
    mdx: "markdown",
    py: "python",
    pyi: "python",
    rb: "ruby",
    rake: "ruby",
    rs: "rust",
    sc: "scala",
    tf: "terraform",
    ts: "typescript",
    mts: "typescript",
    cts: "typescript",
    svg: "xml",
    yml: "yaml",
    bzl: "python",
  }),
);

const BY_NAME = new Map([
  ["dockerfile", "docker"],
  ["makefile", "make"],
  ["gemfile", "ruby"],
  ["rakefile", "ruby"],
  [".gitignore", "ini"],
]);

/** The language of a file by its name; null when it is none that we colour. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.slice(name.lastIndexOf(".") + 1);
  return BY_NAME.get(name) ?? BY_EXTENSION.get(extension) ?? null;
}

/** Longer texts stay plain: colour is not worth a page that stutters. */
const MOST_CHARACTERS = 60_000;
const LONGEST_LINE = 1_000;
/** Long enough for the first line of a language, whose rules are compiled with it; a line that is cut short loses its colours. */
const LINE_LIMIT_MS = 3_000;
const VARIABLE = /^var\(--code-token-([a-z-]+)\)$/;

const THEME = "casebook";

let highlighter: Promise<HighlighterCore> | undefined;

/** One for the page: grammars are added to it as files of their language are seen. The engine is JavaScript's own. */
function openHighlighter(): Promise<HighlighterCore> {
  highlighter ??= Promise.all([import("shiki/core"), import("shiki/engine/javascript")]).then(
    ([{ createCssVariablesTheme, createHighlighterCore }, { createJavaScriptRegexEngine }]) =>
      createHighlighterCore({
        themes: [createCssVariablesTheme({ name: THEME, variablePrefix: "--code-" })],
        langs: [],
        // A rule that JavaScript cannot express is left out, not thrown at the reader.
        engine: createJavaScriptRegexEngine({ forgiving: true }),
      }),
  );
  return highlighter;
}

/**
 * The tokens of each line of a text, in the language of the file at `path`. Null for a language that we do not colour and
 * for what is too long; the joined tokens of a line are the line.
 */
export async function tokenize(path: string, text: string): Promise<CodeToken[][] | null> {
  const language = languageOf(path);
  const load = language === null ? undefined : LANGUAGES[language];
  if (language === null || !load || text.length > MOST_CHARACTERS) return null;
  const [open, grammar] = await Promise.all([openHighlighter(), load()]);
  await open.loadLanguage(grammar.default);
  const lines = open.codeToTokensBase(text, {
    lang: language,
    theme: THEME,
    tokenizeMaxLineLength: LONGEST_LINE,
    tokenizeTimeLimit: LINE_LIMIT_MS,
  });
  return lines.map((line) =>
    line.map(({ content, color }) => {
      const name = VARIABLE.exec(color ?? "")?.[1] ?? "";
      return { text: content, part: isPart(name) ? name : null };
    }),
  );
}

const MOST_KEPT = 200;
const kept = new Map<string, CodeToken[][] | null>();

/** The coloured lines of a text; null until they are there, and for good where colouring is not possible. */
export function useTokens(path: string, text: string): readonly CodeToken[][] | null {
  const key = `${path}\n${text}`;
  const [found, setFound] = useState<{ key: string; lines: CodeToken[][] | null } | null>(null);
  useEffect(() => {
    if (kept.has(key)) {
      setFound({ key, lines: kept.get(key) ?? null });
      return;
    }
    let left = false;
    tokenize(path, text).then(
      (lines) => {
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, lines);
        if (!left) setFound({ key, lines });
      },
      // A grammar that cannot be loaded leaves the text plain: it can be read all the same.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [key, path, text]);
  if (found?.key === key) return found.lines;
  return null;
}
