import { describe, expect, it } from "vitest";
import type { TreeFiles } from "../repositories/source";
import { entriesOf } from "./folder-entries";

const OID = "a".repeat(40);
const tree = (paths: readonly string[]): TreeFiles =>
  new Map(paths.map((path) => [path, { kind: "file", mode: "100644", oid: OID }]));

const FILES = tree(["README.md", "src/a10.ts", "src/a2.ts", "src/api/b.ts", "src/api/v1/c.ts", "srcs/d.ts"]);

describe("the entries of a folder", () => {
  it("are its folders, each with the files below it, then its files, numbers in names in their order", () => {
    expect(entriesOf(FILES, "src")).toEqual({
      files: 4,
      entries: [
        { name: "api", path: "src/api", kind: "folder", files: 2 },
        { name: "a2.ts", path: "src/a2.ts", kind: "file", files: 1 },
        { name: "a10.ts", path: "src/a10.ts", kind: "file", files: 1 },
      ],
    });
  });

  it("of the root leave nothing out, and a folder of a like name is another", () => {
    expect(entriesOf(FILES, "")?.entries.map(({ name, files }) => [name, files])).toEqual([
      ["src", 4],
      ["srcs", 1],
      ["README.md", 1],
    ]);
  });

  it("are null of what is no folder, and none of a repository without files", () => {
    expect(entriesOf(FILES, "src/a2.ts")).toBeNull();
    expect(entriesOf(FILES, "sr")).toBeNull();
    expect(entriesOf(tree([]), "")).toEqual({ entries: [], files: 0 });
  });

  it("count no file for a submodule, which is another repository", () => {
    const files: TreeFiles = new Map([["vendor/lib", { kind: "submodule", mode: "160000", oid: OID }]]);
    expect(entriesOf(files, "vendor")).toEqual({
      files: 0,
      entries: [{ name: "lib", path: "vendor/lib", kind: "submodule", files: 0 }],
    });
  });
});
