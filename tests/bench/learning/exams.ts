/**
 * What learning from reviews gets right, against labels: the rule of a title, which reasons are of one cause, and which
 * findings an exception covers. A file
 * `<exam>-<half>.tsv` beside this one is a half of its own; how each was labelled is in README.md.
 */
import { readdir, readFile } from "node:fs/promises";
import { createEmbedder } from "@/lib/ai";
import { classifyAll } from "@/lib/reviews";
import { causesOf, causeVectors, matcherOfLine } from "@/lib/skills";
import { share } from "../share";
import { formatTable } from "../table";

const FOLDER = new URL("./", import.meta.url);

/** What labels of others call the rules of the lexicon; a name that is not here is the same. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  formatting: ["style"],
  resource_leaks: ["resource_management"],
  null_safety: ["correctness", "error_handling"],
  edge_cases: ["correctness"],
  logic_errors: ["correctness"],
  input_validation: ["security", "correctness", "error_handling"],
  database: ["performance", "correctness"],
  compatibility: ["api_design", "dependencies", "configuration", "correctness"],
  internationalization: ["accessibility"],
};

/** The halves whose labels have names of their own. */
const NAMED_OTHERWISE = ["titles-dev", "titles-aside"];

/** Whether a rule is one of those that a label allows, separated by bars. */
function isRight(half: string, rule: string | null, label = ""): boolean {
  const allowed = label.split("|");
  const others = NAMED_OTHERWISE.includes(half) ? (CALLED[rule ?? ""] ?? []) : [];
  return [rule ?? "unclassified", ...others].some((name) => allowed.includes(name));
}

async function halvesOf(
  exam: "titles" | "reasons" | "matches",
): Promise<{ half: string; rows: string[][] }[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.startsWith(exam) && name.endsWith(".tsv"));
  return Promise.all(
    files.sort().map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), "utf8");
      const [, ...lines] = text.trimEnd().split("\n");
      return { half: name.replace(/\.tsv$/, ""), rows: lines.map((line) => line.split("\t")) };
    }),
  );
}

/** How often what a second annotator called a title first is a label of the first annotator; null where none did. */
async function secondOpinions(
  half: string,
  labelled: readonly string[][],
): Promise<{ right: number; of: number } | null> {
  const text = await readFile(new URL(`second-${half}.tsv`, FOLDER), "utf8").catch(() => null);
  if (text === null) return null;
  const [, ...lines] = text.trimEnd().split("\n");
  const agreed = lines.filter((line) => {
    const [place, rule = ""] = line.split("\t");
    const [first = ""] = rule.split("|");
    return isRight(half, first, labelled[Number(place) - 1]?.[1]);
  });
  return { right: agreed.length, of: lines.length };
}

/** For each half how many titles got their rule, and by which step. */
export async function titlesTable(): Promise<string> {
  const embedder = createEmbedder({ provider: "local" });
  const rows: string[][] = [];
  for (const { half, rows: labelled } of await halvesOf("titles")) {
    const found = await classifyAll(
      labelled.map(([title = ""]) => ({ title })),
      { embedder, filed: [] },
    );
    const judged = labelled.map(([, rule], at) => {
      const { rule_category = null, by = "none" } = found[at] ?? {};
      return { by, right: isRight(half, rule_category, rule) };
    });
    for (const by of ["all", "reviewer_rule", "lexicon", "meaning", "none"]) {
      const own = judged.filter((each) => by === "all" || each.by === by);
      const right = own.filter((each) => each.right).length;
      rows.push([half, by, String(own.length), share(right, own.length)]);
    }
    const named = judged.filter(({ by }) => by !== "none");
    rows.push([
      half,
      "named",
      String(named.length),
      share(named.filter(({ right }) => right).length, named.length),
    ]);
    const agreed = await secondOpinions(half, labelled);
    if (agreed) rows.push([half, "a second annotator", String(agreed.of), share(agreed.right, agreed.of)]);
  }
  await embedder.close();
  return formatTable(["half", "by", "n", "right"], rows, new Set([2]));
}

/** For each half which of the findings that an exception covers a trial says it would have applied to. */
export async function matchesTable(): Promise<string> {
  const rows = (await halvesOf("matches")).map(({ half, rows: labelled }) => {
    const judged = labelled.map(
      ([, line = "", title = "", issue = "", path = "", rule_category = "", applies]) => ({
        applies: applies === "yes",
        is_matched: matcherOfLine(line)({
          title,
          original_issue: issue || null,
          file_path: path || null,
          rule_category,
        }),
      }),
    );
    const matched = judged.filter(({ is_matched }) => is_matched);
    const covered = judged.filter(({ applies }) => applies);
    const right = matched.filter(({ applies }) => applies).length;
    return [half, String(judged.length), share(right, matched.length), share(right, covered.length)];
  });
  return formatTable(["half", "n", "precision", "recall"], rows, new Set([1]));
}

/** For each half and threshold the pairs of reasons that were put together, against those of one cause. */
export async function reasonsTable(): Promise<string> {
  const embedder = createEmbedder({ provider: "local" });
  const rows: string[][] = [];
  for (const { half, rows: labelled } of await halvesOf("reasons")) {
    const findings = labelled.map(
      ([cause = "", reason = "", repository = "", issue = "", path = ""], at) => ({
        id: String(at),
        cause,
        reason,
        repository,
        title: "",
        original_issue: issue || null,
        file_path: path || null,
        found_at: "",
        memory_id: null,
      }),
    );
    const byId = await causeVectors(embedder, { findings });
    const repositories = [...new Set(findings.map(({ repository }) => repository))];
    const inEach = (vectors: typeof byId | null) =>
      repositories.flatMap((name) =>
        causesOf(
          findings.filter(({ repository }) => repository === name),
          vectors,
        ),
      );
    for (const [name, groups] of [
      ["words alone", inEach(null)],
      ["as the product does", inEach(byId)],
    ] as const) {
      const groupOf = new Map(groups.flatMap((group, at) => group.map(({ id }) => [id, at] as const)));
      let together = 0;
      let same = 0;
      let both = 0;
      for (const [at, one] of findings.entries())
        for (const other of findings.slice(at + 1)) {
          if (one.repository !== other.repository) continue;
          // Only groups are listed: what is alone is in none.
          const group = groupOf.get(one.id);
          const is_together = group !== undefined && group === groupOf.get(other.id);
          const is_same = one.cause === other.cause;
          if (is_together) together += 1;
          if (is_same) same += 1;
          if (is_together && is_same) both += 1;
        }
      rows.push([half, name, String(findings.length), share(both, together), share(both, same)]);
    }
  }
  await embedder.close();
  return formatTable(
    ["half", "grouped by", "n", "precision of pairs", "recall of pairs"],
    rows,
    new Set([2]),
  );
}
