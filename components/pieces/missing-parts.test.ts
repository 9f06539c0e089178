import { describe, expect, it } from "vitest";
import { missingParts } from "@/messages/compiled/missing-parts";
import { translate } from "@/messages/translate";
import { missingInWords } from "./missing-parts";

const t = translate(missingParts, { language: "en", translations: null });

describe("the parts that an answer missed", () => {
  it("are named with their reason, in words", () => {
    expect(missingInWords({ t, degraded: ["embedding: no_model", "verification: incomplete"] })).toBe(
      "similarity in meaning (no embedding model), checks of cited lines (partly timed out)",
    );
  });

  it("keep their own names where no words are known", () => {
    expect(missingInWords({ t, degraded: ["own_learnings: too_many", "diversity"] })).toBe(
      "own learnings (too many), diversity",
    );
  });
});
