import { parse } from "stacktrace-parser";
import type { FailureLanguage } from "./languages";

/** A place in a stack: lines and columns from 1. */
export type Frame = { file: string; line: number | null; column: number | null; function: string | null };

/** More are not kept: deep recursion repeats itself. */
export const MOST_FRAMES = 50;
const LONGEST_LINE = 1_000;

type Groups = Record<string, string | undefined>;

/** A frame on one line, in languages whose stacks have them. */
const ON_A_LINE: Readonly<Partial<Record<FailureLanguage, readonly RegExp[]>>> = {
  python: [
    /^\s*File "(?<file>[^"]+)", line (?<line>\d+)(?:, in (?<function>.+))?$/,
    /^(?<file>[^\s:"]+\.py):(?<line>\d+): (?:in (?<function>\S+)|[A-Z]\w*)$/,
  ],
  rust: [
    /^\s+at (?<file>\S+\.rs):(?<line>\d+)(?::(?<column>\d+))?$/,
    /^\s*--> (?<file>\S+\.rs):(?<line>\d+):(?<column>\d+)$/,
    /panicked at (?:.*, )?(?<file>[^\s,]+\.rs):(?<line>\d+):(?<column>\d+)/,
  ],
  go: [/^\s*(?<file>[^\s:]+\.go):(?<line>\d+)(?::(?<column>\d+))?(?=[\s:]|$)/],
  java: [/^\s*at (?:[\w.@-]+\/)*(?<function>[\w$.<>]+)\((?<file>[\w$-]+\.\w+):(?<line>\d+)\)/],
  csharp: [/^\s*at (?<function>[^\n]+?)(?: in (?<file>[^\n]+?):line (?<line>\d+))?$/],
  ruby: [/^\s*(?:from |# )?(?<file>[^\s:]+\.\w+):(?<line>\d+)(?::in [`'](?<function>[^'`]+)')?/],
  php: [
    /^#\d+ (?<file>[^\s(]+)\((?<line>\d+)\): (?<function>[^(\s]+)/,
    / in (?<file>\S+\.php):(?<line>\d+)$/,
    /^(?<file>\S+\.php):(?<line>\d+)$/,
  ],
};

const numberOf = (digits: string | undefined): number | null => {
  const value = Number(digits);
  if (digits === undefined || !Number.isSafeInteger(value)) return null;
  return value;
};

function toFrame({ file, line, column, function: name }: Groups): Frame[] {
  if (file === undefined) return [];
  return [{ file, line: numberOf(line), column: numberOf(column), function: name ?? null }];
}

function onLines(output: string, patterns: readonly RegExp[]): Frame[] {
  const frames: Frame[] = [];
  for (const line of output.split(/\r?\n/)) {
    if (line.length > LONGEST_LINE) continue;
    const found = patterns
      .map((pattern) => pattern.exec(line)?.groups)
      .find((groups) => groups !== undefined);
    if (found) frames.push(...toFrame(found));
    if (frames.length === MOST_FRAMES) break;
  }
  return frames;
}

/** Stacks of Node and of browsers. */
function ofScripts(output: string): Frame[] {
  const lines = output.split(/\r?\n/).filter((line) => line.length <= LONGEST_LINE);
  return parse(lines.join("\n"))
    .filter(({ file }) => file !== null && file !== "<anonymous>")
    .slice(0, MOST_FRAMES)
    .map(({ file, lineNumber, column, methodName }) => ({
      file: file ?? "",
      line: lineNumber,
      column,
      function: methodName === "<unknown>" ? null : methodName,
    }));
}

/** The frames of a stack in the order of the text, at most 50; none where the language has no known form. */
export function framesOf(output: string, language: FailureLanguage): Frame[] {
  if (language === "javascript") return ofScripts(output);
  return onLines(output, ON_A_LINE[language] ?? []);
}

const OF_OTHERS =
  /(?:^|\/)(?:node_modules|site-packages|dist-packages|vendor|\.cargo|rustc|gems|\.m2)\/|^node:|^internal\/|\/lib\/python\d|\/usr\/lib\/|\/go\/(?:src|pkg)\/|^<frozen/;

/** Where the project's own code is in a stack: the innermost such frame, Python's being last; null for none. */
export function placeOf(frames: readonly Frame[], language: FailureLanguage): Frame | null {
  const own = frames.filter(({ file, line }) => line !== null && !OF_OTHERS.test(file.replaceAll("\\", "/")));
  return (language === "python" ? own.at(-1) : own[0]) ?? null;
}
