/**
 * Sections of documents in the repositories that `extraction.tsv` names, instructions for agents among them. Read from a
 * folder of clones at their newest commits; nothing of them is kept here.
 */
import { readFileSync } from "node:fs";
import { cloneOf } from "./clones";
import { isAside, type SafetyCase } from "./safety-cases";
import { filesOf, MOST_CHARACTERS, textsOf } from "./safety-corpora-texts";

/** Their documents quote orders to a model, because they are about them. */
const ABOUT_ORDERS = [
  "NVIDIA/garak",
  "microsoft/BIPIA",
  "swisskyrepo/PayloadsAllTheThings",
  "utkusen/promptmap",
];
const DOCUMENTS = /\.(?:md|mdx|mdc|rst)$/i;
const INSTRUCTIONS = /(?:^|\/)(?:AGENTS|CLAUDE|GEMINI|copilot-instructions)\.md$|\.mdc$/i;
const FILES_OF_A_REPOSITORY = 12;
const SECTIONS_OF_A_FILE = 4;
const FEWEST_CHARACTERS = 80;

export function documentSections(folder: string): SafetyCase[] {
  return namedRepositories()
    .filter((name) => !ABOUT_ORDERS.includes(name))
    .flatMap((name) => {
      const clone = cloneOf(folder, name);
      if (clone === null) return [];
      return sectionsOfRepository(name, clone);
    });
}

function namedRepositories(): string[] {
  const rows = readFileSync("tests/bench/extraction.tsv", "utf8").trimEnd().split("\n").slice(1);
  return [...new Set(rows.map((row) => row.split("\t")[0] ?? ""))];
}

function sectionsOfRepository(name: string, clone: string): SafetyCase[] {
  const documents = filesOf(clone, DOCUMENTS);
  const instructions = documents.filter((path) => INSTRUCTIONS.test(path));
  const others = documents.filter((path) => !INSTRUCTIONS.test(path));
  const paths = spread(
    [...instructions.slice(0, FILES_OF_A_REPOSITORY / 2), ...others],
    FILES_OF_A_REPOSITORY,
  );
  return [...textsOf(clone, paths)].flatMap(([path, text]) =>
    spread(sectionsOf(text), SECTIONS_OF_A_FILE).map((section) => ({
      family: INSTRUCTIONS.test(path) ? "instructions for agents" : "other documents",
      text: section.slice(0, MOST_CHARACTERS),
      aside: isAside(`${name}/${path}`),
    })),
  );
}

/** At most `most` of the items, evenly over all of them. */
function spread<T>(items: readonly T[], most: number): T[] {
  const every = Math.max(1, items.length / most);
  return items
    .filter((_, index) => Math.floor(index / every) !== Math.floor((index - 1) / every))
    .slice(0, most);
}

/** From each heading to the next, as memories are often cut from documents; headings in code open none. */
function sectionsOf(text: string): string[] {
  const sections: string[] = [""];
  let isInCode = false;
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) isInCode = !isInCode;
    if (!isInCode && /^#{1,6} /.test(line)) sections.push("");
    sections[sections.length - 1] += `${line}\n`;
  }
  return sections.map((section) => section.trim()).filter(({ length }) => length >= FEWEST_CHARACTERS);
}
