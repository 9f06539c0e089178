import { readFileSync } from "node:fs";
import { z } from "zod";
import type { LineRange } from "@/lib/memories";
import { MEMORY_KINDS } from "@/lib/memories/contract";

/** Repositories of the exam on context packs; each is a file of this folder. */
export const PACK_EXAM_NAMES = ["rubocop", "jj", "caddy", "pytest", "vite"] as const;
type PackExamName = (typeof PACK_EXAM_NAMES)[number];

const citation = z.strictObject({
  path: z.string().min(1),
  line_start: z.int().min(1),
  line_end: z.int().min(1),
});

const memory = z.strictObject({
  id: z.string().min(1),
  kind: z.enum(MEMORY_KINDS),
  agent_type: z.string().min(1),
  statement: z.string().min(1),
  reasoning: z.string().min(1).optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  citations: z.array(citation).min(1).optional(),
  /** Holds for nearly every change: neutral where a task has labels, noise where it has none. */
  universal: z.literal(true).optional(),
});

const task = z.strictObject({
  id: z.string().min(1),
  text: z.string().min(1),
  agent_type: z.string().min(1),
  changed_files: z.array(z.string().min(1)).min(1).optional(),
  /** 2: the agent would likely do it wrong without the memory; 1: useful; absent: not relevant. */
  relevant: z.record(z.string(), z.union([z.literal(1), z.literal(2)])),
  from_commit: z.string().nullish(),
});

const examShape = {
  repository: z.string().min(1),
  url: z.url(),
  /** What is aside or held out is looked at once, after everything has been tuned on dev. */
  role: z.enum(["dev", "aside", "held_out"]),
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  memories: z.array(memory).min(1),
  tasks: z.array(task).min(1),
};
const packExam = z.strictObject(examShape);
/** Exams of others carry notes of their own. */
const looseExam = z.object({
  ...examShape,
  memories: z.array(z.object(memory.shape)).min(1),
  tasks: z.array(z.object(task.shape)).min(1),
});
export type PackExam = z.infer<typeof packExam>;

/** Throws when a value does not have the shape of an exam. Fields beyond it are left out. */
export function parsePackExam(value: unknown): PackExam {
  return looseExam.parse(value);
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}

/** Memories, tasks and labels of one repository. Throws when the file does not have their shape. */
export function readPackExam(name: PackExamName): PackExam {
  return packExam.parse(readJson(`${name}.json`));
}

/** Messages to an agent that are no task: a pack for one of them should be empty. */
export function readGenericMessages(): string[] {
  return z.array(z.string().min(1)).parse(readJson("generic.json"));
}

/**
 * Tasks of other repositories for which a memory would rightly be served, per repository they are put to: task id to
 * the subject they share. Left out where foreign tasks should get an empty pack.
 */
export function readForeignExceptions(): Record<string, Record<string, string>> {
  return z
    .record(z.string(), z.record(z.string(), z.string().min(1)))
    .parse(readJson("foreign-exceptions.json"));
}

const rangeSchema = z.tuple([z.int().min(1), z.int().min(1)]);

/**
 * Which lines the commit of a task changed, as they were numbered when the memories were written: of each repository's
 * tasks, the files that a memory cites.
 */
export function readChangedLines(): Record<string, Record<string, LineRange[]>> {
  const read = z
    .record(z.string(), z.record(z.string(), z.record(z.string(), z.array(rangeSchema))))
    .parse(readJson("changed-lines.json"));
  return mapValues(read, (tasks) =>
    mapValues(tasks, (files) =>
      Object.entries(files).flatMap(([path, ranges]) => ranges.map(([start, end]) => ({ path, start, end }))),
    ),
  );
}

function mapValues<From, To>(record: Record<string, From>, to: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}
