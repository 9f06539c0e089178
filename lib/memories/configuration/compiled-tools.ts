import { ownValue } from "@/lib/kernel/records";
import type { PreferenceKey } from "./keys";
import {
  below,
  booleanOf,
  entriesOf,
  firstBelow,
  itemsOf,
  type Located,
  scalarOf,
  stringOf,
  stringsOf,
} from "./located";
import { Settings } from "./settings";

const NEWLINES: Readonly<Record<string, string>> = {
  unix: "lf",
  windows: "crlf",
  native: "native",
  auto: "auto",
};
const COMMAS: Readonly<Record<string, string>> = { vertical: "all", always: "always", never: "none" };

/** https://rust-lang.github.io/rustfmt */
export function readRustfmt(root: Located): Settings {
  const found = new Settings("rustfmt", "rust");
  const at = (name: string) => below(root, name);
  found.addCount(at("max_width"), "line_length");
  found.addCount(at("tab_spaces"), "indent_size");
  const tabs = booleanOf(at("hard_tabs"));
  if (tabs !== undefined) found.add(at("hard_tabs"), "indent_style", tabs ? "tabs" : "spaces");
  found.add(at("newline_style"), "end_of_line", NEWLINES[stringOf(at("newline_style"))?.toLowerCase() ?? ""]);
  found.add(
    at("trailing_comma"),
    "trailing_commas",
    COMMAS[stringOf(at("trailing_comma"))?.toLowerCase() ?? ""],
  );
  const sorted = booleanOf(at("reorder_imports"));
  if (sorted !== undefined)
    found.add(at("reorder_imports"), "import_order", sorted ? "sorted" : "as written");
  const groups: Readonly<Record<string, string>> = {
    StdExternalCrate: "grouped: std, external, crate",
    One: "in one group",
    Preserve: "in the groups as written",
  };
  found.addWord(at("group_imports"), "import_order", groups, {
    aspect: "groups",
  });
  const granularity = stringOf(at("imports_granularity"));
  found.add(
    at("imports_granularity"),
    "import_order",
    granularity && `merged by ${granularity.toLowerCase()}`,
    { aspect: "granularity" },
  );
  return found;
}

const CLIPPY: Readonly<Record<string, string>> = {
  unwrap_used: "call no unwrap",
  expect_used: "call no expect",
  panic: "do not panic",
  unwrap_in_result: "call no unwrap where a Result is returned",
  missing_errors_doc: "document the errors that are returned",
};

/** The lints of a crate or a workspace in Cargo.toml. */
export function readClippy(root: Located): Settings {
  const found = new Settings("clippy", "rust");
  for (const lints of [below(root, "lints", "clippy"), below(root, "workspace", "lints", "clippy")])
    for (const [name, at] of entriesOf(lints)) {
      const level = scalarOf(at) ?? scalarOf(below(at, "level"));
      if (level === "warn" || level === "deny" || level === "forbid")
        found.add(at, "error_handling", ownValue(CLIPPY, name), {
          aspect: name,
        });
    }
  return found;
}

/** What a linter of golangci-lint says by being on. */
const LINTERS: Readonly<Record<string, readonly [PreferenceKey, value: string, aspect: string]>> = {
  errcheck: ["error_handling", "check every error", "errcheck"],
  errorlint: ["error_handling", "compare errors with errors.Is and errors.As", "errorlint"],
  wrapcheck: ["error_handling", "wrap errors of other packages", "wrapcheck"],
  err113: ["error_handling", "return wrapped static errors", "err113"],
  goerr113: ["error_handling", "return wrapped static errors", "err113"],
  nilerr: ["error_handling", "return the error that was found, not nil", "nilerr"],
  errname: ["naming", "ErrName for errors, NameError for their types", "errors"],
  goimports: ["import_order", "sorted", ""],
  paralleltest: ["test_style", "tests run in parallel", "parallel"],
  testpackage: ["test_style", "tests in a package of their own", "package"],
  testifylint: ["test_style", "as testifylint says", "testify"],
};

/** https://golangci-lint.run/docs/configuration/file, the first and the second version. */
export function readGolangci(root: Located): Settings {
  const found = new Settings("golangci-lint", "go");
  const lists = [below(root, "linters", "enable"), below(root, "formatters", "enable")];
  const enabled = lists.flatMap(itemsOf);
  const names = new Set(enabled.flatMap(stringsOf));
  const disabled = new Set(stringsOf(below(root, "linters", "disable")));
  const all =
    booleanOf(below(root, "linters", "enable-all")) === true ||
    stringOf(below(root, "linters", "default")) === "all";
  for (const at of enabled)
    for (const name of stringsOf(at)) {
      const said = ownValue(LINTERS, name);
      if (said && !disabled.has(name)) found.add(at, said[0], said[1], { aspect: said[2] });
    }
  const settingsOf = (name: string) => {
    if (!names.has(name) && !(all && !disabled.has(name))) return undefined;
    return (
      below(root, "linters-settings", name) ??
      below(root, "linters", "settings", name) ??
      below(root, "formatters", "settings", name)
    );
  };
  const length = below(settingsOf("lll"), "line-length") ?? below(settingsOf("golines"), "max-len");
  found.addCount(length, "line_length");
  for (const [name, option, aspect] of [
    ["gocyclo", "min-complexity", ""],
    ["cyclop", "max-complexity", ""],
    ["gocognit", "min-complexity", "cognitive"],
  ] as const) {
    const at = below(settingsOf(name), option);
    found.addCount(at, "complexity", { aspect });
  }
  const sections = below(settingsOf("gci"), "sections");
  const groups = stringsOf(sections);
  found.add(sections, "import_order", groups.length > 0 ? `grouped: ${groups.join(", ")}` : undefined, {
    aspect: "groups",
  });
  return found;
}

const PACKAGES: Readonly<Record<string, string>> = {
  vitest: "vitest",
  jest: "jest",
  mocha: "mocha",
  ava: "ava",
  jasmine: "jasmine",
  "@playwright/test": "playwright",
  cypress: "cypress",
};
const BROWSERS = new Set(["playwright", "cypress"]);

/** The test frameworks among a package's dependencies. */
export function readPackage(root: Located): Settings {
  const found = new Settings("npm", "javascript");
  for (const list of ["devDependencies", "dependencies"])
    for (const [name, at] of entriesOf(below(root, list))) {
      const framework = ownValue(PACKAGES, name);
      if (framework)
        found.add(at, "test_framework", framework, { aspect: BROWSERS.has(framework) ? "in browsers" : "" });
    }
  return found;
}

/** Where Vitest, Jest and Mocha look for tests; `root` is the part of the file that is theirs. */
export function readTestRunner(tool: "vitest" | "jest" | "mocha", root: Located): Settings {
  const found = new Settings(tool, "javascript");
  const own = tool === "vitest" ? below(root, "test") : root;
  if (tool !== "vitest" || own)
    found.add({ line_start: root.line_start, line_end: root.line_start }, "test_framework", tool);
  const places = firstBelow(own, tool === "vitest" ? ["include", "dir"] : ["testMatch", "testRegex", "spec"]);
  found.skipCode(places, "where tests are");
  found.add(places, "test_files", stringsOf(places).join(", "));
  const globals = booleanOf(below(own, "globals"));
  if (tool === "vitest" && globals !== undefined)
    found.add(
      below(own, "globals"),
      "test_style",
      globals ? "test functions are global" : "test functions are imported",
      { aspect: "globals" },
    );
  return found;
}
