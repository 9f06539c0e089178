/**
 * What the extractor without a model keeps of real texts: sections of decision records, agents' notes, reviews, reports,
 * changelogs and READMEs in public repositories. Only coordinates and labels are kept here; the texts are read from
 * clones. A label is the lines (within the section) of one thing that a reader would keep, and the families that fit.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  LEARNING_TYPES,
  type Learning,
  type LearningType,
  learningsByRules,
  type Output,
} from "@/lib/sessions";
import { git } from "./citations-git";
import { cloneOf } from "./clones";
import type { JudgedSection, Kept, Part } from "./extraction-figures";

const LABELS_FILE = "tests/bench/extraction.tsv";

/** Lines count from 1, the section's first. The first family is the one that recall is counted under. */
export type Label = { lines: number[]; families: [LearningType, ...LearningType[]] };

export type Labelled = {
  repository: string;
  commit: string;
  path: string;
  line_start: number;
  line_end: number;
  /** Of the section's text. */
  sha256: string;
  /** Whether chance alone took the section, or it had to have a heading that promises knowledge. */
  drawn: "random" | "heading";
  part: Part;
  agent_type: string;
  labels: Label[];
};

/** The sections whose repositories stand in the folder, and how many do not. */
export function judgeCorpus(
  folder: string,
  extract: (output: Output) => Learning[] = learningsByRules,
): { sections: JudgedSection[]; absent: number } {
  const sections: JudgedSection[] = [];
  let absent = 0;
  for (const labelled of readLabels()) {
    const text = textOf(folder, labelled);
    if (text === null) absent += 1;
    else sections.push({ ...labelled, text, ...judge(text, labelled, extract) });
  }
  return { sections, absent };
}

function readLabels(): Labelled[] {
  const rows = readFileSync(LABELS_FILE, "utf8").trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const [
      repository = "",
      commit = "",
      path = "",
      start,
      end,
      sha256 = "",
      drawn,
      part,
      agent_type = "",
      said = "",
    ] = row.split("\t");
    return {
      repository,
      commit,
      path,
      line_start: Number(start),
      line_end: Number(end),
      sha256,
      agent_type,
      drawn: drawn === "random" ? "random" : "heading",
      part: part === "aside" ? "aside" : "tuned",
      labels: said === "nothing" ? [] : said.split(" ").map(labelOf),
    };
  });
}

/** "3-5+9:warning/recommendation" */
function labelOf(said: string): Label {
  const [ranges = "", names = ""] = said.split(":");
  const lines = ranges.split("+").flatMap((range) => {
    const [first = 0, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
  const [family, ...others] = names
    .split("/")
    .flatMap((name) => LEARNING_TYPES.filter((type) => type === name));
  if (!family) throw new Error(`${LABELS_FILE}: ${said} names no family`);
  return { lines, families: [family, ...others] };
}

function textOf(
  folder: string,
  { repository, commit, path, line_start, line_end, sha256 }: Labelled,
): string | null {
  const clone = cloneOf(folder, repository);
  if (!clone) return null;
  try {
    const lines = git(clone, "show", `${commit}:${path}`).split("\n");
    const text = lines.slice(line_start - 1, line_end).join("\n");
    if (createHash("sha256").update(text).digest("hex") === sha256) return text;
    return null;
  } catch {
    // A shallow or newer clone need not hold the commit.
    return null;
  }
}

function judge(
  text: string,
  { agent_type, labels }: Labelled,
  extract: (output: Output) => Learning[],
): Pick<JudgedSection, "kept" | "missed" | "said"> {
  const lines = text.split("\n");
  const told = labels.map((label) => ({
    label,
    pairs: pairsOf(label.lines.map((line) => lines[line - 1] ?? "").join("\n")),
    found: false,
    said: false,
  }));
  const kept = extract({ text, agent_type, category: "general" }).map(({ type, statement }): Kept => {
    const same = told.filter(({ pairs }) => isSaidIn(statement, pairs));
    const fitting = same.filter(({ label }) => label.families.includes(type));
    for (const one of fitting) one.found = true;
    for (const one of same) one.said = true;
    return { type, statement, wanted: same.length > 0, right: fitting.length > 0 };
  });
  return {
    kept,
    missed: told.filter(({ found }) => !found).map(({ label }) => label),
    said: told.filter(({ said }) => said).map(({ label }) => label),
  };
}

/** What of a statement's neighbouring words must stand in a label's lines: half leaves room for a heading before it. */
const SAME = 0.5;

function pairsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

function isSaidIn(statement: string, pairs: ReadonlySet<string>): boolean {
  const own = [...pairsOf(statement)];
  return own.length > 0 && own.filter((pair) => pairs.has(pair)).length / own.length >= SAME;
}
