import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEmbedder, type Embedder } from "@/lib/ai";
import { repositoryAdd } from "@/lib/citations/contract";
import { env } from "@/lib/env";
import type { LineRange } from "@/lib/memories";
import { memoryStore, type RelevanceSignal } from "@/lib/memories/contract";
import { buildContext } from "@/lib/recall";
import { contextGet } from "@/lib/recall/contract";
import { jobNamed } from "@/lib/registry";
import { GitRepository } from "../../support/git-repository";
import { partsOf } from "../../support/parts";
import type { Fixture } from "../house";
import { type PackExam, readChangedLines } from "./data";

/** A question that the exam puts to a repository: its own tasks, tasks of others, and messages that are no task. */
export type Question = {
  repository: string;
  type: "own" | "foreign" | "generic";
  id: string;
  text: string;
  agent_type: string;
  changed_files: string[];
  changed_lines: LineRange[];
  /** What is changed, as a caller sends it that has it. */
  diff?: string;
  /** Memory ids with their grade; empty: nothing is relevant. */
  relevant: Record<string, number>;
};

/** What the product made of a question: what it gave, in order, and every candidate with its signals. */
export type Answer = {
  question: Question;
  returned: string[];
  tokens: number;
  candidates: { id: string; signals: Record<RelevanceSignal, number>; probability: number; score: number }[];
  degraded: string[];
};

const FOREIGN_SHORT = 45;
const GENERIC_TYPES = ["main", "builder", "reviewer", "fix-agent"] as const;
const isLong = (id: string) => /-L/.test(id);

/** The questions for one repository, as ../shared/packs-exam puts them. */
export function questionsOf(
  exam: PackExam,
  {
    exams,
    generic,
    exceptions,
  }: {
    exams: readonly PackExam[];
    generic: readonly string[];
    exceptions: Record<string, Record<string, string>>;
  },
): Question[] {
  const { repository } = exam;
  const lines = readChangedLines()[repository] ?? {};
  const excepted = exceptions[repository] ?? {};
  const others = exams
    .filter((other) => other !== exam)
    .flatMap(({ tasks }) => tasks)
    .filter(({ id }) => !Object.hasOwn(excepted, id));
  const short = others.filter(({ id }) => !isLong(id));
  const count = Math.min(FOREIGN_SHORT, short.length);
  const chosen = Array.from(
    { length: count },
    (_, index) => short[Math.floor((index * short.length) / count)],
  );
  const foreign = [...chosen, ...others.filter(({ id }) => isLong(id))].filter((task) => task !== undefined);
  return [
    ...exam.tasks.map(({ id, text, agent_type, changed_files = [], relevant }) => ({
      repository,
      type: "own" as const,
      id,
      text,
      agent_type,
      changed_files,
      changed_lines: lines[id] ?? [],
      relevant,
    })),
    ...foreign.map(({ id, text, agent_type }) => ({
      repository,
      type: "foreign" as const,
      id,
      text,
      agent_type,
      changed_files: [],
      changed_lines: [],
      relevant: {},
    })),
    ...generic.map((text, index) => ({
      repository,
      type: "generic" as const,
      id: `g${index + 1}`,
      text,
      agent_type: GENERIC_TYPES[index % GENERIC_TYPES.length] ?? "main",
      changed_files: [],
      changed_lines: [],
      relevant: {},
    })),
  ];
}

/** Stores the memories of an exam in a made-up repository that has the cited files, and gives them their vectors. */
export async function storeExam(
  fixture: Fixture,
  { exam, root, embedder }: { exam: PackExam; root: string; embedder: Embedder },
): Promise<Map<string, string>> {
  const { repository } = exam;
  const git = new GitRepository(join(root, repository));
  git.commit(citedFiles(exam));
  await fixture.run(
    repositoryAdd,
    { name: repository, source: { kind: "path", path: git.dir } },
    { actor: fixture.owner },
  );
  const names = new Map<string, string>();
  for (const { id, kind, statement, agent_type, reasoning, metadata, citations = [] } of exam.memories) {
    const uncited = kind === "convention" && citations.length === 0;
    const { memory } = await fixture.run(
      memoryStore,
      {
        kind: uncited ? "procedure" : kind,
        statement,
        repository,
        agent_type,
        metadata: metadata ?? {},
        citations,
        reasoning,
      },
      { actor: fixture.owner },
    );
    if (!memory) throw new Error(`${id} was not stored`);
    names.set(memory.id, id);
  }
  await jobNamed("memory_embed_missing").handle(
    { organization_id: fixture.agent.organization_id },
    partsOf(fixture, { embedder }),
  );
  return names;
}

/** The cited files, with lines that say nothing but where they are: only their paths matter for choosing. */
function citedFiles({ memories }: PackExam): Record<string, string> {
  const longest = new Map<string, number>();
  for (const { path, line_end } of memories.flatMap(({ citations = [] }) => citations))
    longest.set(path, Math.max(longest.get(path) ?? 0, line_end));
  return Object.fromEntries(
    [...longest].map(([path, lines]) => [
      path,
      Array.from({ length: lines }, (_, index) => `${path} ${index + 1}\n`).join(""),
    ]),
  );
}

/** Asks one question as an agent would be asked for, without recording it. */
export async function ask(
  fixture: Fixture,
  {
    question,
    names,
    embedder,
  }: { question: Question; names: ReadonlyMap<string, string>; embedder: Embedder | null },
): Promise<Answer> {
  const { text: task, agent_type, changed_files, changed_lines, repository, diff } = question;
  const input = contextGet.input.parse({ task, agent_type, changed_files, repository, diff });
  const { memories, check_before_use, candidates, tokens, degraded } = await buildContext(
    { actor: fixture.agent, db: fixture.db, ai: { embedder }, now: () => new Date() },
    input,
    { record: false, changed_lines, limit_ms: 60_000, verify_ms: 30_000, embed_ms: 30_000 },
  );
  const nameOf = (id: string) => names.get(id) ?? id;
  return {
    question,
    returned: [...memories, ...check_before_use].map(({ memory_id }) => nameOf(memory_id)),
    tokens,
    candidates: candidates.map(({ memory, signals, relevance, score }) => ({
      id: nameOf(memory.id),
      signals,
      probability: relevance.probability,
      score,
    })),
    degraded: degraded.filter((part) => !part.startsWith("tokenizer")),
  };
}

const CACHE = ".cache/bench-vectors";

/** The local embedder, keeping each text's vector on disk: the exam is put often and its texts do not change. */
export async function cachedEmbedder(): Promise<Embedder> {
  const local = createEmbedder({ provider: "local", native_folder: env().CASEBOOK_ONNXRUNTIME_DIR });
  const file = join(CACHE, `${createHash("sha256").update(local.id).digest("hex").slice(0, 16)}-packs.jsonl`);
  await mkdir(CACHE, { recursive: true });
  const known = new Map<string, Float32Array>();
  if (existsSync(file))
    for (const line of (await readFile(file, "utf8")).split("\n").filter(Boolean)) {
      const { text, vector }: { text: string; vector: number[] } = JSON.parse(line);
      known.set(text, Float32Array.from(vector));
    }
  return {
    ...local,
    id: local.id,
    dimensions: local.dimensions,
    close: () => local.close(),
    async embed(texts, options) {
      return Promise.all(
        texts.map(async (text) => {
          const cached = known.get(text);
          if (cached) return cached;
          const [vector] = await local.embed([text], options);
          if (!vector) throw new Error("a text has no vector");
          known.set(text, vector);
          await appendFile(file, `${JSON.stringify({ text, vector: [...vector] })}\n`);
          return vector;
        }),
      );
    },
  };
}
