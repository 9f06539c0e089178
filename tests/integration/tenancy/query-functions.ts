import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const GENERATED = /^lib\/db\/generated\//;
const QUERIES = /(?:^|[/-])(?:queries|rows)\.ts$|^lib\/db\/sql\/[^/]+\.ts$/;

/** What an argument may be, as far as a value can be made for it. */
export type Shape =
  | { is: "string" | "number" | "boolean" | "date" | "vector" | "bytes" | "unknown" | "null" }
  | { is: "word"; word: string | number | boolean }
  | { is: "list"; of: Shape }
  | { is: "object"; fields: Readonly<Record<string, Shape>> };

export type QueryFunction = {
  /** `lib/memories/store/queries.ts#findSourced` */
  name: string;
  file: string;
  exported: string;
  /** Of every parameter after the database. */
  parameters: readonly Shape[];
};

const TYPES: readonly (readonly [ts.TypeFlags, Shape])[] = [
  [ts.TypeFlags.String, { is: "string" }],
  [ts.TypeFlags.Number, { is: "number" }],
  [ts.TypeFlags.Boolean, { is: "boolean" }],
  [ts.TypeFlags.Null, { is: "null" }],
  [ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.NonPrimitive, { is: "unknown" }],
];

const NAMED: Readonly<Record<string, Shape>> = {
  Date: { is: "date" },
  Float32Array: { is: "vector" },
  Uint8Array: { is: "bytes" },
};

function shapeOf(checker: ts.TypeChecker, type: ts.Type, depth = 0): Shape {
  const plain = TYPES.find(([flags]) => type.flags & flags);
  if (plain) return plain[1];
  if (type.isLiteral()) return { is: "word", word: String(type.value) };
  if (type.flags & ts.TypeFlags.BooleanLiteral)
    return { is: "word", word: checker.typeToString(type) === "true" };
  if (type.isUnion()) return shapeOfUnion(checker, type, depth);
  const named = NAMED[type.symbol?.name ?? ""];
  if (named) return named;
  const [element] = checker.isArrayLikeType(type) ? checker.getTypeArguments(type as ts.TypeReference) : [];
  if (element) return { is: "list", of: shapeOf(checker, element, depth + 1) };
  if (depth > 6) return { is: "unknown" };
  const fields = checker
    .getPropertiesOfType(type)
    // What may be left out is left out: a condition that is not there hides no row.
    .filter((property) => !(property.flags & ts.SymbolFlags.Optional))
    .map((property) => {
      const field = checker.getTypeOfSymbol(property);
      return [property.name, shapeOf(checker, field, depth + 1)] as const;
    });
  return { is: "object", fields: Object.fromEntries(fields) };
}

/** Null, where it may be, for it narrows nothing; else the first of the alternatives. */
function shapeOfUnion(checker: ts.TypeChecker, type: ts.UnionType, depth: number): Shape {
  const alternatives = type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined));
  if (alternatives.some((one) => one.flags & ts.TypeFlags.Null)) return { is: "null" };
  const [first] = alternatives;
  if (first) return shapeOf(checker, first, depth);
  return { is: "unknown" };
}

function isExportedQuery(node: ts.Node | undefined, file: ts.SourceFile): node is ts.FunctionDeclaration {
  return (
    node !== undefined &&
    ts.isFunctionDeclaration(node) &&
    node.getSourceFile() === file &&
    node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true
  );
}

/** Every asynchronous function that a file of queries exports, with what its types say of its arguments. */
export function findQueryFunctions(): QueryFunction[] {
  const files = readdirSync(path.join(root, "lib"), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join("lib", name))
    .filter((name) => QUERIES.test(name) && !GENERATED.test(name))
    .sort();
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    { ...options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(path.join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    if (!source || !module) return [];
    return checker.getExportsOfModule(module).flatMap((exported) => {
      const declaration = exported.valueDeclaration;
      if (!isExportedQuery(declaration, source)) return [];
      const parameters = checker.getSignatureFromDeclaration(declaration)?.parameters.slice(1) ?? [];
      return {
        name: `${file}#${exported.name}`,
        file: path.join(root, file),
        exported: exported.name,
        parameters: parameters.map((symbol) => shapeOf(checker, checker.getTypeOfSymbol(symbol))),
      };
    });
  });
}
