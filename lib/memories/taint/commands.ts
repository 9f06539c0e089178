import type { RepositoryFacts } from "./facts";
import { PROGRAMS } from "./programs";

/** A command that a text says to run. */
export type Command = { words: readonly string[]; start: number; end: number };

const INSTRUCTED =
  /\b(?:runs?|running|execut(?:e|es|ing)|invok(?:e|es|ing)|call(?:s|ing)?|launch(?:es|ing)?|start(?:s|ing)?|us(?:e|es|ing)|type|issue|by|with|via|after|before|through|rebuilt|refreshed)\b[^`.\n]{0,30}$/i;

const SPAN = /`([^`\n]{2,300})`/g;

const PROSE = /\b(?:run|execute|invoke)\s+((?:\.{0,2}\/)?[\w.-]+(?:\/[\w.-]+)*(?:\s+[\w:./-]+){1,3})/gi;

/** The commands that a text says to run: code spans behind such a word or at the beginning, each `&&` apart. */
export function commandsIn(text: string): Command[] {
  const spans = [...text.matchAll(SPAN)].flatMap(({ 0: span, 1: code = "", index }) => {
    const before = text.slice(Math.max(0, index - 60), index);
    const is_instruction =
      INSTRUCTED.test(before) ||
      before.trim() === "" ||
      /\b(?:must be|to be) run\b/i.test(text.slice(index + span.length, index + span.length + 40));
    if (is_instruction) return [{ code, start: index, end: index + span.length }];
    return [];
  });
  const prose = [...text.replace(SPAN, (span) => " ".repeat(span.length)).matchAll(PROSE)].map(
    ({ 0: said, 1: code = "", index }) => ({ code, start: index, end: index + said.length }),
  );
  return [
    ...spans.flatMap(({ code, ...at }) => partsOf(code).map((words) => ({ words, ...at }))),
    ...prose
      .filter(({ code }) => RUNNERS.test(code) || /^\.{0,2}\/|\.(?:sh|py|ps1|rb|pl|js|mjs|ts)\b/.test(code))
      .flatMap(({ code, ...at }) => partsOf(code).map((words) => ({ words, ...at }))),
  ];
}

const RUNNERS = /^(?:npm|pnpm|yarn|bun|make|just|task|composer|rake)\s/;

/** The simple commands of a line, without variables set before them. */
function partsOf(code: string): string[][] {
  return code
    .replace(/^\$\s+/, "")
    .split(/\s*(?:&&|\|\||[;|])\s*/)
    .map((part) => part.trim().split(/\s+/))
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word))))
    .filter((words) => words[0] !== undefined && words[0] !== "");
}

/** Whether a repository knows what a command runs; what is unknown counts as known. */
export function isKnownCommand({ words }: Command, facts: RepositoryFacts): boolean {
  const [first = "", ...rest] = words;
  if (/[<>{}$*()=]|…|\.\.\./.test(first)) return true;
  const script = scriptOf(first, rest);
  if (script !== null) return facts.tools.has(script.toLowerCase()) || BUILT_IN.has(script.toLowerCase());
  const path = pathOf(first, rest);
  if (path !== null) return hasFile(path, facts);
  // A word alone may be a function, a rule or a value.
  const isProgram =
    IS_PROGRAM.test(first) && !first.includes("_") && (rest.length > 0 || first.includes("-"));
  return !isProgram || isKnownProgram(first.toLowerCase(), facts);
}

const isKnownProgram = (program: string, { tools, packages, files }: RepositoryFacts) =>
  PROGRAMS.has(program) || tools.has(program) || packages.has(program) || files.has(program);

/** One word in lower case may be a function or a value; with arguments, or a hyphen inside, it is a program. */
const IS_PROGRAM = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;

const RUN_SCRIPT: Record<string, ReadonlySet<string>> = {
  npm: new Set(["run", "run-script"]),
  pnpm: new Set(["run"]),
  yarn: new Set(["run"]),
  bun: new Set(["run"]),
  composer: new Set(["run", "run-script"]),
};

const TARGET_RUNNERS: ReadonlySet<string> = new Set(["make", "gmake", "just", "rake"]);

/** What runners do without a script of that name. */
const BUILT_IN: ReadonlySet<string> = new Set([
  "all",
  "clean",
  "install",
  "test",
  "start",
  "help",
  "default",
]);

function scriptOf(program: string, rest: readonly string[]): string | null {
  const plain = rest.filter((word) => !word.startsWith("-") && !word.includes("="));
  const [first, second] = plain;
  const plain_name = (name: string | undefined) => {
    if (name !== undefined && /^[\w:.-]+$/.test(name) && !/\.(?:[cm]?[jt]sx?)$/.test(name)) return name;
    return null;
  };
  if (RUN_SCRIPT[program]?.has(first ?? "") && rest[0] === first) return plain_name(second);
  if (TARGET_RUNNERS.has(program) && !rest.some((word) => /^-[Cf]/.test(word))) return plain_name(first);
  return null;
}

const INTERPRETERS =
  /^(?:ba|z|da|fi|k)?sh$|^(?:source|python[\d.]*|node|ruby|perl|php|pwsh|powershell|tsx|ts-node)$/;

/** The file that a command runs, with its folders. */
function pathOf(program: string, rest: readonly string[]): string | null {
  const path = INTERPRETERS.test(program) ? rest.find((word) => !word.startsWith("-")) : program;
  if (path === undefined || path === "" || rest[0] === "-c" || rest[0] === "-m" || rest[0] === "-e")
    return null;
  const is_file = /^\.{1,2}\/[\w./-]+$/.test(path) || /^[\w-]+(?:\/[\w.-]+)*\/[\w-]+\.\w{1,5}$/.test(path);
  if (!is_file && !(INTERPRETERS.test(program) && /^[\w.-]+\.\w{1,4}$/.test(path))) return null;
  // What a build makes is in no commit.
  if (/(?:^|\/)(?:target|build|dist|out|bin|node_modules|vendor|\.venv|venv|_build|zig-out|cmd)\//.test(path))
    return null;
  return path;
}

function hasFile(path: string, { files, tools }: RepositoryFacts): boolean {
  const plain = path.replace(/^(?:\.{1,2}\/)+/, "").toLowerCase();
  const name = plain.slice(plain.lastIndexOf("/") + 1);
  const known = files.get(name) ?? [];
  return (
    tools.has(plain) ||
    known.some(
      (file) =>
        file.toLowerCase() === plain || file.toLowerCase().endsWith(`/${plain}`) || !plain.includes("/"),
    )
  );
}
