/**
 * Whether a text that stands only where nothing runs it is called verified: cited code of public repositories, taken out
 * of its file and put into documentation, a bundle, a backup, or a comment.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judgeRepository } from "./citations";
import type { Judged } from "./citations-figures";
import type { TrueCitation, TrueRepository } from "./citations-truth-file";
import { randomFrom } from "./statistics";
import { formatTable } from "./table";

const CODE = /\.(?:[cm]?[jt]sx?|py|go|rs|java|c|h|cpp|hpp|php|cs|rb)$/;
const IN_BLOCKS = /\.(?:[cm]?[jt]sx?|go|rs|java|c|h|cpp|hpp|php|cs)$/;
const IN_C = /\.(?:c|h|cpp|hpp)$/;
const CASES_A_REPOSITORY = 6;
const TELLING = 60;

type Files = Readonly<Record<string, string>>;
type Text = { path: string; before: string; cited: string; behind: string };

/** Where the text goes: the files as they are then; null where that cannot be said in the language. */
const PLACES: Readonly<Record<string, (text: Text) => Files | null>> = {
  documentation: ({ path, before, cited, behind }) => ({
    [path]: before + behind,
    [`docs/${path}.md`]: `# Before\n\n\`\`\`\n${cited}\`\`\`\n`,
  }),
  "a bundle": ({ path, before, cited, behind }) => ({ [path]: before + behind, [`dist/${path}`]: cited }),
  "a backup": ({ path, before, cited, behind }) => ({
    [path]: "\n",
    [`${path}.bak`]: before + cited + behind,
  }),
  "a comment": ({ path, before, cited, behind }) =>
    IN_BLOCKS.test(path) && !/\*\/|\/\*/.test(cited)
      ? { [path]: `${before}/* disabled\n${cited}*/\n${behind}` }
      : null,
  "#if 0": ({ path, before, cited, behind }) =>
    IN_C.test(path) && !/^\s*#/m.test(cited) ? { [path]: `${before}#if 0\n${cited}#endif\n${behind}` } : null,
};

/** Whether a text in quotes is still open behind these lines. */
function isInText(above: string): boolean {
  const plain = above.replace(/\\.|'"'/gs, "").replace(/^\s*(?:\/\/|#).*$/gm, "");
  return (plain.match(/"/g) ?? []).length % 2 === 1;
}

type Case = { place: string; was: Files; now: Files; wanted: TrueCitation };

export function deadCasesOf(git_dir: string, { name, pairs }: TrueRepository): Case[] {
  const random = randomFrom(20_261_122);
  const all = pairs.flatMap(({ from, citations }) => citations.map(({ origin }) => ({ from, origin })));
  all.sort(() => random() - 0.5);
  const cases: Case[] = [];
  const counts = new Map<string, number>();
  const used = new Set<string>();
  for (const { from, origin } of all.filter((one) => CODE.test(one.origin.path)).slice(0, 80)) {
    const file = execFileSync("git", [`--git-dir=${git_dir}`, "cat-file", "blob", `${from}:${origin.path}`], {
      encoding: "utf8",
      maxBuffer: 50_000_000,
    });
    const lines = file.split(/(?<=\n)/);
    const cut = (first: number, last: number) => lines.slice(first, last).join("");
    const { line_start, line_end } = origin;
    const cited = cut(line_start - 1, line_end);
    if (cited.replace(/[^\p{L}\p{N}]/gu, "").length < TELLING || /^\s*(?:\/\/|\/?\*|#)/m.test(cited))
      continue;
    // What stands in a comment or a text already is not code.
    const above = cut(0, line_start - 1);
    if (
      (above.match(/\/\*/g) ?? []).length !== (above.match(/\*\//g) ?? []).length ||
      /"""|`|r#*"/.test(file) ||
      isInText(above)
    )
      continue;
    // Another citation of the file would be a copy of it in the same history.
    if (used.has(origin.path)) continue;
    used.add(origin.path);
    for (const [place, put] of Object.entries(PLACES)) {
      const path = `${name.replace("/", "-")}-${cases.length}/${origin.path.slice(origin.path.lastIndexOf("/") + 1)}`;
      const now = put({ path, before: above, cited, behind: cut(line_end, lines.length) });
      if (!now || (counts.get(place) ?? 0) >= CASES_A_REPOSITORY) continue;
      counts.set(place, (counts.get(place) ?? 0) + 1);
      const truth = {
        place: null,
        whitespace: false,
        decoy: false,
        duplicate: false,
        status: "missing" as const,
      };
      cases.push({
        place,
        was: { [path]: file },
        now,
        wanted: { origin: { path, line_start, line_end }, truth },
      });
    }
  }
  return cases;
}

/** Each case judged, in a history of two commits for each place, as the same text in two would be a copy. */
export async function judgeDead(
  cases: readonly Case[],
  aside: boolean,
): Promise<(Judged & { place: string })[]> {
  const judged: (Judged & { place: string })[] = [];
  for (const place of Object.keys(PLACES)) {
    const own = cases.filter((one) => one.place === place);
    if (own.length > 0) judged.push(...(await judgeTogether(own, aside)));
  }
  return judged;
}

async function judgeTogether(
  cases: readonly Case[],
  aside: boolean,
): Promise<(Judged & { place: string })[]> {
  const folder = mkdtempSync(join(tmpdir(), "casebook-bench-dead-"));
  const git_dir = join(folder, "history.git");
  const git = (args: readonly string[], input = ""): string =>
    execFileSync("git", [`--git-dir=${git_dir}`, ...args], { encoding: "utf8", input }).trim();
  try {
    git(["init", "--quiet", "--bare", "--initial-branch=main"]);
    git(
      ["fast-import", "--quiet"],
      commitOf(cases.map(({ was }) => was)) + commitOf(cases.map(({ now }) => now)),
    );
    const [to = "", from = ""] = git(["rev-list", "main"]).split("\n");
    const citations = cases.map(({ wanted }) => wanted);
    const pairs = [{ from, to, distance: 1, citations, dropped: 0 }];
    const places = new Map(cases.map(({ place, wanted }) => [wanted.origin.path, place]));
    const judged = await judgeRepository(git_dir, { name: "dead text", aside, pairs });
    return judged.map((one) => Object.assign(one, { place: places.get(one.wanted.origin.path) ?? "" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function commitOf(files: readonly Files[]): string {
  const entries = files
    .flatMap((each) => Object.entries(each))
    .map(
      ([path, text]) =>
        `M 100644 inline ${path.replaceAll(" ", "_")}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    );
  return `commit refs/heads/main\ncommitter Bench <bench@example.test> 1700000000 +0000\ndata 1\nx\n${entries.join("")}\n`;
}

const DEAD = /^docs\/|^dist\/|\.bak$/;

/** What was called verified where nothing runs it, and at a copy of it that is code in another file. */
export function deadTable(judged: readonly (Judged & { place: string })[]): string {
  const held = ({ status }: Judged) => status === "unchanged" || status === "moved" || status === "renamed";
  const atCopy = ({ path, wanted }: Judged) =>
    path !== null && path !== wanted.origin.path && !DEAD.test(path);
  const rows = ["all", ...Object.keys(PLACES)].map((place) => {
    const own = judged.filter((one) => place === "all" || one.place === place);
    const verified = own.filter(held);
    const copies = verified.filter(atCopy);
    return [place, String(verified.length - copies.length), String(copies.length), String(own.length)];
  });
  const heads = ["dead text", "called verified there", "called verified at a copy in code", "of"];
  return formatTable(heads, rows, new Set([1, 2, 3]));
}
