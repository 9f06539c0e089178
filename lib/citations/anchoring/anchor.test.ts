import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LOW_CONFIDENCE } from "../fields";
import { type Anchor, anchorAtCreation, hashesOnly, type LineRange } from "./anchor";
import { type OldFile, oldFile } from "./cited-text";
import { locate } from "./locate";
import { locateRenamed } from "./locate-renamed";
import type { Located, LocatedStatus } from "./located";
import { type DecodedSource, decodeLineTable, decodeSource, encodeLineTable, type SourceText } from "./text";

const LEDGER = `import { round } from "./money";
import { audit } from "./audit";

export function charge(account, amount) {
  const fee = round(amount * 0.029 + 0.3);
  account.balance -= amount + fee;
  audit("charge", account.id, amount);
  return fee;
}

export function refund(account, amount) {
  if (amount > account.captured) {
    throw new Error("refund exceeds captured amount");
  }
  account.balance += amount;
  audit("refund", account.id, amount);
  return account.balance;
}

export function settle(accounts) {
  for (const account of accounts) {
    if (account.balance === 0) continue;
    account.settled_at = Date.now();
  }
  return accounts.length;
}
`;
const REFUND: LineRange = { line_start: 11, line_end: 14 };

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function source(text: string): SourceText {
  const decoded = decodeSource(bytes(text));
  if (decoded.kind !== "text") throw new Error("the test's text is binary");
  return decoded;
}

function anchorOf(text: string, range: LineRange): Anchor {
  const result = anchorAtCreation(source(text), range);
  if (!result.ok) throw new Error(result.message);
  return result.anchor;
}

/** The four ways to know the past: the old text, its stored hashes, the cited text alone, hashes of it alone. */
const KNOWLEDGE: [string, (text: string, range: LineRange, next: DecodedSource) => Located][] = [
  ["the old text", (text, range, next) => locate(anchorOf(text, range), oldFile(source(text)), next)],
  ["stored line hashes", (text, range, next) => locate(anchorOf(text, range), storedHashes(text), next)],
  ["the cited text alone", (text, range, next) => locate(anchorOf(text, range), null, next)],
];
const BY_DIFF = KNOWLEDGE.slice(0, 2);

function storedHashes(text: string): OldFile {
  const table = decodeLineTable(encodeLineTable(oldFile(source(text)).table));
  if (!table) throw new Error("the table did not survive storage");
  return { table, lines: null };
}

function expectPlace(located: Located, status: LocatedStatus, line_start: number, line_end: number): void {
  expect(located).toMatchObject({ status, line_start, line_end });
}

describe("anchorAtCreation", () => {
  it("keeps text, hashes, surroundings and which copy is meant", () => {
    const anchor = anchorOf("a1\nsame line\n\nb2\nsame line\nc3\n", { line_start: 5, line_end: 5 });
    expect(anchor).toMatchObject({
      snippet: "same line",
      snippet_truncated: false,
      context_before: ["a1", "same line", "b2"],
      context_after: ["c3"],
      dup_index: 1,
      dup_count: 2,
      alnum_count: 8,
    });
    expect(anchor.snippet_sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it("caps the text at 4 KB without splitting a character while its hash covers all of it", () => {
    const long = `x${"é".repeat(3000)}`;
    const anchor = anchorOf(`${long}\n`, { line_start: 1, line_end: 1 });
    expect(anchor.snippet_truncated).toBe(true);
    expect(Buffer.byteLength(anchor.snippet ?? "")).toBe(4095);
    expect(long.startsWith(anchor.snippet ?? "-")).toBe(true);
    expect(locate(anchor, null, source(`\n${long}\n`))).toMatchObject({ status: "moved", line_start: 2 });
    expect(locate(anchor, null, source(`\n${long}!\n`)).status).not.toBe("moved");
  });

  it("cuts a long neighbour between characters", () => {
    const anchor = anchorOf(`${"x".repeat(399)}😀\ncited line\n`, { line_start: 2, line_end: 2 });
    expect(anchor.context_before[0]).toMatch(/^x{399}/);
    expect(anchor.context_before[0]?.isWellFormed()).toBe(true);
  });

  it.each([
    ["outside_file", { line_start: 26, line_end: 27 }],
    ["invalid_range", { line_start: 4, line_end: 3 }],
    ["invalid_range", { line_start: 0, line_end: 3 }],
    ["invalid_range", { line_start: 1.5, line_end: 3 }],
    ["blank", { line_start: 3, line_end: 3 }],
  ])("refuses lines that cannot be cited: %s %o", (refusal, range) => {
    expect(anchorAtCreation(source(LEDGER), range)).toMatchObject({ ok: false, refusal });
  });

  it("refuses a binary file", () => {
    const image = decodeSource(Uint8Array.from([137, 80, 78, 71, 0, 0, 10]));
    expect(anchorAtCreation(image, { line_start: 1, line_end: 1 })).toMatchObject({ refusal: "binary" });
  });
});

describe.each(KNOWLEDGE)("locate, knowing %s", (_name, find) => {
  it("answers unchanged when other parts of the file changed", () => {
    const next = source(LEDGER.replace("accounts.length", "accounts.size"));
    expectPlace(find(LEDGER, REFUND, next), "unchanged", 11, 14);
  });

  it("follows lines inserted above", () => {
    const next = source(`// Copyright\n// 2026\n${LEDGER}`);
    const located = find(LEDGER, REFUND, next);
    expectPlace(located, "moved", 13, 16);
    expect(located).toMatchObject({ similarity: 1, whitespace_changed: false });
    expect(located.confidence).toBeGreaterThan(0.8);
  });

  it("counts a change of white space as unchanged and says so", () => {
    const next = source(LEDGER.replaceAll("  ", "\t"));
    const located = find(LEDGER, REFUND, next);
    expectPlace(located, "unchanged", 11, 14);
    expect(located).toMatchObject({ similarity: 1, whitespace_changed: true });
  });

  it("recognises lines that a formatter broke differently", () => {
    const next = source(
      LEDGER.replace("(account, amount) {\n  if", "(\n  account,\n  amount\n) {\n  if").replace(
        "import",
        "//\nimport",
      ),
    );
    const located = find(LEDGER, { line_start: 11, line_end: 13 }, next);
    expectPlace(located, "moved", 12, 17);
    expect(located).toMatchObject({ reason: "reflowed", whitespace_changed: true });
  });

  it("follows a blank line put into the cited lines", () => {
    const next = source(LEDGER.replace("captured) {\n", "captured) {\n\n"));
    const located = find(LEDGER, REFUND, next);
    expectPlace(located, "unchanged", 11, 15);
    expect(located.whitespace_changed).toBe(true);
  });

  it("takes a file with CRLF for the same text, in either direction", () => {
    const crlf = LEDGER.replaceAll("\n", "\r\n");
    expectPlace(find(LEDGER, REFUND, source(crlf)), "unchanged", 11, 14);
    expectPlace(find(crlf, REFUND, source(`// new\n${LEDGER}`)), "moved", 12, 15);
  });

  it("finds the last line whether or not a newline ends the file", () => {
    const bare = LEDGER.trimEnd();
    expectPlace(find(bare, { line_start: 20, line_end: 26 }, source(LEDGER)), "unchanged", 20, 26);
    expectPlace(find(LEDGER, { line_start: 20, line_end: 26 }, source(bare)), "unchanged", 20, 26);
  });

  it("answers edited with a similarity below 1 and the lines of the new text", () => {
    const next = source(
      `// new\n${LEDGER.replace("refund exceeds captured amount", "refund exceeds captured total")}`,
    );
    const located = find(LEDGER, REFUND, next);
    expectPlace(located, "edited", 12, 15);
    expect(located.similarity).toBeGreaterThan(0.85);
    expect(located.similarity).toBeLessThan(1);
  });

  it("answers missing without lines when the text is gone", () => {
    const next = source(
      LEDGER.split("\n")
        .filter((_line, index) => index < 10 || index > 17)
        .join("\n"),
    );
    expect(find(LEDGER, REFUND, next)).toMatchObject({ status: "missing", line_start: null, line_end: null });
  });

  it("answers missing when the file became binary or empty", () => {
    expect(find(LEDGER, REFUND, decodeSource(Uint8Array.from([0, 1, 2])))).toMatchObject({
      status: "missing",
      reason: "not_text",
    });
    expect(find(LEDGER, REFUND, source(""))).toMatchObject({ status: "missing" });
  });

  it("tells repeated texts apart by what stands around them, never by the first match", () => {
    const blocks = ["alpha", "beta", "gamma", "delta"].map(
      (name) => `def ${name}(row):\n    if row is None:\n        return None\n    return row.${name}\n`,
    );
    const text = blocks.join("\n");
    const next = source(`${blocks[3]}\n# preface\n${blocks.slice(0, 3).join("\n")}`);
    // "if row is None: / return None" of gamma, third of four copies.
    expectPlace(find(text, { line_start: 12, line_end: 13 }, next), "moved", 18, 19);
  });
});

describe.each(BY_DIFF)("locate, knowing %s, against decoys", (_name, find) => {
  it("finds a block that moved inside the file although another copy of its ending stayed", () => {
    const lines = LEDGER.split("\n");
    const refund = lines.slice(10, 18);
    const moved = [...lines.slice(0, 10), ...lines.slice(19, 26), "", ...refund, ""].join("\n");
    expectPlace(find(LEDGER, { line_start: 11, line_end: 18 }, source(moved)), "moved", 19, 26);
  });

  it("does not take a copy that was there before for the cited lines, when those are gone", () => {
    const guard = "  if (!user.active) {\n    throw new Forbidden(user.id);\n  }\n";
    const text = `function read(user) {\n${guard}  return load(user);\n}\n\nfunction write(user) {\n${guard}  save(user);\n}\n`;
    const next = source(
      `function read(user) {\n${guard}  return load(user);\n}\n\nfunction write(user) {\n  save(user);\n}\n`,
    );
    expect(find(text, { line_start: 9, line_end: 11 }, next)).toMatchObject({
      status: "missing",
      reason: "copy_was_there_before",
    });
  });

  it("prefers the edited place to a copy that was there before", () => {
    const rule = (name: string, limit: string) =>
      `rule ${name}:\n  retry up to ${limit} times with backoff\n  then fail\n`;
    const text = `${rule("reads", "three")}\n${rule("writes", "three")}`;
    const next = source(`${rule("reads", "three")}\n${rule("writes", "seven")}`);
    expectPlace(find(text, { line_start: 6, line_end: 6 }, next), "edited", 6, 6);
  });
});

describe("locate with little to go by", () => {
  it("finds a text of which only hashes were kept", () => {
    const anchor = hashesOnly(anchorOf(LEDGER, REFUND));
    expectPlace(locate(anchor, null, source(`//\n${LEDGER}`)), "moved", 12, 15);
    expectPlace(locate(anchor, storedHashes(LEDGER), source(`//\n${LEDGER}`)), "moved", 12, 15);
    expect(locate(anchor, storedHashes(LEDGER), source(LEDGER.replace("exceeds", "is above")))).toMatchObject(
      {
        status: "edited",
        similarity: null,
        reason: "not_compared",
      },
    );
  });

  it("is not sure of a repeated text whose surroundings are gone", () => {
    const anchor = anchorOf("1a\n  return null;\n2a\n3a\n4a\n5a\n  return null;\n6a\n", {
      line_start: 2,
      line_end: 2,
    });
    const located = locate(
      anchor,
      null,
      source("p\nq\nr\ns\n  return null;\nt\nu\nv\nw\n  return null;\nx\n"),
    );
    expect(located.confidence).toBeLessThan(LOW_CONFIDENCE);
    expect(located.reason).toBe("place_uncertain");
  });

  it("does not use hashes of a file too short to be the cited one", () => {
    expectPlace(locate(anchorOf(LEDGER, REFUND), storedHashes("x\n"), source(LEDGER)), "unchanged", 11, 14);
  });

  it("answers within a bound on a huge rewritten file", () => {
    const row = (index: number, word: string) => `  ${word}(${index}, "value ${index}");`;
    const old = Array.from({ length: 30_000 }, (_none, index) => row(index, "insert")).join("\n");
    const next = source(Array.from({ length: 30_000 }, (_none, index) => row(index, "append")).join("\n"));
    const located = locate(anchorOf(old, { line_start: 9000, line_end: 9010 }), oldFile(source(old)), next);
    expect(located).toMatchObject({ status: "edited", reason: "not_compared" });
  }, 10_000);
});

describe("locateRenamed", () => {
  const old = oldFile(source(LEDGER));

  it("answers renamed for a text that survives in the file git says it became", () => {
    const located = locateRenamed(anchorOf(LEDGER, REFUND), old, source(`//\n${LEDGER}`), { by: "rename" });
    expectPlace(located, "renamed", 12, 15);
  });

  it("answers edited when the renamed file reads differently", () => {
    const next = source(LEDGER.replace("exceeds", "is above"));
    expectPlace(locateRenamed(anchorOf(LEDGER, REFUND), old, next, { by: "rename" }), "edited", 11, 14);
  });

  it("follows a unique text into another file only if that file did not hold it before", () => {
    const refund = LEDGER.split("\n").slice(10, 18).join("\n");
    const before = source("export const limit = 5;\n");
    const after = source(`export const limit = 5;\n\n${refund}\n`);
    const anchor = anchorOf(LEDGER, REFUND);
    const fresh = { by: "search", previous: oldFile(before), copies: [] } as const;
    expectPlace(locateRenamed(anchor, old, after, fresh), "renamed", 3, 6);
    const known = { by: "search", previous: oldFile(after), copies: [] } as const;
    expect(locateRenamed(anchor, old, source(`//\n${after.lines.join("\n")}`), known)).toMatchObject({
      status: "missing",
      reason: "copy_was_there_before",
    });
  });

  it("follows a repeated text only with its own surroundings, not those of the other copy", () => {
    const anchor = anchorOf(LEDGER, REFUND);
    const lines = LEDGER.split("\n");
    const cited = lines.slice(10, 14).join("\n");
    const unrelated = `export const other = 1;\nexport const more = 2;\n${cited}\nexport const last = 3;\n`;
    const copies = [oldFile(source(unrelated))];
    const search = { by: "search", previous: null, copies } as const;
    expect(locateRenamed(anchor, old, source(`//\n${unrelated}`), search)).toMatchObject({
      status: "missing",
    });
    expect(locateRenamed(anchor, old, source(`//\n${LEDGER}`), search)).toMatchObject({ status: "renamed" });
    const unknown = { by: "search", previous: "unknown", copies: "unknown" } as const;
    expect(locateRenamed(anchor, old, source(unrelated), unknown)).toMatchObject({ status: "missing" });
    expect(locateRenamed(anchor, old, source(`//\n${LEDGER}`), unknown)).toMatchObject({ status: "renamed" });
  });

  it("does not look for a few characters in other files", () => {
    const anchor = anchorOf(LEDGER, { line_start: 9, line_end: 9 });
    const search = { by: "search", previous: null, copies: [] } as const;
    expect(locateRenamed(anchor, old, source(LEDGER), search)).toMatchObject({ status: "missing" });
  });
});

describe("properties", () => {
  const line = fc.oneof(
    fc.constantFrom("}", "", "  return null;", "else {", "  end", "x = 1"),
    fc.string({ minLength: 1, maxLength: 30 }).map((text) => text.replace(/[\r\n\0]/g, "_")),
  );
  const file = fc.array(line, { minLength: 1, maxLength: 40 }).chain((lines) =>
    fc.record({
      lines: fc.constant(lines),
      from: fc.nat(lines.length - 1),
      height: fc.integer({ min: 1, max: 6 }),
    }),
  );

  it("inserting lines above always gives moved with the right numbers", () => {
    fc.assert(
      fc.property(file, fc.array(line, { minLength: 1, maxLength: 10 }), ({ lines, from, height }, added) => {
        // A marker that stands nowhere else keeps the cited lines apart from whatever was generated.
        const text = [...lines.slice(0, from), "#cited once#", ...lines.slice(from), ""].join("\n");
        const range = { line_start: from + 1, line_end: Math.min(from + height, lines.length + 1) };
        const located = locate(
          anchorOf(text, range),
          storedHashes(text),
          source([...added, text].join("\n")),
        );
        expect(located).toMatchObject({
          status: "moved",
          line_start: range.line_start + added.length,
          line_end: range.line_end + added.length,
          whitespace_changed: false,
        });
      }),
      { numRuns: 500 },
    );
  });

  it("an untouched file is always unchanged, and whatever is found holds the cited text", () => {
    fc.assert(
      fc.property(file, fc.array(line, { maxLength: 40 }), ({ lines, from, height }, other) => {
        const text = lines.join("\n");
        const range = { line_start: from + 1, line_end: Math.min(from + height, source(text).lines.length) };
        const made = anchorAtCreation(source(text), range);
        if (!made.ok) return;
        expectPlace(
          locate(made.anchor, storedHashes(text), source(text)),
          "unchanged",
          range.line_start,
          range.line_end,
        );
        const next = source(other.join("\n"));
        for (const old of [null, storedHashes(text)]) {
          const located = locate(made.anchor, old, next);
          const { line_start, line_end } = located;
          if (located.status === "missing") {
            expect([line_start, line_end]).toEqual([null, null]);
            continue;
          }
          expect(line_start).toBeGreaterThanOrEqual(1);
          expect(line_end).toBeLessThanOrEqual(next.lines.length);
          const found = next.lines.slice((line_start ?? 0) - 1, line_end ?? 0).join("");
          const same = found.replace(/\s+/g, "") === (made.anchor.snippet ?? "").replace(/\s+/g, "");
          expect(same).toBe(located.status !== "edited");
        }
      }),
      { numRuns: 500 },
    );
  });
});
