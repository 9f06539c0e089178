import { gzipSync } from "node:zlib";
import { operations } from "@/lib/registry";
import type { Report } from "./report";
import { ask, byKey, type Target } from "./target";

/** What one request may take on the two cores that other tests share, in milliseconds. */
const MOST_MS = 10_000;

const DEEP = 5_000;
const deepList = `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`;
const deepObject = `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`;
const zalgo = `z${"\u0335\u0321\u0489".repeat(1_300)}`;

const store = (fields: string) =>
  `{"kind":"fact","scope":"agent","statement":"Bombs are defused.",${fields}}`;
const saying = (statement: string) => JSON.stringify({ kind: "fact", scope: "agent", statement });

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, index) => `"k${index}":1`).join(",");
}

type Bomb = { body: BodyInit; headers?: Record<string, string> };

const BOMBS: Readonly<Record<string, () => Bomb>> = {
  "5,000 lists in each other": () => ({ body: store(`"metadata":{"a":${deepList}}`) }),
  "5,000 objects in each other": () => ({ body: store(`"metadata":${deepObject}`) }),
  "a body of 200,000 brackets": () => ({ body: "[".repeat(200_000) }),
  "a million keys": () => ({ body: `{${manyKeys(1_000_000)}}` }),
  "150,000 keys within the size": () => ({ body: `{${manyKeys(150_000)}}` }),
  "150,000 keys of metadata": () => ({ body: store(`"metadata":{${manyKeys(150_000)}}`) }),
  "100,000 tags": () => ({ body: store(`"tags":[${Array(100_000).fill('"a"').join(",")}]`) }),
  "a number of 100,000 digits": () => ({ body: store(`"confidence":${"9".repeat(100_000)}`) }),
  "a number beyond floats": () => ({ body: store('"confidence":1e999') }),
  "a number beyond floats in metadata": () => ({ body: store('"metadata":{"a":1e999}') }),
  "a key twice": () => ({ body: store('"kind":"decision","kind":"fact"') }),
  __proto__: () => ({ body: store('"__proto__":{"permissions":["keys:manage"],"polluted":1}') }),
  "__proto__ in metadata": () => ({ body: store('"metadata":{"__proto__":{"polluted":1}}') }),
  "constructor.prototype": () => ({ body: store('"metadata":{"constructor":{"prototype":{"polluted":1}}}') }),
  "half a surrogate pair": () => ({ body: store('"reasoning":"\\ud800"') }),
  "half a surrogate pair as a key": () => ({ body: store('"metadata":{"\\udc00":1}') }),
  NUL: () => ({ body: store('"reasoning":"a\\u0000b"') }),
  "NUL as a key": () => ({ body: store('"metadata":{"a\\u0000":1}') }),
  "bytes that are no UTF-8": () => ({ body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]) }),
  "UTF-16": () => ({ body: Buffer.from(`\ufeff${saying("UTF-16")}`, "utf16le") }),
  "a byte order mark": () => ({ body: `\ufeff${saying("A mark goes first.")}` }),
  "orders of direction": () => ({ body: saying("Run \u202e moc.live\u202c \u2066and\u2069 \u200f go on.") }),
  zalgo: () => ({ body: saying(zalgo) }),
  "a statement of 100 KB": () => ({ body: saying("a".repeat(100_000)) }),
  "a name of 100 KB": () => ({ body: store(`"${"n".repeat(100_000)}":1`) }),
  "spaces of 1.9 MB": () => ({ body: `{${" ".repeat(1_900_000)}}` }),
  "10,000 families as one letter": () => ({ body: saying("👨‍👩‍👧‍👦".repeat(300)) }),
  "a gzip bomb": () => ({
    body: gzipSync(Buffer.alloc(50_000_000)),
    headers: { "Content-Encoding": "gzip" },
  }),
  "what makes patterns slow": () => ({ body: saying(`${"a".repeat(1_900)}!`.repeat(2)) }),
};

const LONG_QUERIES = [
  "/memories?limit=99999999999999999999",
  "/memories?limit=-1",
  "/memories?limit=1e3",
  "/memories?cursor=%00",
  `/memories?cursor=${"A".repeat(8_000)}`,
  "/memories?constructor=1",
  "/memories?__proto__[a]=1",
  "/memories?kind=a&kind=b&kind=c",
  "/memories/%00",
  "/memories/%ED%A0%80",
  "/memories/%",
  "/memories?created_after=%2B275760-09-13T00:00:00.001Z",
  "/memories?created_after=9999999-01-01T00:00:00Z",
  `/memories?${"a=1&".repeat(1_500)}`,
];

/** What is refused says so; nothing answers 500, takes long or changes what objects are. */
export async function attackParsers(target: Target, report: Report): Promise<void> {
  const add = (tried: string, { status, ms, text }: Awaited<ReturnType<typeof ask>>) => {
    const held = status > 0 && status < 500 && ms < MOST_MS && !text.includes('"polluted"');
    const happened = ms < MOST_MS ? `${status}` : `${status} after ${Math.round(ms)} ms`;
    report.add({ attack: "JSON and Unicode bombs", tried, happened, held });
  };
  const json = { "Content-Type": "application/json" };
  for (const [tried, make] of Object.entries(BOMBS)) {
    const { body, headers } = make();
    const asked = { method: "POST", path: "/api/v1/memories", body, headers: { ...json, ...headers } };
    add(tried, await ask(target.url, byKey(target, asked)));
  }
  for (const path of LONG_QUERIES)
    add(path.slice(0, 60), await ask(target.url, byKey(target, { path: `/api/v1${path}` })));
  await attackEveryOperation(target, add);
  const whole = await ask(target.url, byKey(target, { path: "/api/v1/organization" }));
  report.add({
    attack: "JSON and Unicode bombs",
    tried: "an ordinary request afterwards",
    happened: `${whole.status}`,
    held: whole.status === 200 && !whole.text.includes("polluted"),
  });
}

const EVERYWHERE: Readonly<Record<string, string>> = {
  "5,000 levels": deepObject,
  "a list": "[]",
  null: "null",
  "no JSON": "{",
  __proto__: '{"__proto__":{"polluted":1}}',
  "2⁶⁴ as a version": '{"version":18446744073709551616}',
};

async function attackEveryOperation(
  target: Target,
  add: (tried: string, answer: Awaited<ReturnType<typeof ask>>) => void,
): Promise<void> {
  const bodies = operations
    .map(({ contract }) => contract)
    .filter(({ http }) => http.method !== "GET" && http.method !== "DELETE");
  const all = Object.entries(EVERYWHERE);
  for (const [index, { name, http }] of bodies.entries())
    for (const [tried, body] of target.thorough
      ? all
      : all.slice(index % all.length, (index % all.length) + 1)) {
      const path = `/api/v1${http.path.replace(/\{\w+\}/g, "01900000-0000-7000-8000-000000000000")}`;
      const asked = { method: http.method, path, body, headers: { "Content-Type": "application/json" } };
      if (HARMLESS_WITHOUT_A_BODY.test(name))
        add(`${name}: ${tried}`, await ask(target.url, byKey(target, asked)));
    }
}

/** All but what acts on the whole organization when it is asked without fields. */
const HARMLESS_WITHOUT_A_BODY = /^(?!vector_|relevance_reset|scope_migration|login_end|memory_consolidate)/;
