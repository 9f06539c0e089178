import { describe, expect, it } from "vitest";
import { queryOfDiff, rejectionText } from "./review-candidates";

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

describe("rejectionText", () => {
  const rejected = (metadata: Record<string, unknown>) =>
    rejectionText({ statement: "Unused export", metadata });

  it("says on one line what was rejected where, and why", () => {
    expect(rejected({ file_path: "src/a.ts", line: 21, rejection_reason: "Kept for\n\n# old plugins" })).toBe(
      "Not a problem here (src/a.ts:21): Unused export — because Kept for # old plugins",
    );
  });

  it("says that there was no reason, and leaves out a place that is not known", () => {
    expect(rejected({})).toBe("Not a problem here: Unused export — it was rejected without a reason");
  });
});
