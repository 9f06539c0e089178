import { createHash } from "node:crypto";
import picomatch from "picomatch";
import { parseDocument } from "yaml";
import { z } from "zod";
import { invalidField } from "@/lib/kernel/errors";
import { type Grammar, grammarsOf, LANGUAGE_NAMES } from "./languages";
import type { ProbeExpectation } from "./probe-schema";

/** Raised when the engine or what is kept of a file changes: what was found before is not believed then. */
const ENGINE_VERSION = 1;

export type ProbeSource = {
  rule: string;
  expectation: ProbeExpectation;
  paths: readonly string[];
  except: readonly string[];
};

/** What the engine searches for: the parts of an ast-grep rule that it reads. */
export type MatchConfig = {
  rule: Record<string, unknown>;
  constraints?: Record<string, unknown>;
  utils?: Record<string, unknown>;
};

/** A probe that was read. `population` is the rule without its `not`: what it speaks about; null when it has none. */
export type Probe = {
  expectation: ProbeExpectation;
  grammars: readonly Grammar[];
  config: MatchConfig;
  population: MatchConfig | null;
  covers: (path: string) => boolean;
  /** Of everything that a file's matches depend on: equal digests find the same in the same file. */
  digest: string;
};

const mapping = z.record(z.string(), z.unknown());

/** What people write into rule files for other tools; it changes no match. */
const IGNORED = ["id", "message", "note", "severity", "url", "metadata", "labels"];
const KNOWN = ["language", "rule", "constraints", "utils", ...IGNORED];
const INSTEAD: Readonly<Record<string, string>> = {
  files: "use the field `paths` of the probe",
  ignores: "use the field `except` of the probe",
  fix: "a probe changes nothing",
};

/** @throws AppError invalid_input at `/rule` for what is no ast-grep rule; whether it compiles, only the engine can say. */
export function readProbe({ rule: text, expectation, paths, except }: ProbeSource): Probe {
  const file = readFile(text);
  const unknown = Object.keys(file).find((key) => !KNOWN.includes(key));
  if (unknown !== undefined)
    throw invalidField(
      "/rule",
      `has a field \`${unknown}\` that a probe does not know; ${INSTEAD[unknown] ?? "leave it out"}`,
    );
  const { language } = file;
  const grammars = typeof language === "string" ? grammarsOf(language) : null;
  if (grammars === null)
    throw invalidField(
      "/rule",
      `must have a \`language\` with a grammar; it is one of ${LANGUAGE_NAMES.join(", ")}`,
    );
  const rule = objectAt(file, "rule");
  if (rule === null || Object.keys(rule).length === 0)
    throw invalidField("/rule", "must have a `rule`, such as rule: { pattern: fetch($URL) }");
  const rest = { constraints: objectAt(file, "constraints"), utils: objectAt(file, "utils") };
  const config = configOf(rule, rest);
  const population = withoutNot(rule);
  return {
    expectation,
    grammars,
    config,
    population: population && configOf(population, rest),
    covers: coverage({ paths, except }),
    digest: createHash("sha256")
      .update(JSON.stringify([ENGINE_VERSION, grammars, config, paths, except]))
      .digest("hex"),
  };
}

function readFile(text: string): Record<string, unknown> {
  const document = parseDocument(text, { prettyErrors: false });
  const [error] = document.errors;
  if (error) throw invalidField("/rule", `is not valid YAML: ${error.message.split("\n")[0] ?? ""}`);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 20 });
  } catch {
    throw invalidField("/rule", "repeats itself by too many YAML aliases; write it out");
  }
  const file = mapping.safeParse(value);
  if (!file.success) throw invalidField("/rule", "must be a list of fields: language and rule");
  return file.data;
}

function objectAt(file: Record<string, unknown>, key: string): Record<string, unknown> | null {
  if (file[key] === undefined) return null;
  const value = mapping.safeParse(file[key]);
  if (!value.success) throw invalidField("/rule", `has a \`${key}\` that is not a list of fields`);
  return value.data;
}

type Parts = Record<"constraints" | "utils", Record<string, unknown> | null>;

function configOf(rule: Record<string, unknown>, { constraints, utils }: Parts): MatchConfig {
  const config: MatchConfig = { rule };
  if (constraints) config.constraints = constraints;
  if (utils) config.utils = utils;
  return config;
}

/** A rule without the `not` beside its other conditions, there or in its `all`; null when there is none, or nothing else. */
function withoutNot(rule: Record<string, unknown>): Record<string, unknown> | null {
  const { not, all, ...rest } = rule;
  const conditions = z.array(mapping).safeParse(all);
  const kept = conditions.success
    ? conditions.data.filter((condition) => Object.keys(condition).join() !== "not")
    : null;
  const dropped = kept && conditions.success ? conditions.data.length - kept.length : 0;
  if (not === undefined && dropped === 0) return null;
  const population: Record<string, unknown> = { ...rest };
  if (kept === null && all !== undefined) population.all = all;
  if (kept && kept.length > 0) population.all = kept;
  return Object.keys(population).length > 0 ? population : null;
}

function coverage({ paths, except }: Pick<ProbeSource, "paths" | "except">): (path: string) => boolean {
  const options = { dot: true, nonegate: true, noextglob: true };
  const within = paths.length > 0 ? picomatch([...paths], options) : () => true;
  const without = except.length > 0 ? picomatch([...except], options) : () => false;
  return (path) => within(path) && !without(path);
}
