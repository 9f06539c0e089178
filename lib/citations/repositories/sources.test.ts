import { describe, expect, it } from "vitest";
import { isBelow } from "./sources";

describe("isBelow", () => {
  it("accepts the folder itself and what is below, and no neighbour with a longer name", () => {
    expect(isBelow("/srv/git", ["/srv/git"])).toBe(true);
    expect(isBelow("/srv/git/a/b", ["/home", "/srv/git"])).toBe(true);
    expect(isBelow("/srv/git/..a", ["/srv/git"])).toBe(true);
    expect(isBelow("/srv/git-secret", ["/srv/git"])).toBe(false);
    expect(isBelow("/srv", ["/srv/git"])).toBe(false);
    expect(isBelow("/srv/git", [])).toBe(false);
  });
});
