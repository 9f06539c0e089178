import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Calls of `next/dynamic` that neither stay out of the server's page nor show something in their own place while they load. */
function withoutBoundary(file: string, text: string): string[] {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === "dynamic") {
      const [, options] = node.arguments;
      const names =
        options && ts.isObjectLiteralExpression(options)
          ? options.properties.map((property) => property.name?.getText())
          : [];
      if (!names.includes("loading") && !names.includes("ssr"))
        found.push(`${file}:${tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => path.join(folder, name)),
);

describe("what is loaded on demand", () => {
  // Next gives it no Suspense boundary of its own then: the whole screen is hidden while it loads, and loses the focus.
  it("leaves the rest of the screen in place while it loads", () => {
    expect(sources.flatMap((file) => withoutBoundary(file, readFileSync(file, "utf8")))).toEqual([]);
  });

  it.each([
    ["dynamic(() => import('./x'))", 1],
    ["dynamic(() => import('./x'), {})", 1],
    ["dynamic(() => import('./x'), { ssr: false })", 0],
    ["dynamic(() => import('./x'), { loading: Skeleton })", 0],
  ])("is noticed in %s", (text, count) => {
    expect(withoutBoundary("x.tsx", text)).toHaveLength(count);
  });
});
