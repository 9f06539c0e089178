import { describe, expect, test } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { counterExamples } from "./counter-examples";

const hiddenBy = (by: string) => ({
  id: newId(),
  title: "Unused export",
  rule_category: "unused_code",
  file_path: "src/rates.ts",
  by,
  found_at: "2026-11-01T00:00:00.000Z",
  ended_at: "2026-11-02T00:00:00.000Z",
});
type Item = ReturnType<typeof hiddenBy>;

const stubs = "- Do not flag exports of stubs.";
const trial = (tried: readonly string[], items: Item[], total = items.length) => ({
  tried,
  data: { hidden: { total, of: 20, items } },
  isPlaceholderData: false,
});

describe("counter-examples of a hunk", () => {
  test("are the implemented findings that a line of it would hide", () => {
    const [own, other] = [hiddenBy(stubs), hiddenBy("- Something else.")];
    expect(counterExamples(trial([stubs], [own, other]), stubs)).toEqual([own]);
    expect(counterExamples(trial([stubs], [other]), stubs)).toEqual([]);
  });

  test("are not known of a hunk that was left out, of another wording, and while nothing was tried", () => {
    expect(counterExamples(trial([], []), stubs)).toBeUndefined();
    expect(counterExamples(trial([stubs], []), `${stubs} Nor of tests.`)).toBeUndefined();
    expect(counterExamples({ ...trial([stubs], []), data: undefined }, stubs)).toBeUndefined();
    expect(counterExamples({ ...trial([stubs], []), isPlaceholderData: true }, stubs)).toBeUndefined();
  });

  test("are not known to be none where the trial found more than it names", () => {
    expect(counterExamples(trial([stubs], [hiddenBy("- Something else.")], 60), stubs)).toBeUndefined();
  });
});
