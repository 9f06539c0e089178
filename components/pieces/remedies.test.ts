import { expect, it } from "vitest";
import { PROBLEMS } from "@/lib/kernel/errors";
import { problem } from "@/messages/compiled/problem";
import { translate } from "@/messages/translate";
import { remedyOf } from "./remedies";

const t = translate(problem, { language: "en", translations: null });
const CODES = [...(Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]), "unreachable"] as const;

it("a person reads what to do, in no words of the API", () => {
  for (const code of CODES) {
    const { text } = remedyOf(t, { code, retry_after_seconds: undefined });
    expect(text, code).toMatch(/^[A-Z].*\.$/);
    expect(text, code).not.toMatch(/`|detail|header|request |Retry-After|Bearer|JSON|Content-Type|\bkey\b/);
  }
});

it("who asked too often reads how long to wait, where that is known", () => {
  const waiting = (retry_after_seconds?: number) =>
    remedyOf(t, { code: "rate_limited", retry_after_seconds }).text;
  expect(waiting(35)).toContain("35 seconds");
  expect(waiting(1)).toContain("1 second,");
  expect(waiting()).toBe("Wait a moment, then try again.");
});

it("says what is safe where nothing was stored or reached", () => {
  const safe = CODES.filter((code) => remedyOf(t, { code, retry_after_seconds: undefined }).saysWhatIsSafe);
  expect(safe).toEqual(["internal", "unreachable"]);
});
