import { describe, expect, it } from "vitest";
import { toCsv } from "./csv";

describe("toCsv", () => {
  it("quotes what must be, leaves empty what is not there, and disarms formulas", () => {
    const csv = toCsv(
      ["rule", "rate", "note"],
      [
        ["naming", 0.41, null],
        ['says "no"', -1, "a,b\nc"],
        ["=1+1", 0, "@x"],
      ],
    );
    expect(csv).toBe('rule,rate,note\r\nnaming,0.41,\r\n"says ""no""",-1,"a,b\nc"\r\n\'=1+1,0,\'@x\r\n');
  });
});
