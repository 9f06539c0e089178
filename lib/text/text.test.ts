import { describe, expect, test } from "vitest";
import { cutAtWord, truncateText, truncateWithMark } from "./cut";
import { jaccard, overlapOf, shareIn } from "./similarity";
import { shortStem, singular, uninflected } from "./stems";
import { plainWordsOf, wordsOf } from "./words";

describe("words", () => {
  test("an underscore is part of a word, or separates two", () => {
    expect(wordsOf("The User_ID, été!")).toEqual(["the", "user_id", "été"]);
    expect(plainWordsOf("The User_ID")).toEqual(["the", "user", "id"]);
    expect(wordsOf("…")).toEqual([]);
  });
});

describe("stems", () => {
  test("each cuts what it is used for", () => {
    expect(["migrations", "uses", "logs"].map(shortStem)).toEqual(["migr", "use", "log"]);
    expect(["migrations", "parsed", "entry"].map(uninflected)).toEqual(["migration", "pars", "entr"]);
    expect(["entries", "class", "branches", "v8s"].map(singular)).toEqual([
      "entry",
      "class",
      "branch",
      "v8s",
    ]);
  });
});

describe("similarity", () => {
  const some = new Set(["a", "b", "c"]);
  const others = new Set(["b", "c", "d", "e"]);
  test("is a share of both, of one, or of the smaller", () => {
    expect(jaccard(some, others)).toBe(2 / 5);
    expect(shareIn(others, some)).toBe(2 / 4);
    expect(overlapOf(some, others)).toBe(2 / 3);
    expect(overlapOf(others, some)).toBe(2 / 3);
  });

  test("is 0 where there is nothing", () => {
    const none = new Set<string>();
    expect([jaccard(none, none), shareIn(none, some), overlapOf(none, some)]).toEqual([0, 0, 0]);
  });
});

describe("cutting", () => {
  test("leaves what is short enough, and never half a surrogate pair", () => {
    expect(truncateText("ab", 2)).toBe("ab");
    expect(truncateText("a😀b", 2)).toBe("a");
    expect(truncateWithMark("a😀b", 3)).toBe("a…");
    expect(cutAtWord("ab", 2)).toBe("ab");
  });

  test("is at a word's end where one is near", () => {
    expect(cutAtWord("one two three", 9)).toBe("one two…");
    expect(cutAtWord("abcdefghij k", 9)).toBe("abcdefgh…");
    expect(cutAtWord("abcdefg😀hij", 9)).toBe("abcdefg…");
  });
});
