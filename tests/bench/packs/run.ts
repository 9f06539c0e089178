import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { settingsSchema } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { applySettings } from "@/lib/env";
import { type RelevanceModel, relevanceModel, WORDS_ONLY } from "@/lib/memories";
import { RELEVANCE_SIGNALS } from "@/lib/memories/contract";
import { openEmbeddedHouse } from "../house";
import { type Answer, ask, cachedEmbedder, type Question, questionsOf, storeExam } from "./ask";
import {
  PACK_EXAM_NAMES,
  type PackExam,
  parsePackExam,
  readForeignExceptions,
  readGenericMessages,
  readPackExam,
} from "./data";
import { fitModel } from "./fit";
import { reportLearning } from "./learning";
import { type PackFigures, packTable, pooled, scorePacks } from "./score";

/** Two more repositories that may be beside this one; their texts are other people's. */
const SHARED = "../shared/packs-exam/data";
const SHARED_NAMES = ["poetry", "formbricks"] as const;

/** As many memories as the settings give by default. */
const MAX_MEMORIES = settingsSchema.shape.max_context_memories.parse(undefined);

export type PackResult = { repository: string; role: string; arm: string; figures: PackFigures };
export type AskedExam = { exam: PackExam; answers: { vectors: Answer[]; words: Answer[] } };

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
  say: (line: string) => void,
): Promise<AskedExam[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "casebook-bench-packs-")));
  applySettings({
    CASEBOOK_REPOSITORY_ROOTS: root,
    CASEBOOK_DATA_DIR: join(root, "data"),
    LOG_LEVEL: "warn",
  });
  const embedder = await cachedEmbedder();
  const house = await openEmbeddedHouse();
  await loadTokenizer();
  try {
    const generic = readGenericMessages();
    const exceptions = readForeignExceptions();
    const asked: AskedExam[] = [];
    for (const exam of exams) {
      say(`${exam.repository}: ${exam.memories.length} memories`);
      const names = await storeExam(house, { exam, root, embedder });
      const questions = questionsOf(exam, { exams, generic, exceptions });
      say(`${exam.repository}: ${questions.length} questions, with and without vectors`);
      const vectors = await askAll(questions, (question) => ask(house, { question, names, embedder }));
      const words = await askAll(questions, (question) => ask(house, { question, names, embedder: null }));
      asked.push({ exam, answers: { vectors, words } });
    }
    return asked;
  } finally {
    await embedder.close();
    await house.close();
    rmSync(root, { recursive: true, force: true });
  }
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

/** A row for each repository and arm, and the sums by role. */
export function reportPacks(asked: readonly AskedExam[]): { table: string; results: PackResult[] } {
  const results = asked.flatMap(({ exam, answers }) =>
    (["vectors", "words"] as const).map((arm) => ({
      repository: exam.repository,
      role: exam.role,
      arm,
      figures: scorePacks(answers[arm], { exam }),
    })),
  );
  const sums = (["vectors", "words"] as const).flatMap((arm) =>
    [...new Set(results.map(({ role }) => role))].map((role) => ({
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
  return { table: packTable([...rows, ...sums]), results };
}

/** Of the exams that weights are fitted on, those that the floors are tuned on; all of them where these are not here. */
const FLOOR_EXAMS: readonly string[] = ["python-poetry/poetry"];
const FITTED_ON: readonly string[] = ["rubocop/rubocop", "jj-vcs/jj", ...FLOOR_EXAMS];
const WEIGHTS_FILE = "lib/memories/relevance/weights.json";
/** No exam's memories have categories of their own, so nothing is known of what a shared one says. */
const CATEGORY_WEIGHT = 0.2;

/**
 * Fits the models of relevance, with vectors and by words alone, and writes them where the product reads them. Exams that
 * are not fitted on are left for looking at.
 */
export async function fitPacks(
  asked: readonly AskedExam[],
): Promise<{ models: Record<string, RelevanceModel>; text: string }> {
  const of = (names: readonly string[], arm: "vectors" | "words") =>
    asked
      .filter(({ exam }) => names.includes(exam.repository))
      .map(({ exam, answers }) => ({ exam, answers: answers[arm] }));
  const lines: string[] = [];
  const fitArm = (arm: "vectors" | "words", max_given?: readonly number[]) => {
    const signals = RELEVANCE_SIGNALS.filter(
      (signal) => signal !== "category" && (arm === "vectors" || signal !== "meaning"),
    );
    const weights = of(FITTED_ON, arm);
    const tuned = of(FLOOR_EXAMS, arm);
    const floors = tuned.length > 0 ? tuned : weights;
    const { model, figures, given, pairs, relevant } = fitModel(
      { weights, floors },
      { signals, most: MAX_MEMORIES, max_given },
    );
    lines.push(`${arm}: ${pairs} pairs, ${relevant} relevant`);
    lines.push(packTable([{ title: "where the floors are tuned", figures }]));
    const weighted = { ...model, weights: { ...model.weights, category: CATEGORY_WEIGHT } };
    return { model: weighted, given };
  };
  const embedder = await cachedEmbedder();
  const vectors = fitArm("vectors");
  // Without vectors less is known, so no more is given.
  const words = fitArm("words", vectors.given);
  const models = { [embedder.id]: vectors.model, [WORDS_ONLY]: words.model };
  await embedder.close();
  await writeFile(WEIGHTS_FILE, `${JSON.stringify({ models }, null, 2)}\n`);
  return { models, text: lines.join("\n") };
}
