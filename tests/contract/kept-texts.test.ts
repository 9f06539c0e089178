import { describe, expect, it } from "vitest";
import { operations } from "@/lib/registry";
import { inputTexts } from "../support/input-texts";
import { AS_SENT, fieldOf, NAMES, PLACES, REDACTED, REDACTED_WITH_MORE } from "../support/kept-texts";

/** Values of any shape, whose texts are redacted as those of a memory. */
const ANY_SHAPE = new Set(["metadata"]);

const texts = operations
  .filter(({ kind }) => kind === "command")
  .flatMap(({ contract }) =>
    inputTexts(contract).map(({ path, is_prose }) => ({ key: `${contract.name}.${path}`, path, is_prose })),
  )
  .filter(({ path }) => !ANY_SHAPE.has(fieldOf(path.replace(/\{\}.*$/, ""))));

const decided = new Set([...REDACTED, ...REDACTED_WITH_MORE, ...Object.values(AS_SENT).flat()]);

function isDecided({ key, path, is_prose }: (typeof texts)[number]): boolean {
  if (decided.has(key)) return true;
  return (is_prose ? PLACES : NAMES).includes(fieldOf(path));
}

const WHAT_TO_DO =
  "somebody may send a secret in this text. Redact it in the command's `prepare` with redactText or redactTexts of " +
  "lib/memories, and scan what an agent writes for others with findInjections; then add the field to REDACTED in " +
  "tests/support/kept-texts.ts. What is no prose is listed there with the reason why it is stored as it is";

describe("every text that a command takes", () => {
  it("is redacted before it is stored, or somebody decided why not", () => {
    expect(
      texts.filter((text) => !isDecided(text)).map(({ key }) => key),
      WHAT_TO_DO,
    ).toEqual([]);
  });

  it("is one that exists, where it is decided upon, and decided upon once", () => {
    const keys = new Set(texts.map(({ key }) => key));
    expect([...decided].filter((key) => !keys.has(key))).toEqual([]);
    expect(decided.size).toBe(
      REDACTED.length + REDACTED_WITH_MORE.length + Object.values(AS_SENT).flat().length,
    );
    const fields = (is_prose: boolean) =>
      new Set(texts.filter((text) => text.is_prose === is_prose).map(({ path }) => fieldOf(path)));
    expect(PLACES.filter((name) => !fields(true).has(name))).toEqual([]);
    expect(NAMES.filter((name) => !fields(false).has(name))).toEqual([]);
  });
});
