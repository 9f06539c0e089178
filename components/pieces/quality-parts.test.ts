import { describe, expect, it } from "vitest";
import { qualityWords } from "@/messages/compiled/quality-words";
import { translate } from "@/messages/translate";
import { addingUp } from "./quality-parts";

const t = translate(qualityWords, { language: "en", translations: null });

const total = (parts: readonly { value: number }[]) =>
  Math.round(parts.reduce((sum, { value }) => sum + value, 0) * 100) / 100;

describe("addingUp", () => {
  it("leaves terms as they are that add up", () => {
    const parts = [
      { label: "Base", value: 0.5 },
      { label: "Has reasoning", value: 0.2 },
    ];
    expect(addingUp({ t, quality: 0.7, parts })).toEqual(parts);
  });

  it("gives what rounding leaves to the largest term after the base", () => {
    const shown = addingUp({
      t,
      quality: 0.713,
      parts: [
        { label: "Base", value: 0.5 },
        { label: "Was recalled", value: 0.005 },
        { label: "Use and checks", value: 0.208 },
      ],
    });
    expect(total(shown)).toBe(0.71);
    expect(shown[2]?.value).toBe(0.2);
  });

  it("says when a sum over 1 was cut", () => {
    const shown = addingUp({
      t,
      quality: 1,
      parts: [
        { label: "Base", value: 0.5 },
        { label: "Has reasoning", value: 0.4 },
        { label: "Use and checks", value: 0.2 },
      ],
    });
    expect(shown.at(-1)).toEqual({ label: "Limited to 0–1", value: -0.1 });
    expect(total(shown)).toBe(1);
  });

  it("says when the quality is older than its terms", () => {
    const shown = addingUp({
      t,
      quality: 0.71,
      parts: [
        { label: "Base", value: 0.5 },
        { label: "Use and checks", value: 0.3 },
      ],
    });
    expect(shown.at(-1)?.label).toBe("Not updated yet since its last use");
    expect(total(shown)).toBe(0.71);
  });
});
