import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadTokenizer } from "@/lib/ai";
import { applySettings } from "@/lib/env";
import { type House, openEmbeddedHouse } from "../house";
import { type Answer, ask, cachedEmbedder, type Question, questionsOf, storeExam } from "./ask";
import {
  PACK_EXAM_NAMES,
  type PackExam,
  parsePackExam,
  readForeignExceptions,
  readGenericMessages,
  readPackExam,
} from "./data";
import { type PackFigures, packTable, pooled, scorePacks } from "./score";

/** Two more repositories that may be beside this one; their texts are other people's. */
const SHARED = "../shared/packs-exam/data";
const SHARED_NAMES = ["poetry", "formbricks"] as const;

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
export async function askExams(exams: readonly PackExam[], say: (line: string) => void): Promise<AskedExam[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "casebook-bench-packs-")));
  applySettings({ CASEBOOK_REPOSITORY_ROOTS: root, CASEBOOK_DATA_DIR: join(root, "data"), LOG_LEVEL: "warn" });
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
      const vectors = await askAll(house, questions, (question) => ask(house, { question, names, embedder }));
      const words = await askAll(house, questions, (question) => ask(house, { question, names, embedder: null }));
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
  _house: House,
  questions: readonly Question[],
  one: (question: Question) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const question of questions) answers.push(await one(question));
  return answers;
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
      figures: pooled(results.filter((one) => one.role === role && one.arm === arm).map(({ figures }) => figures)),
    })),
  );
  const rows = results.map(({ repository, role, arm, figures }) => ({
    title: `${repository} (${role}), ${arm}`,
    figures,
  }));
  return { table: packTable([...rows, ...sums]), results };
}
