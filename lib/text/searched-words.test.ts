import { describe, expect, it } from "vitest";
import { searchedWords } from "./searched-words";

describe("the words of a search", () => {
  it("are in lower case, each once, and signs are part of them", () => {
    expect(searchedWords('  Retry "100%" a_b retry\n')).toEqual(["retry", '"100%"', "a_b"]);
  });

  it("are none for white space, and not more than are looked at", () => {
    expect(searchedWords(" \t\n")).toEqual([]);
    const many = Array.from({ length: 60 }, (_, index) => `w${index}`);
    expect(searchedWords(many.join(" "))).toEqual(many.slice(0, 40));
  });
});
