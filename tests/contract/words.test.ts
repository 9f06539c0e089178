import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Words of a dialect that was this project's alone, with what the field says. */
const DIALECT: [pattern: RegExp, instead: string][] = [
  [/\bwhoever\b/i, "who, anybody who, or the role"],
  [
    /\b(?:is|are|was|were|be|been|being|not) told\b|\btold (?:apart|of|from|by)\b/i,
    "given, shown, reported, known",
  ],
  [/\bstrangers?\b/i, "unknown, unrelated, outsider"],
  [/\banew\b/i, "again"],
  [/\bwithheld\b/i, "blocked"],
  [/\blook(?:s|ed|ing)? over\b/i, "scan, check"],
  [/\bstands? in (?!the way\b|for\b|front\b)/i, "is in"],
  [/\b(?:review|quarantine|drift|the) desk\b/i, "queue"],
  [/\bthis room\b|\brooms\b/i, "module"],
  [/\b(?:at the|every|front|client|same) door\b/i, "transport"],
  [/\bfurniture\b|\bmachinery\b/i, "shared components, infrastructure"],
  [/\btrade of an agent\b|\bagent's trade\b/i, "role"],
  [/\btake (?:the|a|this|that) (?:decision|filter|probe) (?:back|away)\b/i, "undo the decision, remove"],
  [/\bnobody looks at it\b/i, "unassigned"],
  [/\b(?:they|all|statements) hold together\b/i, "all are true"],
  [/\binstructions aside\b/i, "override the agent's instructions"],
  [/\bno word yet\b|"no word"/i, "not reported"],
  [/\bis no serving\b/i, "does not count as served"],
  [/\btid(?:y|ying) up\b/i, "clean up"],
  [/\b(?:members?|signs? in|registered) no more\b/i, "former, no longer"],
];

/** What is quoted, recorded or judged by its words: attacks, prompts that models were asked with, history, the demo's team. */
const LEFT_OUT =
  /^(?:tests\/bench\/|tests\/contract\/words|docs\/(?:decisions|measurements|recorded-sessions)|CHANGELOG|prisma\/demo\/|lib\/upkeep\/example\/story\/)|injection|\/prompts\/|-before-baseline/;
const READ = /\.(?:ts|tsx|mjs|md|sql|prisma)$/;

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => READ.test(file) && !LEFT_OUT.test(file));

describe("the words of code and documentation", () => {
  it("are read from the whole tree", () => {
    expect(files.length).toBeGreaterThan(1_000);
  });

  it.each(DIALECT)("are not %s; say %s", (pattern) => {
    const found = files.flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .flatMap((line, index) =>
          pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 120)}`] : [],
        ),
    );
    expect(found).toEqual([]);
  });
});
