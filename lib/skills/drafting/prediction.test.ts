import { describe, expect, it } from "vitest";
import { type PastFinding, predict } from "./prediction";

const finding = (id: string, change: Partial<PastFinding> = {}): PastFinding => ({
  id,
  title: "Unused parameter request in handler",
  file_path: "src/handlers/orders.py",
  rule_category: "unused_code",
  disposition: "reject",
  ...change,
});
const evidence = [finding("a"), finding("b", { file_path: "src/handlers/users.py" })];
const hunk = { rule_category: "unused_code", findings: evidence };

describe("what an edit would have spared", () => {
  it("are rejected findings of its rule, in its place, with a title like its evidence's, and the evidence", () => {
    const past = [
      ...evidence,
      finding("alike", { title: "Unused parameter `request` of handler" }),
      finding("elsewhere", { file_path: "src/models/user.py" }),
      finding("other rule", { rule_category: "naming" }),
      finding("other title", { title: "Unused import os" }),
      finding("other language", { file_path: "src/handlers/orders.ts" }),
      finding("no place", { file_path: null }),
    ];
    expect(predict([hunk], past)).toMatchObject({ spared: 3, rejected: 8, touched: 0, implemented: 0 });
  });

  it("has a price: implemented findings that match in the same way", () => {
    const past = [...evidence, finding("right", { disposition: "implement" })];
    expect(predict([hunk], past)).toMatchObject({ spared: 2, rejected: 2, touched: 1, implemented: 1 });
  });

  it("counts a finding once that two hunks spare", () => {
    const predicted = predict([hunk, hunk], evidence);
    expect(predicted).toMatchObject({ spared: 2, hunks: [{ spared: 2 }, { spared: 2 }] });
  });

  it("is nothing when the evidence is older than the period", () => {
    expect(predict([hunk], [])).toMatchObject({ spared: 0, rejected: 0 });
  });
});
