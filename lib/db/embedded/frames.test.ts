import fc from "fast-check";
import { expect, test } from "vitest";
import { Framer, frame, ProtocolError, parseStartup, query, readyStatus } from "./frames";

function session(): Framer {
  const framer = new Framer();
  framer.typed = true;
  return framer;
}

function drain(framer: Framer): string[] {
  const texts: string[] = [];
  for (let next = framer.take(); next; next = framer.take()) {
    texts.push(`${next.type}:${next.bytes.toString("latin1", 5)}`);
  }
  return texts;
}

test("frames come out whole and in order however the stream was cut", () => {
  const bodies = fc.array(fc.string({ maxLength: 40 }), { maxLength: 12 });
  fc.assert(
    fc.property(bodies, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (texts, cuts) => {
      const stream = Buffer.concat(texts.map((text) => frame("Q", Buffer.from(text, "latin1"))));
      const framer = session();
      const seen: string[] = [];
      for (let at = 0, turn = 0; at < stream.length; turn++) {
        const size = cuts[turn % cuts.length] ?? 1;
        framer.add(stream.subarray(at, at + size));
        seen.push(...drain(framer));
        at += size;
      }
      expect(seen).toEqual(texts.map((text) => `Q:${Buffer.from(text, "latin1").toString("latin1")}`));
      expect(framer.take()).toBeUndefined();
    }),
  );
});

test("bytes that follow the startup packet in one chunk are read as typed frames once the session begins", () => {
  const framer = new Framer();
  const version = Buffer.alloc(4);
  version.writeInt32BE(196608);
  framer.add(Buffer.concat([frame("", version, "user", "postgres", Buffer.alloc(1)), query("select 1")]));
  const startup = framer.take();
  expect(startup?.type).toBe("");
  expect(parseStartup(startup?.bytes ?? Buffer.alloc(0))).toEqual({
    kind: "session",
    parameters: new Map([["user", "postgres"]]),
  });
  framer.typed = true;
  expect(drain(framer)).toEqual(["Q:select 1\0"]);
});

test("a length that cannot be true ends the connection instead of waiting for ever", () => {
  const framer = session();
  framer.add(Buffer.from([0x51, 0, 0, 0, 3]));
  expect(() => framer.take()).toThrow(ProtocolError);
  const huge = session();
  huge.add(Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff]));
  expect(() => huge.take()).toThrow(ProtocolError);
});

test("a protocol other than version 3 and an unterminated parameter are refused", () => {
  expect(() => parseStartup(Buffer.from([0, 0, 0, 8, 0, 2, 0, 0]))).toThrow(/2\.0/);
  expect(() => parseStartup(Buffer.from([0, 0, 0, 10, 0, 3, 0, 0, 0x75, 0x73]))).toThrow(ProtocolError);
});

test("the state of the session is read from the end of an answer only", () => {
  const ready = (status: string) => frame("Z", Buffer.from(status));
  expect(readyStatus(Buffer.concat([ready("I"), ready("T")]))).toBe("T");
  expect(readyStatus(ready("E"))).toBe("E");
  expect(readyStatus(frame("1"))).toBeNull();
  expect(readyStatus(Buffer.alloc(0))).toBeNull();
});
