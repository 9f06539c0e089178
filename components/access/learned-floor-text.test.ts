import { describe, expect, it } from "vitest";
import { ENGLISH } from "@/components/pieces/format";
import { settingsPacks } from "@/messages/compiled/settings-packs";
import { translate } from "@/messages/translate";
import { floorInWords } from "./learned-floor-text";

const said = {
  t: translate(settingsPacks, { language: "en", translations: null }),
  formats: ENGLISH,
};

const MODEL = {
  name: "minilm",
  in_use: true,
  floor_measured: 0.44,
  floor_learned: 0.44,
  joins_measured: 0.24,
  joins_learned: 0.24,
  shift: 0,
  reported: 0,
  inferred: 0,
  expected: 0,
  right: 0,
  learned_at: null,
};
const LEARNED = {
  ...MODEL,
  floor_learned: 0.537,
  joins_learned: 0.318,
  shift: -0.39,
  reported: 200,
  inferred: 38,
  expected: 2,
  learned_at: "2026-11-22T04:20:00.000Z",
};

describe("floorInWords", () => {
  it("says that nothing was learned yet", () => {
    expect(floorInWords({ ...said, model: MODEL, learning: true, relevance_floor: null })).toBe(
      "With vectors, a pack is served when one memory is 44 % relevant; others join it from 24 %. Both are measured on public projects. Nothing has been learned from outcomes in this organization yet.",
    );
  });

  it("says what was learned, and from how many outcomes", () => {
    expect(floorInWords({ ...said, model: LEARNED, learning: true, relevance_floor: null })).toBe(
      "With vectors, the floors are learned from 240 outcomes (200 reported, 38 inferred, 2 expected by people) in this organization: a pack is served when one memory is 54 % relevant instead of the measured 44 %; others join it from 32 % instead of 24 %.",
    );
  });

  it("says that outcomes do not show that the floor is too low", () => {
    const model = { ...LEARNED, name: "words", shift: 0, floor_learned: 0.44 };
    expect(floorInWords({ ...said, model, learning: true, relevance_floor: null })).toContain(
      "240 outcomes (200 reported, 38 inferred, 2 expected by people) in this organization do not show",
    );
  });

  it("says that learning is switched off, and that the settings override the floor", () => {
    expect(floorInWords({ ...said, model: LEARNED, learning: false, relevance_floor: null })).toContain(
      "switched off",
    );
    expect(floorInWords({ ...said, model: LEARNED, learning: true, relevance_floor: 0.3 })).toContain(
      "30 % relevant; others join it from 24 %. The settings set the first instead of the measured 44 %",
    );
    expect(floorInWords({ ...said, model: LEARNED, learning: true, relevance_floor: 0.1 })).toContain(
      "10 % relevant; others join it from 10 %",
    );
  });
});
