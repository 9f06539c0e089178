/**
 * What can be counted about how the code reads, from the syntax tree of TypeScript alone: habits that the project
 * leaves (literal spreads, one name for all arguments, banners, nested ternaries) and sizes that it bounds.
 */
import ts from "typescript";

/** A function of one file, as it is measured. */
export interface FunctionSize {
  name: string;
  /** 1-based line of its first token. */
  line: number;
  lines: number;
  /** McCabe 1976: one, and one for each branch, loop, `case`, `catch`, `&&`, `||`, `??` and `?:`. */
  cyclomatic: number;
}

/** What one file adds to the table. Places are 1-based lines. */
export interface FileMetrics {
  path: string;
  lines: number;
  nonBlankLines: number;
  /** Characters of the lines that are not blank, without line ends. */
  characters: number;
  /** Tokens of TypeScript's scanner, without comments, import and re-export declarations, and data. */
  tokens: number;
  literalSpreads: number[];
  givenIdentifiers: number[];
  banners: number[];
  ternaries: number[];
  nestedTernaries: number[];
  functions: FunctionSize[];
}

/** Literals with at least this many elements, and nothing else in them, are data and no code. */
const MIN_DATA_ELEMENTS = 12;
const BANNER = /^\s*\/\/.*[-─=]{4,}\s*$/;

/**
 * Measures one file.
 *
 * @param path as it is to be printed; its ending decides whether JSX is read.
 * @param text the whole file.
 */
export function measureFile({ path, text }: { path: string; text: string }): FileMetrics {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, scriptKind(path));
  const lines = text.split("\n");
  const nonBlank = lines.filter((line) => line.trim() !== "");
  const metrics: FileMetrics = {
    path,
    lines: text.endsWith("\n") ? lines.length - 1 : lines.length,
    nonBlankLines: nonBlank.length,
    characters: nonBlank.reduce((sum, line) => sum + line.length, 0),
    tokens: 0,
    literalSpreads: [],
    givenIdentifiers: [],
    banners: lines.flatMap((line, index) => (BANNER.test(line) ? [index + 1] : [])),
    ternaries: [],
    nestedTernaries: [],
    functions: [],
  };
  visit(source, source, metrics);
  metrics.tokens = countTokens(source);
  return metrics;
}

function scriptKind(path: string): ts.ScriptKind {
  if (path.endsWith("x")) return ts.ScriptKind.TSX;
  if (path.endsWith("js")) return ts.ScriptKind.JS;
  return ts.ScriptKind.TS;
}

function visit(node: ts.Node, source: ts.SourceFile, metrics: FileMetrics): void {
  if (isLiteralSpread(node)) metrics.literalSpreads.push(lineOf(node, source));
  if (ts.isIdentifier(node) && node.text === "given") metrics.givenIdentifiers.push(lineOf(node, source));
  if (ts.isConditionalExpression(node)) {
    metrics.ternaries.push(lineOf(node, source));
    if (isInsideTernary(node)) metrics.nestedTernaries.push(lineOf(node, source));
  }
  if (ts.isFunctionLike(node) && "body" in node && node.body)
    metrics.functions.push(measureFunction(node, source));
  ts.forEachChild(node, (child) => visit(child, source, metrics));
}

/** `...{ a }`, `...[a]` and `{...{ a }}` in JSX: a spread whose operand is written out on the spot. */
function isLiteralSpread(node: ts.Node): boolean {
  if (!ts.isSpreadAssignment(node) && !ts.isSpreadElement(node) && !ts.isJsxSpreadAttribute(node))
    return false;
  const operand = withoutParentheses(node.expression);
  return ts.isObjectLiteralExpression(operand) || ts.isArrayLiteralExpression(operand);
}

function isInsideTernary(node: ts.ConditionalExpression): boolean {
  let parent: ts.Node = node.parent;
  while (ts.isParenthesizedExpression(parent)) parent = parent.parent;
  return ts.isConditionalExpression(parent);
}

function withoutParentheses(node: ts.Expression): ts.Expression {
  if (ts.isParenthesizedExpression(node)) return withoutParentheses(node.expression);
  return node;
}

function measureFunction(node: ts.SignatureDeclaration, source: ts.SourceFile): FunctionSize {
  const line = lineOf(node, source);
  const lastLine = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
  return { name: functionName(node), line, lines: lastLine - line + 1, cyclomatic: cyclomaticOf(node) };
}

function functionName(node: ts.SignatureDeclaration): string {
  if (node.name) return node.name.getText();
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  if (isNamed) return parent.name.getText();
  return "(anonymous)";
}

const BRANCHES = new Set([
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.CaseClause,
  ts.SyntaxKind.CatchClause,
  ts.SyntaxKind.ConditionalExpression,
]);
const BRANCH_OPERATORS = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.AmpersandAmpersandEqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
]);

/** Functions inside count for themselves, not for the one around them. */
function cyclomaticOf(node: ts.Node): number {
  let complexity = 1;
  const walk = (child: ts.Node): void => {
    if (ts.isFunctionLike(child)) return;
    if (BRANCHES.has(child.kind)) complexity += 1;
    if (ts.isBinaryExpression(child) && BRANCH_OPERATORS.has(child.operatorToken.kind)) complexity += 1;
    ts.forEachChild(child, walk);
  };
  ts.forEachChild(node, walk);
  return complexity;
}

function countTokens(source: ts.SourceFile): number {
  let tokens = 0;
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || isReExport(node) || isData(node) || isComment(node)) return;
    const children = node.getChildren(source);
    if (children.length === 0 && node.kind !== ts.SyntaxKind.EndOfFileToken && node.getText(source) !== "")
      tokens += 1;
    for (const child of children) walk(child);
  };
  walk(source);
  return tokens;
}

function isReExport(node: ts.Node): boolean {
  return ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined;
}

function isComment(node: ts.Node): boolean {
  return node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode;
}

function isData(node: ts.Node): boolean {
  if (ts.isArrayLiteralExpression(node))
    return node.elements.length >= MIN_DATA_ELEMENTS && node.elements.every(isPlainValue);
  if (ts.isObjectLiteralExpression(node))
    return (
      node.properties.length >= MIN_DATA_ELEMENTS &&
      node.properties.every(
        (property) => ts.isPropertyAssignment(property) && isPlainValue(property.initializer),
      )
    );
  return false;
}

function isPlainValue(node: ts.Node): boolean {
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isPlainValue);
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (property) => ts.isPropertyAssignment(property) && isPlainValue(property.initializer),
    );
  return (
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    node.kind === ts.SyntaxKind.RegularExpressionLiteral ||
    node.kind === ts.SyntaxKind.TrueKeyword ||
    node.kind === ts.SyntaxKind.FalseKeyword ||
    node.kind === ts.SyntaxKind.NullKeyword
  );
}

function lineOf(node: ts.Node, source: ts.SourceFile): number {
  return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
}
