import { describe, expect, it } from "vitest";
import { safeCallbackPath } from "./callback-path";

const base = "https://casebook.example";

describe("safeCallbackPath", () => {
  it.each([
    ["/reviews?status=open", "/reviews?status=open"],
    ["https://casebook.example/memories", "/memories"],
    ["memories", "/memories"],
    ["/a/..//b", "/"],
    [undefined, "/"],
  ])("of %s is %s", (wanted, path) => {
    expect(safeCallbackPath({ wanted, base })).toBe(path);
  });

  it.each([
    "/.//evil.example",
    "/..//evil.example/x?y",
    "/a/../..//evil.example",
    "/.\\/evil.example",
    "/%2e//evil.example",
    "/.\t//evil.example",
    "https://casebook.example//evil.example",
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "https://casebook.example@evil.example/",
    "//[",
    "/.//[",
  ])("never leaves this server with %s", (wanted) => {
    expect(safeCallbackPath({ wanted, base })).toBe("/");
  });
});
