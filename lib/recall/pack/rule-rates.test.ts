import { describe, expect, it } from "vitest";
import { commonReason, highRejectionRates } from "./rule-rates";

const settings = { high_rejection_rate: 0.3, high_rejection_flagged: 5 };

function rates(
  counts: [rule_category: string, file_pattern: string, rejected: number, flagged: number][],
  changedFiles: string[],
) {
  return highRejectionRates({
    counts: counts.map(([rule_category, file_pattern, rejected, flagged]) => ({
      rule_category,
      file_pattern,
      rejected,
      flagged,
    })),
    changedFiles,
    settings,
  }).map(({ rule_category, rejected, flagged }) => [rule_category, rejected, flagged]);
}

describe("highRejectionRates", () => {
  it("sums what was found in files like the changed ones, and leaves other files out", () => {
    expect(
      rates(
        [
          ["unused_code", "**/*.{ts,tsx}", 20, 40],
          ["unused_code", "*", 9, 10],
          ["unused_code", "**/*.py", 100, 100],
        ],
        ["src/a.tsx"],
      ),
    ).toEqual([["unused_code", 29, 50]]);
  });

  it("leaves out rules below the thresholds of the settings", () => {
    expect(
      rates(
        [
          ["rare", "*", 4, 4],
          ["right", "*", 2, 100],
          ["wrong", "*", 30, 100],
        ],
        ["a.go"],
      ),
    ).toEqual([["wrong", 30, 100]]);
  });

  it("puts the best proven first, not the highest rate", () => {
    const found = rates(
      [
        ["small", "*", 5, 5],
        ["large", "*", 80, 200],
      ],
      ["a.go"],
    );
    expect(found.map(([rule]) => rule)).toEqual(["large", "small"]);
  });

  it("has none without changed files", () => {
    expect(rates([["wrong", "*", 30, 100]], [])).toEqual([]);
  });
});

describe("commonReason", () => {
  const reasonsOf = (reasons: [reason: string, file_path: string][]) =>
    reasons.map(([reason, file_path]) => ({ reason, file_path, file_pattern: "**/*.py" }));
  const asked = { rejected: 6, changedFiles: ["httpx/_config.py"] };

  it("is none where every rejection has a reason of its own", () => {
    const six = reasonsOf([
      ["No nested quantifiers, length is limited to 65536.", "httpx/_urlparse.py"],
      ["The Digest scheme of the protocol asks for it", "httpx/_auth.py"],
      ["Defensive on purpose", "httpx/_decoders.py"],
      ["Only a demo", "httpx/_main.py"],
      ["Nobody reaches this with a foreign host", "httpx/_client.py"],
      ["Checked by the caller", "httpx/_urls.py"],
    ]);
    expect(commonReason(six, asked)).toBeNull();
  });

  it("is the one of at least two rejections and a third of the rule's, with how many gave it", () => {
    const digest = reasonsOf([
      ["The newest, about something else", "httpx/_urlparse.py"],
      ["The Digest scheme asks for MD5", "httpx/_auth.py"],
      ["The Digest scheme asks for MD5.", "httpx/_digest.py"],
    ]);
    expect(commonReason(digest, asked)).toEqual({
      reason: "The Digest scheme asks for MD5",
      path: "httpx/_auth.py",
      count: 2,
    });
    expect(commonReason(digest, { ...asked, rejected: 7 })).toBeNull();
  });

  it("is none of another folder or kind of file", () => {
    const same = (file_path: string) =>
      reasonsOf([
        ["Needed by plugins", file_path],
        ["Needed by plugins", file_path],
      ]);
    const two = (changed: string) => ({ rejected: 2, changedFiles: [changed] });
    expect(commonReason(same("tests/test_urls.py"), two("httpx/_config.py"))).toBeNull();
    expect(commonReason(same("setup.py"), two("httpx/_config.py"))).toBeNull();
    expect(commonReason(same("httpx/_auth.py"), two("httpx/notes.md"))).toBeNull();
    expect(commonReason(same("httpx/_transports/default.py"), two("httpx/_config.py"))?.count).toBe(2);
  });
});
