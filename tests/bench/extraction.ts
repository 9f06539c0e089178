/** What the rules keep of answers, against labels: precision, recall and F1. */
import { LEARNING_TYPES, type Learning, learningsByRules, type Output } from "@/lib/sessions";
import { EXTRACTION_CASES, type ExtractionCase } from "./extraction-cases";
import { isAside } from "./safety-cases";
import { formatTable } from "./table";

export type ExtractionCount = { right: number; kept: number; wanted: number };
export type ExtractionRow = {
  by: "family" | "agent type";
  name: string;
  half: "tuned" | "aside";
} & ExtractionCount;

export type Mistake = { text: string; missed: string[]; wrong: string[] };

/** Counts by family and by agent type, in both halves, and what was wrong in the tuned one. */
export function measureExtraction(extract: (output: Output) => Learning[] = learningsByRules): {
  rows: ExtractionRow[];
  mistakes: Mistake[];
} {
  const rows = new Map<string, ExtractionRow>();
  const count = (
    by: ExtractionRow["by"],
    name: string,
    half: ExtractionRow["half"],
    add: Partial<ExtractionCount>,
  ) => {
    const key = `${by} ${name} ${half}`;
    const row = rows.get(key) ?? { by, name, half, right: 0, kept: 0, wanted: 0 };
    row.right += add.right ?? 0;
    row.kept += add.kept ?? 0;
    row.wanted += add.wanted ?? 0;
    rows.set(key, row);
  };
  const mistakes: Mistake[] = [];
  for (const one of EXTRACTION_CASES) {
    const half = isAside(one.text) ? "aside" : "tuned";
    const { right, wrong, missed } = judge(one, extract);
    for (const [type, , is_right] of [...right, ...wrong])
      for (const [by, name] of [
        ["family", type],
        ["agent type", one.agent_type],
      ] as const)
        count(by, name, half, { kept: 1, right: is_right ? 1 : 0 });
    for (const [type] of one.wanted) {
      count("family", type, half, { wanted: 1 });
      count("agent type", one.agent_type, half, { wanted: 1 });
    }
    if (half === "tuned" && (wrong.length > 0 || missed.length > 0))
      mistakes.push({ text: one.text, missed, wrong: wrong.map(([type, said]) => `${type}: ${said}`) });
  }
  return { rows: [...rows.values()], mistakes };
}

type Judged = [type: string, statement: string, right: boolean];

function judge(
  { text, agent_type, wanted, injected }: ExtractionCase,
  extract: (output: Output) => Learning[],
) {
  const found = extract({ text, agent_type, category: "general", injected });
  const open = [...wanted];
  const right: Judged[] = [];
  const wrong: Judged[] = [];
  for (const { type, statement } of found) {
    const at = open.findIndex(([label, words]) => label === type && statement.includes(words));
    if (at < 0) wrong.push([type, statement, false]);
    else {
      right.push([type, statement, true]);
      open.splice(at, 1);
    }
  }
  return { right, wrong, missed: open.map(([type, words]) => `${type}: ${words}`) };
}

const percent = (part: number, all: number) => (all === 0 ? "" : ((100 * part) / all).toFixed(1));
const f1 = ({ right, kept, wanted }: ExtractionCount) => percent(2 * right, kept + wanted);

export function extractionTables(rows: readonly ExtractionRow[]): string {
  return (["tuned", "aside"] as const)
    .flatMap((half) =>
      (["family", "agent type"] as const).map((by) => {
        const own = rows.filter((row) => row.half === half && row.by === by);
        const order = (name: string) => LEARNING_TYPES.findIndex((type) => type === name);
        own.sort((a, b) => order(a.name) - order(b.name) || a.name.localeCompare(b.name));
        const sum = (key: keyof ExtractionCount) => own.reduce((total, row) => total + row[key], 0);
        const all = { name: "all", right: sum("right"), kept: sum("kept"), wanted: sum("wanted") };
        return `${half}\n${formatTable(
          [by, "precision", "recall", "F1", "kept", "wanted"],
          [...own, all].map((row) => [
            row.name,
            percent(row.right, row.kept),
            percent(row.right, row.wanted),
            f1(row),
            String(row.kept),
            String(row.wanted),
          ]),
          new Set([1, 2, 3, 4, 5]),
        )}`;
      }),
    )
    .join("\n\n");
}
