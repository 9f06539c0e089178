import { existsSync, readFileSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { settingsSchema } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { type RelevanceModel, relevanceModel, WORDS_ONLY } from "@/lib/memories";
import { RELEVANCE_SIGNALS } from "@/lib/memories/contract";
import { makeRepositoryRoot, openEmbeddedHouse } from "../house";
import { type Answer, ask, cachedEmbedder, type Question, questionsOf, storeExam } from "./ask";
import {
  PACK_EXAM_NAMES,
  type PackExam,
  parsePackExam,
  readForeignExceptions,
  readGenericMessages,
  readPackExam,
} from "./data";
import { diffsOf } from "./diffs";
import { countGiven, type FitData, type Fitted, fitModel, tryModel } from "./fit";
import { reportLearning } from "./learning";
import { type PackFigures, packTable, pooled, scorePacks } from "./score";

/** Two more repositories that may be beside this one; their texts are other people's. */
const SHARED = "../shared/packs-exam/data";
const SHARED_NAMES = ["poetry", "formbricks"] as const;

/** As many memories as the settings give by default. */
const MAX_MEMORIES = settingsSchema.shape.max_context_memories.parse(undefined);

export type PackResult = { repository: string; role: string; arm: string; figures: PackFigures };
export type AskedExam = {
  exam: PackExam;
  answers: { vectors: Answer[]; words: Answer[] };
  /** For own tasks with changed files: what is served while no file is known, with vectors. */
  prompts: Answer[];
  /** The same tasks with their diffs, where a clone of the repository is at hand. */
  diffs: Answer[];
};

/** The exams of this project and, where they are, the shared ones. */
export function readExams(): PackExam[] {
  const shared = SHARED_NAMES.map((name) => `${SHARED}/${name}.json`).filter((file) => existsSync(file));
  return [
    ...PACK_EXAM_NAMES.map(readPackExam),
    ...shared.map((file) => parsePackExam(JSON.parse(readFileSync(file, "utf8")))),
  ];
}

/** Puts every question of every exam to the product: with the local embedder, and by words alone. */
export async function askExams(
  exams: readonly PackExam[],
  { clones, say }: { clones: string | undefined; say: (line: string) => void },
): Promise<AskedExam[]> {
  const root = makeRepositoryRoot("packs");
  const embedder = await cachedEmbedder();
  const fixture = await openEmbeddedHouse();
  await loadTokenizer();
  try {
    const generic = readGenericMessages();
    const exceptions = readForeignExceptions();
    const asked: AskedExam[] = [];
    for (const exam of exams) {
      say(`${exam.repository}: ${exam.memories.length} memories`);
      const names = await storeExam(fixture, { exam, root, embedder });
      const questions = questionsOf(exam, { exams, generic, exceptions });
      say(`${exam.repository}: ${questions.length} questions, with and without vectors`);
      const vectors = await askAll(questions, (question) => ask(fixture, { question, names, embedder }));
      const words = await askAll(questions, (question) => ask(fixture, { question, names, embedder: null }));
      const prompts = await askAll(questions.filter(isOfFiles).map(withoutFiles), (question) =>
        ask(fixture, { question, names, embedder }),
      );
      const texts = diffsOf(exam, clones);
      const diffs = await askAll(
        questions.flatMap((question) => {
          const diff = question.type === "own" ? texts.get(question.id) : undefined;
          return diff === undefined ? [] : [{ ...question, diff }];
        }),
        (question) => ask(fixture, { question, names, embedder }),
      );
      asked.push({ exam, answers: { vectors, words }, prompts, diffs });
    }
    return asked;
  } finally {
    await embedder.close();
    await fixture.close();
    rmSync(root, { recursive: true, force: true });
  }
}

const isOfFiles = ({ type, changed_files }: Question) => type === "own" && changed_files.length > 0;
const withoutFiles = (question: Question): Question => ({
  ...question,
  changed_files: [],
  changed_lines: [],
});

/**
 * What reaches an agent through hooks for tasks whose files are known from their commits: with its prompt, when nobody
 * knows them yet; once it edits them, what it does not have yet; and both together.
 */
export function reportPacksOfHooks(asked: readonly AskedExam[]): string {
  const rows = asked.flatMap(({ exam, answers, prompts }) => {
    const served = new Map(prompts.map(({ question, returned }) => [question.id, returned]));
    const ofFiles = answers.vectors.filter(({ question }) => isOfFiles(question));
    const first = ({ question }: Answer) => served.get(question.id) ?? [];
    const later = (answer: Answer) => answer.returned.filter((id) => !first(answer).includes(id));
    const both = (answer: Answer) => [...first(answer), ...later(answer)];
    const steps = { "the prompt alone": first, "the edits alone": later, both };
    return Object.entries(steps).map(([arm, returned]) => ({
      repository: exam.repository,
      role: exam.role,
      arm,
      figures: scorePacks(ofFiles, { exam, returned }),
    }));
  });
  return tableWithSums(rows);
}

/** Tasks whose diffs are known, asked with the lines that these change and asked with their text; null without clones. */
export function reportPacksOfDiffs(asked: readonly AskedExam[]): string | null {
  const known = asked.filter(({ diffs }) => diffs.length > 0);
  if (known.length === 0) return null;
  const rows = known.flatMap(({ exam, answers, diffs }) => {
    const ids = new Set(diffs.map(({ question }) => question.id));
    const lines = answers.vectors.filter(({ question }) => isOfFiles(question) && ids.has(question.id));
    return Object.entries({ "its lines": lines, "its text": diffs }).map(([arm, of]) => ({
      repository: exam.repository,
      role: exam.role,
      arm,
      figures: scorePacks(of, { exam }),
    }));
  });
  return tableWithSums(rows);
}

/** A row for each repository and arm, and the sums by role. */
function tableWithSums(results: readonly PackResult[]): string {
  const distinct = (values: readonly string[]) => [...new Set(values)];
  const sums = distinct(results.map(({ arm }) => arm)).flatMap((arm) =>
    distinct(results.map(({ role }) => role)).map((role) => ({
      title: `all ${role}, ${arm}`,
      figures: pooled(
        results.filter((one) => one.role === role && one.arm === arm).map(({ figures }) => figures),
      ),
    })),
  );
  const rows = results.map(({ repository, role, arm, figures }) => ({
    title: `${repository} (${role}), ${arm}`,
    figures,
  }));
  return packTable([...rows, ...sums]);
}

async function askAll(
  questions: readonly Question[],
  one: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await one(question));
  return answers;
}

/** What learning from simulated outcomes does, with vectors and by words alone. */
export async function learnFromPacks(asked: readonly AskedExam[]): Promise<string> {
  const embedder = await cachedEmbedder();
  await embedder.close();
  const report = (arm: "vectors" | "words", embedder_id: string | null) => {
    const data = asked.map(({ exam, answers }) => ({ exam, answers: answers[arm] }));
    return `${arm}\n\n${reportLearning(data, relevanceModel(embedder_id))}`;
  };
  return `${report("vectors", embedder.id)}\n\n${report("words", null)}`;
}

/** What was served for all questions, with vectors and by words alone. */
export function reportPacks(asked: readonly AskedExam[]): { table: string; results: PackResult[] } {
  const results = asked.flatMap(({ exam, answers }) =>
    (["vectors", "words"] as const).map((arm) => ({
      repository: exam.repository,
      role: exam.role,
      arm,
      figures: scorePacks(answers[arm], { exam }),
    })),
  );
  return { table: tableWithSums(results), results };
}

const WEIGHTS_FILE = "lib/memories/relevance/weights.json";
/** No exam's memories have categories of their own, so nothing is known of what a shared one says. */
const CATEGORY_WEIGHT = 0.2;

type Arm = "vectors" | "words";
const armOf = (asked: readonly AskedExam[], arm: Arm): FitData =>
  asked.map(({ exam, answers }) => ({ exam, answers: answers[arm] }));

/** Fits with vectors and by words alone; without vectors less is known, so no more may be given. */
function fitArms(asked: readonly AskedExam[]): Record<Arm, Fitted> {
  const signals = RELEVANCE_SIGNALS.filter((signal) => signal !== "category");
  const vectors = fitModel(armOf(asked, "vectors"), { signals, most: MAX_MEMORIES });
  const words = fitModel(armOf(asked, "words"), {
    signals: signals.filter((signal) => signal !== "meaning"),
    most: MAX_MEMORIES,
    max_given: vectors.returned,
  });
  return { vectors, words };
}

/** How well the method works for a repository that it has not seen: for each, a model is fitted on all others and tried on it. */
export function leaveOneOut(asked: readonly AskedExam[]): string {
  const folds = asked.map((left) => ({ left, fitted: fitArms(asked.filter((one) => one !== left)) }));
  const arms: readonly Arm[] = ["vectors", "words"];
  const rows = arms.flatMap((arm) => {
    const tried = folds.map(({ left, fitted }) => ({
      title: `${left.exam.repository} left out, ${arm}`,
      figures: tryModel(armOf([left], arm), fitted[arm].model, MAX_MEMORIES),
    }));
    return [
      ...tried,
      { title: `all left out, ${arm}`, figures: pooled(tried.map(({ figures }) => figures)) },
    ];
  });
  return packTable(rows);
}

/** Fits the models of relevance and writes them where the product reads them. */
export async function fitPacks(asked: readonly AskedExam[]): Promise<string> {
  const fitted = fitArms(asked);
  const embedder = await cachedEmbedder();
  const withCategory = ({ model }: Fitted): RelevanceModel => ({
    ...model,
    weights: { ...model.weights, category: CATEGORY_WEIGHT },
  });
  const models = { [embedder.id]: withCategory(fitted.vectors), [WORDS_ONLY]: withCategory(fitted.words) };
  await embedder.close();
  await writeFile(WEIGHTS_FILE, `${JSON.stringify({ models }, null, 2)}\n`);
  const rows = Object.entries(fitted).map(([arm, { figures, pairs, relevant }]) => ({
    title: `fitted on ${pairs} pairs (${relevant} relevant), ${arm}`,
    figures,
  }));
  return packTable(rows);
}

/** The repositories where words alone give more than words and vectors, which know more; there should be none. */
export function givingMoreByWords(asked: readonly AskedExam[]): string[] {
  const [vectors, words] = [countGiven(armOf(asked, "vectors")), countGiven(armOf(asked, "words"))];
  return asked.flatMap(({ exam }, index) => {
    const [known, unknown] = [vectors[index] ?? 0, words[index] ?? 0];
    if (unknown > known) return [`${exam.repository}: ${unknown} by words alone, ${known} with vectors`];
    return [];
  });
}
