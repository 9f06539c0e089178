/**
 * Whether a commit changed nothing but the layout of a file, by programs that share nothing with the product: the parsers
 * of Python and TypeScript where these can say it, else the characters of both states. Used to draw up formatting.tsv:
 * `node --import tsx tests/bench/citations-formatting-truth.ts <git directory> <owner/name> <commits>`.
 */
import { execFileSync } from "node:child_process";
import ts from "typescript";

const IN_PYTHON = `
import ast, json, sys
def plain(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = " ".join(node.value.value.split())
    return ast.dump(tree)
was, now = json.load(sys.stdin)
try:
    print(plain(ast.parse(was)) == plain(ast.parse(now)))
except (SyntaxError, ValueError):
    print("False")
`;

function sameInPython(was: string, now: string): boolean {
  const answer = execFileSync("python3", ["-W", "ignore", "-c", IN_PYTHON], {
    encoding: "utf8",
    input: JSON.stringify([was, now]),
  });
  return answer.trim() === "True";
}

/** The nodes of a script by their kinds and texts, without what only groups. */
function nodesOf(path: string, text: string): string {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const parts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isEmptyStatement(node) || node.kind === ts.SyntaxKind.SemicolonClassElement) return;
    if (ts.isJsxText(node)) {
      parts.push(node.text.replace(/\s+/g, ""));
      return;
    }
    const groups = ts.isParenthesizedExpression(node) || ts.isParenthesizedTypeNode(node);
    const shown = ts.isJsxExpression(node) && node.expression && ts.isStringLiteral(node.expression);
    if (shown && ts.isStringLiteral(node.expression)) {
      parts.push(node.expression.text.replace(/\s+/g, ""));
      return;
    }
    if (!groups) parts.push(String(node.kind));
    if ("text" in node && typeof node.text === "string" && node !== file)
      parts.push(JSON.stringify(node.text));
    ts.forEachChild(node, visit);
    if (!groups) parts.push(")");
  };
  visit(file);
  return parts.join(" ");
}

const COMMENTS = /\/\*[\s\S]*?\*\/|(?<![:"'\w])\/\/.*$/gm;
const SORTED = /^\s*(?:pub(?:\([^)]*\))? )?(?:use|mod|extern crate|import|using) [^;=(]*;[ \t]*$/gm;

/** The characters of a text in order, without white space, comments, and commas that end a list. */
function charactersOf(path: string, text: string): string {
  const code = text.replace(COMMENTS, "");
  const sorted = /\.(?:rs|java|cs|php)$/.test(path) ? code.replace(SORTED, "") : code;
  const plain = sorted.replace(/\s+/g, "").replace(/,(?=[)\]}>])/g, "");
  if (path.endsWith(".rs")) return plain.replace(/[{},]/g, "");
  return plain;
}

const wordsOf = (text: string): string => (text.match(/[\p{L}\p{N}_]+/gu) ?? []).sort().join(" ");

/** Whether both states of a file say the same. */
export function sameButLayout(path: string, was: string, now: string): boolean {
  if (was === now || wordsOf(was) !== wordsOf(now)) return false;
  if (/\.pyi?$/.test(path)) return sameInPython(was, now);
  if (/\.[cm]?[jt]sx?$/.test(path)) return nodesOf(path, was) === nodesOf(path, now);
  return charactersOf(path, was) === charactersOf(path, now);
}

const CODE = /\.(?:py|[cm]?[jt]sx?|go|rs|java|c|h|cc|cpp|hpp|php|cs)$/;

const git = (git_dir: string, ...args: string[]): string =>
  execFileSync("git", [`--git-dir=${git_dir}`, ...args], { encoding: "utf8", maxBuffer: 200_000_000 });

export function isFormattedAlone(git_dir: string, commit: string, path: string): boolean {
  const at = (when: string): string => git(git_dir, "cat-file", "blob", `${when}:${path}`);
  return sameButLayout(path, at(`${commit}^`), at(commit));
}

/** The files of which a commit changed the layout alone. */
function formattedBy(git_dir: string, commit: string): string[] {
  const changed = ["diff", "--no-renames", "--diff-filter=M", "--name-only", `${commit}^`, commit];
  const code = git(git_dir, ...changed)
    .split("\n")
    .filter((path) => CODE.test(path));
  return code.slice(0, MOST_FILES).filter((path) => isFormattedAlone(git_dir, commit, path));
}

const MOST_FILES = 60;
const FILES_TAKEN = 8;

const [, program = "", git_dir, name, ...commits] = process.argv;
if (program.endsWith("citations-formatting-truth.ts") && git_dir !== undefined)
  for (const commit of commits)
    for (const path of formattedBy(git_dir, commit).slice(0, FILES_TAKEN))
      console.log(["formatter", name, "aside", commit, path].join("\t"));
