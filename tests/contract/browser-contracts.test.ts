import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import contractLoader from "@/bin/contract-loader.mjs";
import { limitsOf } from "@/lib/doors/client";
import { operations } from "@/lib/registry";

const facades = readdirSync("lib")
  .map((module) => path.resolve("lib", module, "contract.ts"))
  .filter((file) => existsSync(file) && !file.includes("/kernel/"));

/** What the browser gets in place of a file, and of one of its exports. */
const loaded = (file: string, query = "") =>
  new Promise<string>((resolve, reject) => {
    const async = () => (error: unknown, code?: string) =>
      code === undefined ? reject(error) : resolve(code);
    const context = { async, resourcePath: file, resourceQuery: query, addDependency: () => {} };
    contractLoader.call(context, readFileSync(file, "utf8"));
  });

type Outline = { name: string; http: { method: string; path: string }; limits: Record<string, object> };

describe("what the browser gets of contracts", () => {
  const outlines = new Map<string, Outline & { text: string }>();
  const sources: string[] = [];
  beforeAll(async () => {
    for (const file of facades) {
      const code = await loaded(file);
      sources.push(code);
      for (const [, name] of code.matchAll(/^export \{ \w+ \} from "\.\/contract\.ts\?name=(\w+)";$/gm)) {
        const part = await loaded(file, `?name=${name}`);
        sources.push(part);
        const [, text] = /^export const \w+ = (\{"name":.*\});\n$/.exec(part) ?? [];
        if (text === undefined) continue;
        const outline: Outline = JSON.parse(text.replace(/,"loadInput":.*$/, "}"));
        outlines.set(outline.name, { ...outline, text });
      }
    }
  }, 120_000);

  it("has every operation with its address", () => {
    for (const { contract } of operations) {
      const { method, path: address } = contract.http;
      expect(outlines.get(contract.name)?.http, contract.name).toEqual({ method, path: address });
    }
  });

  it("has no schema, and the package that reads them only where a form asks for one", () => {
    for (const code of sources) expect(code).not.toMatch(/from "zod"|z\.object|z\.strictObject/);
    expect(outlines.get("memory_store")?.text).toContain('import("./store/contract")');
    expect(outlines.get("memory_list")?.text).not.toContain("import(");
  });

  it("limits fields as the schemas do", () => {
    for (const { contract } of operations)
      for (const [field, limits] of Object.entries(outlines.get(contract.name)?.limits ?? {}))
        expect(limitsOf(contract, field.replaceAll("*", "0")), `${contract.name} ${field}`).toMatchObject(
          limits,
        );
    expect(outlines.get("agent_key_create")?.limits.name).toEqual({ required: true, maxLength: 100 });
  });
});
