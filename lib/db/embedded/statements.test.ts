import { expect, test } from "vitest";
import { type Frame, frame, query, SYNC, splitAnswer } from "./frames";
import { Statements } from "./statements";

const parse = (name: string, sql: string) => frame("P", name, sql, Buffer.alloc(2));
const bind = (name: string) => frame("B", "", name, Buffer.alloc(6));
const frames = (...bytes: Buffer[]): Frame[] => splitAnswer(Buffer.concat(bytes));
const texts = (message: Buffer) => splitAnswer(message).map((f) => f.type + f.bytes.toString("latin1", 5));

test("one name in two connections becomes two statements, the same again within a connection", () => {
  const [one, two] = [new Statements(1), new Statements(2)];
  const batch = frames(parse("s0", "select 1"), bind("s0"), SYNC);
  const first = texts(one.prepare(batch, false).message);
  const second = texts(two.prepare(batch, false).message);
  expect(first[0]).not.toBe(second[0]);
  expect(texts(one.prepare(frames(bind("s0"), SYNC), false).message)[0]).toBe(first[1]);
});

test("an unnamed statement that another connection displaced is parsed again, unseen by the client", () => {
  const statements = new Statements(1);
  statements.prepare(frames(parse("", "select 'mine'"), SYNC), false);
  const again = statements.prepare(frames(bind(""), SYNC), false);
  expect(texts(again.message)[0]).toMatch(/^P\0select 'mine'/);
  expect(again.hidden_parse).toBe(0);
  expect(again.unnamed).toBe("own");
  expect(statements.prepare(frames(bind(""), SYNC), true).hidden_parse).toBeNull();
});

test("a bind to an unnamed statement that this connection never parsed cannot reach another's", () => {
  const batch = new Statements(1).prepare(frames(bind(""), SYNC), false);
  expect(texts(batch.message)[0]).toMatch(/^B\0c1s0\0/);
});

test("every simple query and every execute is followed by an end of COPY", () => {
  const batch = new Statements(1).prepare(
    frames(parse("", "select 1"), bind(""), frame("E", "", Buffer.alloc(4)), SYNC, query("select 1")),
    false,
  );
  expect(splitAnswer(batch.message).map(({ type }) => type)).toEqual(["P", "B", "E", "f", "S", "Q", "f"]);
});
