import { expect, test } from "vitest";
import { verdictWords } from "@/messages/compiled/verdict-words";
import { translate } from "@/messages/translate";
import { ENGLISH } from "./format";
import { verdictSentences } from "./verdict";

const t = translate(verdictWords, { language: "en", translations: null });

const verdict = {
  t,
  formats: ENGLISH,
  status: "edited",
  similarity: 0.624,
  confidence: 0.95,
  reason: "It reads differently.",
} as const;

test("an edit says what was seen, how much is the same and how sure that is", () => {
  expect(verdictSentences(verdict)).toEqual([
    "It reads differently.",
    "62 % of the text is the same.",
    "The check is sure (confidence 0.95).",
  ]);
});

test("a guess is called one", () => {
  expect(verdictSentences({ ...verdict, status: "moved", confidence: 0.4 }).at(-1)).toMatch(/a guess/);
});

test("what could not be compared is not called 0 % alike", () => {
  expect(verdictSentences({ ...verdict, similarity: null }).join(" ")).not.toMatch(/0 %/);
});

test("a source that is down does not count against the memory", () => {
  const sentences = verdictSentences({
    t,
    formats: ENGLISH,
    status: "unreachable",
    similarity: null,
    confidence: null,
    reason: "The host does not answer.",
  });
  expect(sentences).toEqual(["The host does not answer.", "This does not count against the memory."]);
});

test("what only formatting changed counts as unchanged, and what is around it is shown", () => {
  const reason = "Only the formatting changed.";
  expect(verdictSentences({ ...verdict, reason, facts: ["enclosing_changed", "formatting_only"] })).toEqual([
    reason,
    "A header or a condition around the lines was changed.",
    "It counts as unchanged.",
  ]);
});
