/**
 * Words of the interface that are written in the code instead of in `messages/`: text between tags, and strings in the properties
 * that a reader sees or hears. A single word in lower case is taken for a key of a text.
 * `node --import tsx tests/code/untranslated.ts <files or folders>` lists them.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";

export type Untranslated = { file: string; line: number; text: string };

/** Attributes and properties whose strings a reader sees or hears. */
const SHOWN =
  /^(?:aria-label|aria-description|aria-roledescription|aria-valuetext|alt|placeholder|title|label|anyLabel|description|definition|meaning|hint|question|header|heading|verb|past|word|words|plural|singular|unit|units|usual|remedy|happened|safe|empty|text|message|caption|summary|legend|tooltip|note|outcome|what|name_of|counted|term)$/;
/** A sentence, or words with spaces between that are no list of CSS classes. */
const SENTENCE = /^(?:[A-Z][\p{L}’']*[ ,.:?!…]|[a-z]+ [a-z]+)(?!.*(?:\[|--|\b[a-z]+-\d))/u;
const WORD = /\p{L}{2,}/u;
const NOT_SHOWN =
  /^(?:className|class|href|src|id|key|htmlFor|type|role|name|value|variant|size|tone|rel|target|d|viewBox|fill|stroke|side|align|autoComplete|inputMode|method|action|rowKey|path|style|import|measure|card|width)$/;

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…");
  return null;
};

/** The name of the attribute, property or call that receives a string, through conditions and arrays. */
function receiverOf(node: ts.Node): string | null {
  for (let outer: ts.Node = node.parent; outer; outer = outer.parent) {
    if (ts.isJsxAttribute(outer)) return outer.name.getText();
    if (ts.isPropertyAssignment(outer))
      return ts.isComputedPropertyName(outer.name) ? null : outer.name.getText().replace(/"/g, "");
    if (ts.isCallExpression(outer))
      return ts.isIdentifier(outer.expression) ? `${outer.expression.text}()` : "()";
    if (ts.isVariableDeclaration(outer)) return null;
    if (ts.isStatement(outer) || ts.isFunctionLike(outer)) return null;
  }
  return null;
}

const isCode = (node: ts.Node): boolean =>
  ts.isImportDeclaration(node.parent) ||
  ts.isExportDeclaration(node.parent) ||
  ts.isLiteralTypeNode(node.parent) ||
  ts.isExpressionStatement(node.parent) ||
  ts.isElementAccessExpression(node.parent) ||
  (ts.isBinaryExpression(node.parent) && /^[!=]==?$/.test(node.parent.operatorToken.getText())) ||
  ts.isCaseClause(node.parent) ||
  (ts.isPropertyAssignment(node.parent) && node.parent.name === node) ||
  ts.isTaggedTemplateExpression(node.parent);

/** Calls whose strings are no words of the interface: keys of texts, classes, errors for developers. */
const CALLS =
  /^(?:t|t\.rich|cn|cva|dynamic|useQueryState|useDrawer|fetch|Error|Symbol|matchMedia|require|describe|it|test|getElementById|querySelector|addEventListener|removeEventListener)\(\)$/;

export function untranslatedIn(file: string, source: string): Untranslated[] {
  const kind = file.endsWith(".tsx") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Untranslated[] = [];
  const report = (node: ts.Node, text: string) => {
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart(tree));
    found.push({ file, line: line + 1, text: text.replace(/\s+/g, " ").trim() });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && WORD.test(node.text)) report(node, node.text);
    const text = textOf(node);
    if (text !== null && WORD.test(text) && !isCode(node)) {
      const receiver = receiverOf(node);
      const isShown = receiver !== null && SHOWN.test(receiver);
      const isHidden = receiver !== null && (NOT_SHOWN.test(receiver) || CALLS.test(receiver));
      if (isShown ? !/^[a-z]+(?:_[a-z]+)*$|^[a-z]+[A-Z]\w*$/.test(text) : !isHidden && SENTENCE.test(text))
        report(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

export function filesBelow(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join(place, name))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const places = process.argv.slice(2);
  const found = places
    .flatMap(filesBelow)
    .flatMap((file) => untranslatedIn(file, readFileSync(file, "utf8")));
  for (const { file, line, text } of found) console.log(`${file}:${line}: ${text}`);
  console.log(`${found.length} words or sentences in the code`);
}
