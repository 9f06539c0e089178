import { describe, expect, it } from "vitest";
import { DEFAULT_AGENT_PERMISSIONS, KEY_PRESETS, ROLE_PERMISSIONS } from "./permissions";

describe("the presets of keys", () => {
  it("grow from reading over reviewing to working, and none carries more than every member may do", () => {
    const { read, review, work } = KEY_PRESETS;
    const holds = (all: readonly string[], some: readonly string[]) =>
      some.every((each) => all.includes(each));
    expect(holds(review, read)).toBe(true);
    expect(holds(work, review)).toBe(true);
    expect(holds(ROLE_PERMISSIONS.developer, work)).toBe(true);
    expect(work).toEqual(DEFAULT_AGENT_PERMISSIONS);
    expect(read.filter((permission) => !permission.endsWith(":read"))).toEqual([]);
    expect(review).not.toContain("memories:write");
  });
});
