import { describe, expect, it } from "vitest";
import { z } from "zod";
import { csvColumns, csvLine, csvRow, csvTable } from "./csv";

const schema = z.object({
  id: z.string(),
  actor: z.object({ kind: z.string(), name: z.string() }),
  repository: z.object({ id: z.string(), name: z.string() }).nullable(),
  tags: z.array(z.string()),
  citations: z.array(z.object({ path: z.string(), line: z.int() })),
  detail: z.record(z.string(), z.unknown()),
  source: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("review"), review_id: z.string() }),
    z.object({ kind: z.literal("person"), name: z.string() }),
  ]),
  rate: z.number().nullable(),
  pinned: z.boolean(),
});
const columns = csvColumns(schema);

const row = {
  id: "1",
  actor: { kind: "person", name: "Ana" },
  repository: null,
  tags: ["a", "b"],
  citations: [{ path: "src/a.ts", line: 1 }],
  detail: { count: 2 },
  source: { kind: "person", name: "Bo" },
  rate: -0.5,
  pinned: true,
};

describe("the columns of a schema", () => {
  it("are its fields in order, those of objects inside under the name of both", () => {
    expect(columns.map(({ name }) => name)).toEqual([
      "id",
      "actor.kind",
      "actor.name",
      "repository.id",
      "repository.name",
      "tags",
      "citations",
      "detail",
      "source.kind",
      "source.review_id",
      "source.name",
      "rate",
      "pinned",
    ]);
  });

  it("are empty where there is nothing, and hold lists of words as text and other lists as JSON", () => {
    expect(columns.map(({ cell }) => cell(row))).toEqual([
      "1",
      "person",
      "Ana",
      "",
      "",
      "a; b",
      '[{"path":"src/a.ts","line":1}]',
      '{"count":2}',
      "person",
      "",
      "Bo",
      "-0.5",
      "true",
    ]);
  });

  it("end where a schema refers to itself", () => {
    type Tree = { name: string; parts: Tree[] };
    const tree: z.ZodType<Tree> = z.lazy(() => z.object({ name: z.string(), parts: z.array(tree) }));
    const [name, whole] = csvColumns(z.object({ id: z.string(), tree }));
    expect([name?.name, whole?.name]).toEqual(["id", "tree"]);
    expect(whole?.cell({ tree: { name: "a", parts: [] } })).toBe('{"name":"a","parts":[]}');
  });
});

describe("a line", () => {
  it("quotes what must be quoted", () => {
    expect(csvLine(['says "no"', "a,b", "c\nd", "plain"])).toBe('"says ""no""","a,b","c\nd",plain\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx", "\nx"])(
    "disarms %j, which a spreadsheet would run",
    (text) => {
      const [column] = csvColumns(z.object({ text: z.string() }));
      expect(column?.cell({ text })).toBe(`'${text}`);
      expect(csvRow(csvColumns(z.object({ texts: z.array(z.string()) })), { texts: [text, "b"] })).toContain(
        "'",
      );
    },
  );

  it("leaves numbers as they are, below zero too", () => {
    expect(csvRow(csvColumns(z.object({ value: z.number() })), { value: -1 })).toBe("-1\r\n");
  });
});

describe("a table", () => {
  it("has its head first and follows the same rules", () => {
    const csv = csvTable(
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
