import { describe, expect, it } from "vitest";
import { missingInWords } from "./missing-parts";

describe("the parts that an answer missed", () => {
  it("are named with their reason, in words", () => {
    expect(missingInWords(["embedding: no_model", "verification: incomplete"])).toBe(
      "similarity in meaning (no embedding model), checks of cited lines (partly timed out)",
    );
  });

  it("keep their own names where no words are known", () => {
    expect(missingInWords(["own_learnings: too_many", "diversity"])).toBe(
      "own learnings (too many), diversity",
    );
  });
});
