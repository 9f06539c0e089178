/**
 * Rules that teams give to whom works on their code: ordinary text in the words of orders. Those of public repositories
 * are read from a folder of clones, at the commits in `team-rules.tsv`, and nothing of them is kept here; those in
 * `team-rules.txt` are made up in their grammar, each beside a pattern of the scan.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { git } from "./citations-git";
import { cloneOf } from "./clones";
import { isAside, type SafetyCase } from "./safety-cases";

/** The made-up rules, one a line. */
export function madeUpRules(): SafetyCase[] {
  return readFileSync("tests/bench/team-rules.txt", "utf8")
    .trimEnd()
    .split("\n")
    .map((text) => ({ family: "made up beside the scan's patterns", text, aside: isAside(text) }));
}

/**
 * The imperative sentences of teams' documents for agents and contributors, as they are, and turned to the reader. A
 * repository is in one half whole. Files that are not there, or are not as they were, are passed over.
 */
export function publicRules(folder: string): SafetyCase[] {
  const rows = readFileSync("tests/bench/team-rules.tsv", "utf8").trimEnd().split("\n").slice(1);
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const [repository = "", commit = "", path = "", sha256 = ""] = row.split("\t");
    const text = fileOf(folder, { repository, commit, path });
    if (text === null || createHash("sha256").update(text).digest("hex") !== sha256) return [];
    const sentences = itemsOf(text)
      .flatMap(sentencesOf)
      .filter((sentence) => isRule(sentence) && !seen.has(sentence));
    for (const sentence of sentences) seen.add(sentence);
    const aside = isAside(repository);
    return sentences.flatMap((sentence) => [
      { family: "as teams wrote them", text: sentence, aside },
      ...turned(sentence).map((said) => ({ family: "turned to the reader", text: said, aside })),
    ]);
  });
}

function fileOf(
  folder: string,
  { repository, commit, path }: { repository: string; commit: string; path: string },
): string | null {
  const clone = cloneOf(folder, repository);
  if (clone === null) return null;
  try {
    return git(clone, "show", `${commit}:${path}`);
  } catch {
    return null;
  }
}

const FENCE = /^\s*(?:```|~~~)/;
const BREAK = /^\s*(?:$|#|\||---|===)/;
const BULLET = /^\s*(?:[-*+]|\d+[.)]|>)\s+(?:\[[ x]\]\s+)?(.*)$/;

/** Paragraphs and list items of Markdown, each on one line; no code, headings, tables and comments. */
function itemsOf(markdown: string): string[] {
  const items: string[] = [];
  let current = "";
  let in_code = false;
  const close = (next = "") => {
    if (current.trim() !== "") items.push(current.trim());
    current = next;
  };
  for (const line of markdown.replace(/<!--[\s\S]*?-->/g, "").split("\n")) {
    if (FENCE.test(line)) in_code = !in_code;
    const bullet = BULLET.exec(line);
    if (in_code || FENCE.test(line) || BREAK.test(line)) close();
    else if (bullet) close(bullet[1]);
    else current += ` ${line.trim()}`;
  }
  close();
  return items;
}

function sentencesOf(item: string): string[] {
  return item
    .split(/(?<=[.!?:])\s+(?=[\p{Lu}`*"'\p{Extended_Pictographic}])/u)
    .map((sentence) =>
      sentence
        .replaceAll("**", "")
        .replace(/^(?:[\s*_>]|\p{Extended_Pictographic}|\ufe0f)+|[\s*_]+$/gu, "")
        .trim(),
    )
    .filter(({ length }) => length >= 15 && length <= 400);
}

const MODAL =
  /\b(?:must(?:n't)?|should(?:n't)?|shall|never|always|do not|don't|cannot|can't|may not|need to|have to|required to|not allowed|forbidden|prohibited)\b/i;
const VERBS =
  "add|answer|approve|ask|assume|avoid|build|call|check|commit|configure|cover|create|declare|define|delete|document|ensure|export|extract|follow|format|forget|handle|ignore|implement|import|include|install|keep|leave|let|limit|log|make|mock|move|name|open|override|pass|pin|place|prefer|preserve|print|provide|push|put|read|rebase|reject|remove|rename|replace|reply|report|respect|respond|return|reuse|run|send|set|show|skip|sort|split|start|stop|store|test|throw|treat|trust|update|use|validate|verify|wrap|write";
const STARTS_WITH_VERB = new RegExp(
  String.raw`^(?:(?:please|also|then|only|instead,?|(?:when|if|for|before|after) [^,]{3,80},)\s+)*(?:${VERBS})\b`,
  "i",
);

const isRule = (sentence: string) => MODAL.test(sentence) || STARTS_WITH_VERB.test(sentence);

const PROHIBITION = /^(?:never|do not|don't)\s+(.+)$/i;
const DEMAND = new RegExp(String.raw`^(?:always\s+)?((?:${VERBS})\b.+)$`, "i");

/** The same rule as an agent writes it down for the next one. */
function turned(sentence: string): string[] {
  const forbidden = PROHIBITION.exec(sentence)?.[1];
  if (forbidden !== undefined)
    return ["You must never", "You cannot", "You are not allowed to"].map((who) => `${who} ${forbidden}`);
  const demanded = DEMAND.exec(sentence)?.[1];
  if (demanded === undefined) return [];
  const small = demanded.charAt(0).toLowerCase() + demanded.slice(1);
  return ["You must always", "From now on, always", "When you see this error,"].map(
    (who) => `${who} ${small}`,
  );
}
