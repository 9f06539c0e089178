import { describe, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { readNamedPlace } from "./read-named-place";

describe("an address of files", () => {
  it("names a repository by its name or its id, and a path with whatever characters it has", () => {
    expect(readNamedPlace(["acme", "shop", "files", "src", "a%20b.ts"])).toEqual({
      repository_id: null,
      name: "acme/shop",
      path: "src/a b.ts",
    });
    const id = newId();
    expect(readNamedPlace([id, "files", "src", "a.ts"])).toMatchObject({
      repository_id: id,
      path: "src/a.ts",
    });
    expect(readNamedPlace([id, "files"])).toMatchObject({ repository_id: id, path: "" });
    expect(readNamedPlace(["acme", "shop", "files", "100%.md"])).toMatchObject({ path: "100%.md" });
  });

  it("names nothing when it is cut off or something else", () => {
    for (const other of [[], ["acme"], ["acme", "shop"], ["acme", "shop", "issues"], ["a b", "c", "files"]])
      expect(readNamedPlace(other)).toBeNull();
  });
});
