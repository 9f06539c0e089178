import { describe, expect, it } from "vitest";
import { citationInputSchema } from "./contract";

describe("a citation", () => {
  it.each([
    ["src/a.ts:12", 12, 12],
    ["src/a.ts:12-14", 12, 14],
    ["src/a.ts:12–14", 12, 14],
    ["src/a.ts#L12", 12, 12],
    [" src/a.ts#L12-L14 ", 12, 14],
  ])("may be written as a place: %s", (place, line_start, line_end) => {
    expect(citationInputSchema.parse(place)).toEqual({ path: "src/a.ts", line_start, line_end });
  });

  it("keeps a colon that belongs to the path", () => {
    expect(citationInputSchema.parse("docs/a:b.md:3")).toMatchObject({ path: "docs/a:b.md", line_start: 3 });
  });

  it.each(["src/a.ts", "src/a.ts:", "src/a.ts:0", "src/a.ts:14-12", ""])(
    "is refused where it names no lines, or none that can be: %s",
    (place) => {
      expect(citationInputSchema.safeParse(place).success).toBe(false);
    },
  );
});
