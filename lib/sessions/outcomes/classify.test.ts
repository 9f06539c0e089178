import { describe, expect, it } from "vitest";
import { inferOutcome, readAnswer } from "./classify";

const infer = (statement: string, text: string, rest: { paths?: string[]; diff?: string } = {}) =>
  inferOutcome({
    memory: { statement, paths: rest.paths ?? [] },
    answer: readAnswer({ text, diff: rest.diff }),
  });

const DIFF = `--- a/src/pay.ts
+++ b/src/pay.ts
@@ -1,2 +1,2 @@
-const sum = roundToCents(line.price);
+const sum = toMinorUnits(line.price);
`;

describe("the outcome that an answer suggests", () => {
  it.each([
    [
      "Use pino for logging requests",
      "Switched the request logging from winston to pino in all handlers.",
      "follows",
    ],
    [
      "Use winston for logging",
      "Switched the logging from winston to pino in all request handlers.",
      "contradicts",
    ],
    [
      "Do not use localStorage for tokens",
      "The refresh token and the access token are kept in localStorage now.",
      "contradicts",
    ],
    [
      "Retries stop after five attempts",
      "The retry helper stops after three attempts and rethrows the last error.",
      "contradicts",
    ],
    [
      "Images are scanned for viruses",
      "The retry helper stops after three attempts and rethrows the last error.",
      "ignores",
    ],
    [
      "Retries are logged with their cause",
      "The retry helper stops after three attempts and rethrows the last error.",
      "unknown",
    ],
  ] as const)("of “%s” is seen in “%s”", (statement, answer, outcome) => {
    expect(infer(statement, answer).outcome).toBe(outcome);
  });

  it("is seen in a diff that brings in or takes out what the memory names", () => {
    const says = "Implemented the change that was asked for.";
    expect(infer("Sums are computed with toMinorUnits", says, { diff: DIFF }).outcome).toBe("follows");
    expect(infer("Every line is rounded with roundToCents", says, { diff: DIFF }).outcome).toBe(
      "contradicts",
    );
  });

  it("is not that a memory is ignored, where the answer touched a file that it cites", () => {
    const says = "Implemented the change of the calculation that was asked for, all checks are green.";
    const memory = "Visitors from abroad get receipts by post";
    expect(infer(memory, says, { paths: ["src/pay.ts"], diff: DIFF }).outcome).toBe("unknown");
    expect(infer(memory, says, { paths: ["src/mail.ts"], diff: DIFF }).outcome).toBe("ignores");
  });

  it("is unknown when an option was only weighed, and when little is said", () => {
    expect(
      infer("Use winston for logging requests", "We could switch the logging of requests to winston?")
        .outcome,
    ).toBe("unknown");
    expect(infer("Use winston for logging", "ok").outcome).toBe("unknown");
  });

  it.each([
    ["nothing", "", undefined],
    [
      "a malformed diff",
      "Done with all of the work that was asked for.",
      "@@ -1,3 +1 @@\n--- \n+++ b\n@@ nonsense",
    ],
    [
      "a binary diff",
      "Done with all of the work that was asked for.",
      "Binary files a/x.png and b/x.png differ\n\u0000\u0001",
    ],
    ["two megabytes of diff", "Done with all of the work that was asked for.", DIFF.repeat(15_000)],
    ["two megabytes without a space", "x".repeat(2_000_000), undefined],
    ["two megabytes of dots", `a${".".repeat(2_000_000)}b`, undefined],
    ["two megabytes of blanks", `a${" ".repeat(2_000_000)}b`, undefined],
    [
      "another language",
      "Die Wiederholung endet nach drei Versuchen und wirft den letzten Fehler.",
      undefined,
    ],
  ])("is inferred from %s without an error", (_, text, diff) => {
    const { outcome } = infer("Never keep tokens in localStorage", text, diff === undefined ? {} : { diff });
    expect(["unknown", "ignores"]).toContain(outcome);
  });
});
