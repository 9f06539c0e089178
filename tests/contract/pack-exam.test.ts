import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CITED_KINDS, kindMetadataSchemas, MEMORY_KINDS, type MemoryKind } from "@/lib/memories/contract";
import {
  PACK_EXAM_NAMES,
  type PackExam,
  readForeignExceptions,
  readGenericMessages,
  readPackExam,
} from "../bench/packs/data";

const readme = readFileSync(new URL("../bench/packs/README.md", import.meta.url), "utf8");
const exams = PACK_EXAM_NAMES.map((name) => ({ name, exam: readPackExam(name) }));
const AGENT_TYPES = ["main", "architect", "builder", "reviewer", "tester", "security", "fix-agent"];

function isKind(kind: string): kind is MemoryKind {
  return MEMORY_KINDS.some((known) => known === kind);
}

function repeated(values: string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function countsOf({ memories, tasks }: PackExam): number[] {
  return [
    memories.length,
    memories.filter(({ citations }) => citations !== undefined).length,
    memories.filter(({ reasoning }) => reasoning !== undefined).length,
    tasks.length,
    tasks.filter(({ relevant }) => Object.keys(relevant).length === 0).length,
    tasks.filter(({ id }) => id.includes("-L")).length,
  ];
}

describe.each(exams)("the pack exam on $name", ({ name, exam }) => {
  it("names each memory, each task and each text once", () => {
    expect(repeated(exam.memories.map(({ id }) => id))).toEqual([]);
    expect(repeated(exam.memories.map(({ statement }) => statement))).toEqual([]);
    expect(repeated(exam.tasks.map(({ id }) => id))).toEqual([]);
    expect(repeated(exam.tasks.map(({ text }) => text))).toEqual([]);
  });

  it("labels only memories that exist", () => {
    const ids = new Set(exam.memories.map(({ id }) => id));
    const labelled = exam.tasks.flatMap(({ relevant }) => Object.keys(relevant));
    expect(labelled.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("has memories that can be stored: known kinds with their metadata, a citation where the kind needs one", () => {
    for (const { id, kind, metadata, citations } of exam.memories) {
      if (!isKind(kind)) throw new Error(`${id}: ${kind} is no kind of memory`);
      expect(kindMetadataSchemas[kind].safeParse(metadata ?? {}).error, id).toBeUndefined();
      if (CITED_KINDS.has(kind)) expect(citations, id).toBeDefined();
    }
  });

  it("cites relative paths and at most fifty lines in their order", () => {
    for (const { path, line_start, line_end } of exam.memories.flatMap(({ citations }) => citations ?? [])) {
      expect(path).not.toMatch(/^\/|\.\.|\\/);
      expect(line_end).toBeGreaterThanOrEqual(line_start);
      expect(line_end - line_start).toBeLessThan(50);
    }
  });

  it("has tasks of a plausible length, with at most 15 changed files and no lock file", () => {
    for (const { id, text, changed_files = [] } of exam.tasks) {
      const words = text.split(/\s+/).length;
      const [least, most] = id.includes("-L") ? [55, 85] : [2, 31];
      expect(words, id).toBeGreaterThanOrEqual(least);
      expect(words, id).toBeLessThanOrEqual(most);
      expect(changed_files.length, id).toBeLessThanOrEqual(15);
      expect(changed_files.filter((file) => /(\.lock|go\.sum|package-lock\.json)$/.test(file))).toEqual([]);
    }
  });

  it("uses agent types an agent can have", () => {
    for (const { agent_type } of [...exam.memories, ...exam.tasks]) expect(AGENT_TYPES).toContain(agent_type);
  });

  it("has the role, the commit and the counts its README states", () => {
    const row = readme.split("\n").find((line) => line.startsWith(`| ${name} |`)) ?? "";
    const [, , repository, role, commit, ...counts] = row.split("|").map((cell) => cell.trim());
    expect(repository?.split(" ")[0]).toBe(exam.repository);
    expect(role).toBe(exam.role);
    expect(commit?.split(",")[0]).toBe(exam.commit.slice(0, 10));
    expect(counts.filter((cell) => cell !== "").map(Number)).toEqual(countsOf(exam));
  });
});

describe("the messages that are no task", () => {
  it("are at least twenty different ones", () => {
    const messages = readGenericMessages();
    expect(messages.length).toBeGreaterThanOrEqual(20);
    expect(repeated(messages)).toEqual([]);
  });
});

describe("the exceptions among foreign tasks", () => {
  it("name repositories of the exam and tasks of another one", () => {
    for (const [repository, exceptions] of Object.entries(readForeignExceptions())) {
      expect(exams.map(({ exam }) => exam.repository)).toContain(repository);
      const foreign = exams.filter(({ exam }) => exam.repository !== repository);
      const ids = new Set(foreign.flatMap(({ exam }) => exam.tasks.map(({ id }) => id)));
      expect(Object.keys(exceptions).filter((id) => !ids.has(id))).toEqual([]);
    }
  });
});
