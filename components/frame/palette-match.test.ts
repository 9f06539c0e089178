import { expect, test } from "vitest";
import { fitsWords, namesWords, segmentsOf, typedWords } from "./palette-match";

test("a text fits when it has each word, in any order and case", () => {
  expect(fitsWords("Relevance floor", typedWords("FLOOR rel"))).toBe(true);
  expect(fitsWords("Relevance floor", typedWords("floor ceiling"))).toBe(false);
  expect(fitsWords("Relevance floor", typedWords("  "))).toBe(true);
});

test("a name is meant by the beginnings of its words", () => {
  expect(namesWords("Tokens per day language_model_daily_tokens", typedWords("daily tok"))).toBe(true);
  expect(namesWords("Relevance floor", typedWords("levance"))).toBe(false);
  expect(namesWords("Rejection rate from (%)", typedWords("(%)"))).toBe(true);
});

test("matches are marked, overlapping ones once, and the segments are the text", () => {
  const segments = segmentsOf("Retry retries, 100%", typedWords("retr try 100%"));
  expect(segments).toEqual([
    { text: "Retry", isMatch: true },
    { text: " ", isMatch: false },
    { text: "retr", isMatch: true },
    { text: "ies, ", isMatch: false },
    { text: "100%", isMatch: true },
  ]);
});

test("signs of patterns, right-to-left text and letters whose lower case is longer are ordinary text", () => {
  expect(segmentsOf("a.b a_b", typedWords("a_b"))).toEqual([
    { text: "a.b ", isMatch: false },
    { text: "a_b", isMatch: true },
  ]);
  expect(segmentsOf("ذاكرة الفريق", typedWords("الفريق"))).toEqual([
    { text: "ذاكرة ", isMatch: false },
    { text: "الفريق", isMatch: true },
  ]);
  expect(segmentsOf("İstanbul", typedWords("stan"))).toEqual([{ text: "İstanbul", isMatch: false }]);
});
