import { describe, expect, it } from "vitest";
import { classifyTitle } from "../../rules/classify";
import { draftsOfSarif, sarifSchema } from "./sarif";

const log = (results: unknown[], driver: Record<string, unknown> = {}, run: Record<string, unknown> = {}) =>
  sarifSchema.parse({
    version: "2.1.0",
    runs: [{ tool: { driver: { name: "lint", ...driver } }, results, ...run }],
  });
const reading = { include_open: true, root: null, files: null };
const only = (result: unknown, driver = {}, run = {}) =>
  draftsOfSarif(log([result], driver, run), reading)[0];
const at = (uri: string, startLine = 7) => [
  { physicalLocation: { artifactLocation: { uri }, region: { startLine } } },
];

describe("draftsOfSarif", () => {
  it.each([
    ["nothing", {}, "defer"],
    ["an empty list of suppressions", { suppressions: [] }, "defer"],
    ["an accepted suppression", { suppressions: [{ kind: "external", status: "accepted" }] }, "reject"],
    ["a suppression without a status", { suppressions: [{ kind: "inSource" }] }, "reject"],
    ["a suppression under review", { suppressions: [{ kind: "external", status: "underReview" }] }, "defer"],
    ["a rejected suppression", { suppressions: [{ kind: "external", status: "rejected" }] }, "defer"],
    ["a baseline it is absent from", { baselineState: "absent" }, "implement"],
    ["a baseline it is new in", { baselineState: "new" }, "defer"],
    ["a result that passed", { kind: "pass" }, null],
    ["a result that only informs", { kind: "informational" }, null],
  ])("maps a result with %s", (_, more, disposition) => {
    expect(only({ message: { text: "x" }, ...more })?.disposition).toBe(disposition);
  });

  it("tells results of one line apart by their columns, and the same one twice is one", () => {
    const result = (startColumn?: number) => ({
      message: { text: "x" },
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "src/a.ts" }, region: { startLine: 7, startColumn } },
        },
      ],
    });
    const keys = (...results: unknown[]) => draftsOfSarif(log(results), reading).map(({ key }) => key);
    const [plain] = keys(result());
    const [first, second, again] = keys(result(3), result(20), result(20));
    expect(first).toBe(plain);
    expect(second).not.toBe(first);
    expect(again).toBe(second);
  });

  it("takes the justification as the reason", () => {
    const suppressions = [{ kind: "inSource", justification: "public API" }];
    expect(only({ message: { text: "x" }, suppressions })?.item.reason).toBe("public API");
  });

  it("reads messages of rules with their arguments, and rules by index", () => {
    const driver = { rules: [{ id: "CA1000", messageStrings: { default: { text: "{0} hides {1}" } } }] };
    const message = { id: "default", arguments: ["a", "b"] };
    expect(only({ ruleIndex: 0, message }, driver)?.item).toMatchObject({
      title: "a hides b",
      original_issue: "CA1000: a hides b",
      rule_category: "ca1000",
    });
  });

  it.each([
    ["src/a%20b.ts", "src/a b.ts"],
    ["./src/a.ts", "src/a.ts"],
    ["file:///home/ci/src/a.ts", undefined],
    ["/abs/a.ts", undefined],
    ["../a.ts", undefined],
  ])("takes %s for the path %s", (uri, file_path) => {
    const draft = only({ message: { text: "x" }, locations: at(uri) });
    expect([draft?.item.file_path, draft?.item.line]).toEqual([file_path, file_path ? 7 : undefined]);
  });

  it("finds a path by the index of its artifact", () => {
    const locations = [{ physicalLocation: { artifactLocation: { index: 0 } } }];
    const run = { artifacts: [{ location: { uri: "src/b.ts" } }] };
    expect(only({ message: { text: "x" }, locations }, {}, run)?.item.file_path).toBe("src/b.ts");
  });

  it("keeps titles of 10 KB, HTML and control characters within bounds, as text", () => {
    const text = `<img src=x onerror=alert(1)>\u0000${"é".repeat(12_000)}`;
    const item = only({ message: { text } })?.item;
    expect(item?.title.length).toBe(1000);
    expect(item?.title.startsWith("<img src=x")).toBe(true);
    expect(item?.title).not.toContain("\u0000");
    expect(item?.original_issue?.length).toBe(10_000);
  });

  it("gives the same result the same key, and another one another", () => {
    const result = { ruleId: "a", message: { text: "x" }, locations: at("a.ts") };
    const moved = { ...result, partialFingerprints: { hash: "1" } };
    const keys = draftsOfSarif(log([result, result, { ...result, ruleId: "b" }, moved]), reading).map(
      ({ key }) => key,
    );
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
  });
});

describe("open results", () => {
  it.each([
    [true, "defer"],
    [false, null],
  ])("are findings only when asked for (%s)", (include_open, disposition) => {
    const [draft] = draftsOfSarif(log([{ message: { text: "x" } }]), { ...reading, include_open });
    expect(draft?.disposition).toBe(disposition);
  });
});

describe("places of results", () => {
  const files = new Map(["src/a.ts", "src/index.ts", "packages/core/src/b.ts"].map((path) => [path, true]));
  const pathsOf = (uris: unknown[], run = {}, more = {}) =>
    draftsOfSarif(
      log(
        uris.map((artifactLocation) => ({
          message: { text: "x" },
          locations: [{ physicalLocation: { artifactLocation, region: { startLine: 3 } } }],
        })),
        {},
        run,
      ),
      { ...reading, files, ...more },
    ).map(({ item }) => item.file_path ?? null);

  it("are found below the folder that most absolute paths agree on", () => {
    const uris = [
      "file:///home/ci/app/src/a.ts",
      "file:///home/ci/app/packages/core/src/b.ts",
      "file:///home/ci/app/node_modules/x/src/index.ts",
      "file:///usr/lib/index.ts",
      "file:///C:/app/src/a.ts",
    ].map((uri) => ({ uri }));
    expect(pathsOf(uris)).toEqual([
      "src/a.ts",
      "packages/core/src/b.ts",
      "node_modules/x/src/index.ts",
      null,
      null,
    ]);
  });

  it("are found below the folder that the caller names, on Windows too", () => {
    const uris = [
      { uri: "file:///C:/My%20App/src/new.ts" },
      { uri: "C:\\My App\\src\\a.ts" },
      { uri: "/other/a.ts" },
    ];
    expect(pathsOf(uris, {}, { root: "C:\\My App", files: null })).toEqual(["src/new.ts", "src/a.ts", null]);
  });

  it("are resolved against the folders that the log names", () => {
    const originalUriBaseIds = {
      ROOT: { uri: "file:///home/ci/app/" },
      CORE: { uri: "packages/core", uriBaseId: "ROOT" },
      CIRCLE: { uri: "x/", uriBaseId: "CIRCLE" },
    };
    const uris = [
      { uri: "src/b.ts", uriBaseId: "CORE" },
      { uri: "src/a.ts", uriBaseId: "ROOT" },
      { uri: "src/a.ts", uriBaseId: "CIRCLE" },
      { uri: "src/a.ts", uriBaseId: "toString" },
    ];
    expect(pathsOf(uris, { originalUriBaseIds })).toEqual([
      "packages/core/src/b.ts",
      "src/a.ts",
      "src/a.ts",
      "src/a.ts",
    ]);
  });

  it("are completed where one file of the repository ends so, and stay as they are otherwise", () => {
    expect(pathsOf([{ uri: "core/src/b.ts" }, { uri: "gone/c.ts" }, { uri: "../a.ts" }])).toEqual([
      "packages/core/src/b.ts",
      "gone/c.ts",
      null,
    ]);
  });

  it("say why there is none", () => {
    const locations = at("file:///elsewhere/a.ts");
    expect(only({ message: { text: "x" }, locations })?.because).toContain("name the folder");
  });
});

describe("the rule of a result", () => {
  const ruleOf = (ruleId: string, tool = "scanner") => {
    const [draft] = draftsOfSarif(
      sarifSchema.parse({
        version: "2.1.0",
        runs: [{ tool: { driver: { name: tool } }, results: [{ ruleId, message: { text: "It is wrong" } }] }],
      }),
      { include_open: true, root: null, files: null },
    );
    return draft?.item.rule_category;
  };

  it.each([
    ["F401", "imports"],
    ["E722", "error_handling"],
    ["no-unused-vars", "unused_code"],
    ["PLR0913", "complexity"],
    ["D105", "documentation"],
    ["B101", "security"],
    ["S107", "security"],
  ])("%s is that of a title with its id: %s", (id, category) => {
    expect(ruleOf(id)).toBe(category);
    expect(classifyTitle(`[${id}] It is wrong`).rule_category).toBe(category);
  });

  it("is by the tool where tools use one id for different rules", () => {
    expect(ruleOf("S107", "SonarQube")).toBe("complexity");
    expect(ruleOf("python:S107", "SonarQube")).toBe("complexity");
    expect(classifyTitle("sonar:S107 Functions should not have too many parameters").rule_category).toBe(
      "complexity",
    );
    expect(classifyTitle("hardcoded password (S107)").rule_category).toBe("security");
  });

  it.each([
    ["no-such-rule", "no_such_rule"],
    ["@acme/noSuchRule", "acme_no_such_rule"],
    ["ZZ1481", "zz1481"],
    ["123", undefined],
  ])("%s, which nobody knows, is its own name: %s", (id, category) => {
    expect(ruleOf(id)).toBe(category);
  });
});
