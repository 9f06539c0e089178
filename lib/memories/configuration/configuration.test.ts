import { describe, expect, it } from "vitest";
import { processorMs } from "@/lib/kernel/processor-time";
import { combine } from "./combine";
import { areaOf } from "./editorconfig";
import { isConfiguration, readConfiguration } from "./files";
import type { Located } from "./located";
import { readCode } from "./read-code";
import { readYaml } from "./read-data";

const read = async (path: string, text: string) => {
  const { settings, unread } = await readConfiguration({ path, text });
  return {
    said: settings.map(({ key, value, area, line_start }) => `${line_start} ${area} ${key}=${value}`),
    unread: unread.map(({ line, why }) => `${line ?? "all"}: ${why}`),
  };
};

describe("readConfiguration", () => {
  it("reads EditorConfig by its sections, passing over what a value cannot be", async () => {
    const text = `root = true
[*]
indent_style = space ; as agreed
indent_size=4
max_line_length = off
insert_final_newline = ignore
[*.{js,jsx,ts,tsx}]
  indent_size = 2
[*.[ch]]
indent_style = tab
indent_size = tab
tab_width = 8
[{package.json,*.yml}]
end_of_line = crlf
`;
    expect(await read(".editorconfig", text)).toEqual({
      said: [
        "3 any indent_style=spaces",
        "4 any indent_size=4",
        "5 any line_length=no limit",
        "8 javascript indent_size=2",
        "10 *.[ch] indent_style=tabs",
        "12 *.[ch] indent_size=8",
        "14 {package.json,*.yml} end_of_line=crlf",
      ],
      unread: [],
    });
  });

  it.each([
    ["*", "any"],
    ["**.py", "python"],
    ["*.{py,pyi}", "python"],
    ["*.ts", "*.ts"],
    ["*.{js,ts}", "javascript"],
    ["Makefile", "Makefile"],
  ])("takes the section %s for %s", (glob, area) => {
    expect(areaOf(glob)).toBe(area);
  });

  it("reads Prettier's options in each language that they may be written in", async () => {
    const expected = ["line_length=120", "quotes=single", "semicolons=as needed"];
    const shapes: [string, string][] = [
      [".prettierrc", "printWidth: 120\nsingleQuote: true\nsemi: false\n"],
      [
        ".prettierrc",
        '{\n  // by the team\n  "printWidth": 120,\n  "singleQuote": true,\n  "semi": false,\n}\n',
      ],
      [".prettierrc.json5", "{ printWidth: 120, singleQuote: true, semi: false }"],
      [".prettierrc.toml", "printWidth = 120\nsingleQuote = true\nsemi = false\n"],
      [
        "prettier.config.mjs",
        "const width = 120;\nexport default { printWidth: width, singleQuote: true, semi: false };\n",
      ],
      [
        "prettier.config.ts",
        "const config: Config = { printWidth: 120, singleQuote: true, semi: false };\nexport default config;\n",
      ],
      [
        ".prettierrc.cjs",
        "module.exports = {\n  printWidth: 120,\n  singleQuote: true,\n  semi: false,\n}\n",
      ],
      [
        "package.json",
        '{ "name": "x", "prettier": { "printWidth": 120, "singleQuote": true, "semi": false } }',
      ],
    ];
    for (const [path, text] of shapes) {
      const { settings } = await readConfiguration({ path, text });
      expect(
        settings.map(({ key, value }) => `${key}=${value}`),
        path,
      ).toEqual(expected);
    }
  });

  it("says which part of a configuration is code, and reads what stands beside it", async () => {
    const text = `const wide = require("./wide");
module.exports = {
  ...wide,
  printWidth: wide.width,
  tabWidth: 4,
  overrides: [{ files: ["*.md", "docs/**"], options: { proseWrap: "always" } }],
};
`;
    expect(await read(".prettierrc.js", text)).toEqual({
      said: ["5 web indent_size=4", "6 *.md, docs/** prose_wrap=always"],
      unread: ["4: printWidth is computed and is not run", "3: ...wide is computed and is not run"],
    });
  });

  it("reads ESLint's flat and older configurations by their rules, and leaves out what is off", async () => {
    const flat = `import js from "@eslint/js";
import tseslint from "typescript-eslint";
const own = { "no-throw-literal": "error" };
export default tseslint.config(
  js.configs.recommended,
  { rules: { quotes: ["error", "single", { avoidEscape: true }], semi: "off", ...own } },
  { files: ["test/**"], rules: { "vitest/consistent-test-it": ["error", { fn: "it" }], complexity: ["warn", 12] } },
);
`;
    expect((await read("eslint.config.js", flat)).said).toEqual([
      "6 javascript quotes=single",
      "3 javascript error_handling=throw only Error objects",
      "7 test/** test_style=it",
      "7 test/** complexity=12",
    ]);
    const older = `extends: [airbnb]
rules:
  indent: [2, tab]
  max-len: [error, { code: 110 }]
  no-empty: [error, { allowEmptyCatch: true }]
  comma-dangle: [error, { arrays: never, objects: always }]
overrides:
  - files: "*.spec.js"
    rules: { quotes: [error, double] }
`;
    expect(await read(".eslintrc.yml", older)).toEqual({
      said: ["3 javascript indent_style=tabs", "4 javascript line_length=110", "9 *.spec.js quotes=double"],
      unread: ["1: what airbnb sets is not read"],
    });
  });

  it("reads Biome with its overrides, and nothing of a formatter that is switched off", async () => {
    const text = `{
  "formatter": { "indentStyle": "tab", "lineWidth": 100 },
  "javascript": { "formatter": { "quoteStyle": "single", "semicolons": "asNeeded" } },
  "linter": { "rules": { "suspicious": { "noExplicitAny": "error" }, "complexity": { "noUselessCatch": "off" } } },
  "assist": { "actions": { "source": { "organizeImports": "on" } } },
  "overrides": [{ "includes": ["*.md"], "formatter": { "lineWidth": 72 } }]
}`;
    expect((await read("biome.json", text)).said).toEqual([
      "2 web indent_style=tabs",
      "2 web line_length=100",
      "3 javascript quotes=single",
      "3 javascript semicolons=as needed",
      "4 javascript type_checking=no any",
      "5 javascript import_order=sorted",
      "6 *.md line_length=72",
    ]);
    const off =
      '{ "formatter": { "enabled": false, "lineWidth": 100 }, "linter": { "enabled": false, "rules": { "suspicious": { "noExplicitAny": "error" } } } }';
    expect((await read("biome.json", off)).said).toEqual([]);
  });

  it("reads the tools of Python from pyproject.toml and from INI files", async () => {
    const text = `[tool.ruff]
line-length = 120
lint.select = [
  "E",
  "I",
  "BLE",
]
lint.ignore = ["BLE001"]
[tool.ruff.lint.mccabe]
max-complexity = 9
[tool.ruff.format]
quote-style = "single"
[tool.mypy]
strict = true
[tool.pytest.ini_options]
testpaths = ["tests", "more"]
`;
    expect((await read("pyproject.toml", text)).said).toEqual([
      "2 python line_length=120",
      "5 python import_order=sorted",
      "10 python complexity=9",
      "12 python quotes=single",
      "14 python type_checking=strict",
      "15 python test_framework=pytest",
      "16 python test_files=tests, more",
    ]);
    const ini =
      "[flake8]\nmax-line-length: 99\nselect =\n    E,\n    E722\n\n[isort]\nprofile=black\n[tool:pytest]\ntestpaths = tests\n";
    expect((await read("setup.cfg", ini)).said).toEqual([
      "2 python line_length=99",
      "3 python error_handling=write no bare except",
      "8 python import_order=sorted as the profile black says",
      "9 python test_framework=pytest",
      "10 python test_files=tests",
    ]);
  });

  it("reads rustfmt, lints of Cargo, golangci-lint and runners of tests", async () => {
    expect(
      (await read("rustfmt.toml", 'max_width = 100\nhard_tabs = true\ngroup_imports = "StdExternalCrate"\n'))
        .said,
    ).toEqual([
      "1 rust line_length=100",
      "2 rust indent_style=tabs",
      "3 rust import_order=grouped: std, external, crate",
    ]);
    const cargo =
      '[workspace.lints.clippy]\nunwrap_used = "deny"\nexpect_used = { level = "warn", priority = 1 }\npanic = "allow"\n';
    expect((await read("Cargo.toml", cargo)).said).toEqual([
      "2 rust error_handling=call no unwrap",
      "3 rust error_handling=call no expect",
    ]);
    const golangci =
      "linters:\n  enable:\n    - errorlint\n    - lll\nlinters-settings:\n  lll:\n    line-length: 140\n  gocyclo:\n    min-complexity: 15\n";
    expect((await read(".golangci.yml", golangci)).said).toEqual([
      "3 go error_handling=compare errors with errors.Is and errors.As",
      "7 go line_length=140",
    ]);
    const vitest =
      'export default defineConfig({ test: { globals: true, include: ["src/**/*.test.ts"] } });\n';
    expect((await read("vitest.config.ts", vitest)).said).toEqual([
      "1 javascript test_framework=vitest",
      "1 javascript test_files=src/**/*.test.ts",
      "1 javascript test_style=test functions are global",
    ]);
  });

  it.each([
    ["pyproject.toml", "[tool.ruff\nline-length = 120\n", "2: is no TOML"],
    [".golangci.yml", "linters:\n  enable: [a\n", "3: is no YAML"],
    ["biome.json", '{ "formatter": ', "1: is no JSON (ValueExpected)"],
    [
      "eslint.config.js",
      "import x from 'x';\nx.run();\n",
      "all: exports nothing that can be read without running it",
    ],
  ])("says of a broken %s why it was not read", async (path, text, why) => {
    expect(await read(path, text)).toEqual({ said: [], unread: [why] });
  });

  it("gives nothing for keys that no tool has, and for files of no tool", async () => {
    expect(await read(".prettierrc", '{ "toString": true, "printWidth": "wide", "constructor": 4 }')).toEqual(
      { said: [], unread: [] },
    );
    expect(
      await read(".eslintrc.json", '{ "rules": { "constructor": "error", "__proto__": "error" } }'),
    ).toEqual({ said: [], unread: [] });
    expect(isConfiguration("src/index.ts")).toBe(false);
  });

  it("reads the node that an alias of YAML names, the last that has its name before it", async () => {
    const text = `printWidth: &wide 120
tabWidth: *wide
overrides:
  - files: "*.md"
    options: &wide { printWidth: 72 }
  - files: "*.txt"
    options: *wide
`;
    expect((await read(".prettierrc", text)).said).toEqual([
      "1 web line_length=120",
      "2 web indent_size=120",
      "5 *.md line_length=72",
      "5 *.txt line_length=72",
    ]);
  });

  it.each([
    [".prettierrc", "&all {printWidth: 100, x: *all, y: *all}\n"],
    [
      "prettier.config.mjs",
      "const all = { printWidth: 100, w: all, x: all, y: all, z: all };\nexport default all;\n",
    ],
  ])("reads what it can of a %s that holds itself", async (path, text) => {
    const { said, unread } = await read(path, text);
    expect(said).toEqual(["1 web line_length=100"]);
    expect(unread.length).toBeLessThan(4);
  });

  it("reads a little of what multiplies itself by aliases or names", async () => {
    const size = (located: Located): number => {
      if (located.kind === "list") return located.items.reduce((sum, item) => sum + size(item), 1);
      if (located.kind !== "map") return 1;
      return [...located.entries.values()].reduce((sum, value) => sum + size(value), 1);
    };
    expect(size(readYaml("&a {x: *a, y: *a}\n"))).toBeLessThan(100_000);
    const code = "const a = { w: a, x: a, y: a, z: a };\nexport default a;\n";
    expect(size(await readCode("eslint.config.js", code))).toBeLessThan(100_000);
  });

  it("stays quick on a large file that means nothing", async () => {
    const text = `[*]\n${"x = 1\n".repeat(60_000)}indent_size = 2\n`;
    const took = await processorMs(async () => {
      expect((await read(".editorconfig", text)).said).toEqual(["60002 any indent_size=2"]);
    });
    expect(took).toBeLessThan(2_000);
  });
});

describe("combine", () => {
  const placed = (over: object) => ({
    key: "line_length" as const,
    aspect: "",
    value: "100",
    area: "javascript",
    tool: "prettier" as const,
    path: ".prettierrc",
    line_start: 1,
    line_end: 1,
    ...over,
  });

  it("lets the stronger of two tools hold, and keeps what the other says beside it", () => {
    const [held, ...rest] = combine([
      placed({ tool: "eslint", value: "120", path: ".eslintrc.json", line_start: 7 }),
      placed({}),
    ]);
    expect(rest).toEqual([]);
    expect(held).toMatchObject({
      value: "100",
      contradicted_by: [{ tool: "eslint", value: "120", path: ".eslintrc.json", line_start: 7 }],
    });
  });

  it("keeps the setting for every file beside that for a language, unless both say the same", () => {
    const everywhere = { tool: "editorconfig", area: "any", path: ".editorconfig" };
    expect(combine([placed({}), placed({ ...everywhere, value: "80" })])).toMatchObject([
      { value: "100", contradicted_by: [{ tool: "editorconfig", value: "80" }] },
      { value: "80", area: "any", contradicted_by: [] },
    ]);
    expect(combine([placed({}), placed(everywhere)]).map(({ area }) => area)).toEqual(["any"]);
  });

  it("leaves out what a folder repeats of the nearest folder above that says anything", () => {
    const held = combine([
      placed({}),
      placed({ path: "a/.prettierrc", value: "80" }),
      placed({ path: "a/b/.prettierrc" }),
      placed({ path: "c/.prettierrc" }),
    ]);
    expect(held.map(({ path }) => path)).toEqual([".prettierrc", "a/.prettierrc", "a/b/.prettierrc"]);
  });
});
