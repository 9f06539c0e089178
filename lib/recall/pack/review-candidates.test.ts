import { describe, expect, it } from "vitest";
import { queryOfDiff } from "./review-candidates";

describe("queryOfDiff", () => {
  it("names what changed lines name, then the files, each once", () => {
    const query = queryOfDiff({
      identifiers: ["readConfig", "Config"],
      paths: ["src/config.ts", "lib/config.ts"],
    });
    expect(query).toBe("readConfig Config config.ts");
  });

  it("is empty without a diff, and short for a large one", () => {
    expect(queryOfDiff({ identifiers: [], paths: [] })).toBe("");
    const paths = Array.from({ length: 2_000 }, (_, index) => `src/${"long".repeat(10)}${index}.ts`);
    expect(queryOfDiff({ identifiers: [], paths }).length).toBeLessThanOrEqual(600);
  });
});
