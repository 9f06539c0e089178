import type { PreferenceKey } from "./keys";
import { booleanOf, countOf, type Lines, type Located, stringOf } from "./located";

/** Tools whose configuration is read; of two that say different things the first one holds. */
export const TOOLS = [
  "prettier",
  "biome",
  "rustfmt",
  "ruff",
  "black",
  "isort",
  "eslint",
  "golangci-lint",
  "clippy",
  "flake8",
  "pylint",
  "mypy",
  "vitest",
  "jest",
  "mocha",
  "pytest",
  "npm",
  "editorconfig",
] as const;
export type Tool = (typeof TOOLS)[number];

export type Setting = Lines & {
  key: PreferenceKey;
  /** Which of several things of a key, such as the rule about errors; empty where a key is one thing. */
  aspect: string;
  value: string;
  area: string;
  tool: Tool;
};

/** What of a file was not read, and why; `line` null for the whole of it. */
export type Unread = { line: number | null; why: string };

/** Longer values are cited by the line that names them. */
const MAX_CITED_LINES = 8;

type More = { aspect?: string; area?: string };

/** Takes up what one tool says in one file. */
export class Settings {
  readonly settings: Setting[] = [];
  readonly unread: Unread[] = [];

  constructor(
    readonly tool: Tool,
    readonly area: string,
  ) {}

  /** Adds a setting; an undefined value, which the tool would not take either, adds none. */
  add(at: Lines | undefined, key: PreferenceKey, value: string | number | undefined, more: More = {}) {
    if (!at || value === undefined || value === "") return;
    const { aspect = "", area = this.area } = more;
    const { line_start } = at;
    const line_end = at.line_end - line_start < MAX_CITED_LINES ? at.line_end : line_start;
    this.settings.push({ key, aspect, value: String(value), area, tool: this.tool, line_start, line_end });
  }

  /** Adds a whole number; see `countOf`. */
  addCount(at: Located | undefined, key: PreferenceKey, more?: More) {
    this.add(at, key, countOf(at), more);
  }

  /** Adds a text as it is written. */
  addText(at: Located | undefined, key: PreferenceKey, more?: More) {
    this.add(at, key, stringOf(at), more);
  }

  /** Adds what `words` has for the tool's own word; nothing for a word that it has not. */
  addWord(at: Located | undefined, key: PreferenceKey, words: Readonly<Record<string, string>>, more?: More) {
    this.add(at, key, words[stringOf(at) ?? ""], more);
  }

  /** Adds yes or no. */
  addFlag(at: Located | undefined, key: PreferenceKey, more?: More) {
    this.add(at, key, yesNo(booleanOf(at)), more);
  }

  skip(at: Located | undefined, why: string): void {
    this.unread.push({ line: at?.line_start ?? null, why });
  }

  /** Says what of a value is code. @returns whether it is. */
  skipCode(at: Located | undefined, what: string): boolean {
    if (at?.kind !== "unread") return false;
    this.skip(at, `${what} is computed and is not run`);
    return true;
  }
}

const yesNo = (value: boolean | undefined) => {
  if (value === undefined) return undefined;
  return value ? "yes" : "no";
};
