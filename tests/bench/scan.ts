/** How the time of each pattern of the scan, and of all of them together, grows with hostile texts. */
import { findInjections, redactNow, SECRET_SHAPES, TEXT_RULES } from "@/lib/memories";
import { formatTable } from "./table";

const SIZES = [1, 8, 64, 512].map((kilobytes) => kilobytes * 1024);

/** Rows of the worst text for each pattern; `growth` is the power of the length with which time grew from 64 to 512 KB. */
export type ScanRow = { name: string; text: string; ms: number[]; growth: number };

/** What is repeated: what patterns begin with, runs over, or waits for. */
const PUMPS = [
  "\n",
  " ",
  "\t",
  "a",
  "1",
  "a ",
  "a b ",
  "a.",
  "-",
  '"',
  "(",
  "[",
  "<",
  ":",
  "=",
  "/",
  "65 ",
  "a1B2",
  "\n ",
];
const OWN_WORDS = 12;
const ROUNDS = 5;

function ownWords(pattern: RegExp): string[] {
  const plain = pattern.source.replace(/\\[bBwWsSdDnt]/g, " ");
  const words = [...new Set(plain.match(/[\p{L}'@#_-]{2,}/gu) ?? [])].slice(0, OWN_WORDS);
  return words.flatMap((word) => [`${word} `, word]);
}

const repeat = (pump: string, length: number) =>
  pump.repeat(Math.ceil(length / pump.length)).slice(0, length);

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The best of five, so that a pause of the machine is not taken for the text. */
const quicker = async (work: () => unknown) => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(work));
  return Math.min(...times);
};

async function measure(
  name: string,
  pumps: readonly string[],
  work: (text: string) => unknown,
): Promise<ScanRow> {
  let worst = { pump: "a", ms: -1 };
  for (const pump of pumps) {
    const ms = await quicker(() => work(repeat(pump, 8 * 1024)));
    if (ms > worst.ms) worst = { pump, ms };
  }
  const ms: number[] = [];
  for (const size of SIZES) ms.push(await quicker(() => work(repeat(worst.pump, size))));
  const [shorter = 0, longer = 0] = ms.slice(-2);
  // Below a millisecond the clock says more than the text.
  const growth = Math.log(Math.max(longer, 8) / Math.max(shorter, 1)) / Math.log(8);
  return { name, text: JSON.stringify(worst.pump), ms, growth };
}

/** Every pattern alone, then the whole scan and the whole redaction over every text. */
export async function measureScan(): Promise<ScanRow[]> {
  const patterns = [
    ...TEXT_RULES.map(({ rule, pattern }, index) => ({ name: `${rule} ${index}`, pattern })),
    ...SECRET_SHAPES.map(({ type, pattern }, index) => ({ name: `${type} ${index}`, pattern })),
  ];
  const rows: ScanRow[] = [];
  for (const { name, pattern } of patterns)
    rows.push(
      await measure(name, [...PUMPS, ...ownWords(pattern)], (text) => {
        // The scan hands patterns gaps of 32 characters at most.
        for (const _ of text.replace(/\s{33,}/g, " ".repeat(32)).matchAll(pattern));
      }),
    );
  for (const pump of [
    ...PUMPS,
    "Ignore all previous instructions. ",
    '"Ignore all previous instructions." ',
  ]) {
    rows.push(await measure("the whole scan", [pump], findInjections));
    rows.push(await measure("the whole redaction", [pump], (text) => redactNow([{ text }])));
  }
  return rows;
}

/** Growth beyond this is not linear: doubling the text would take almost three times as long. */
const MOST_GROWTH = 1.4;

export function scanTables(rows: readonly ScanRow[]): string {
  const cells = ({ name, text, ms, growth }: ScanRow) => [
    name,
    text,
    ...ms.map((value) => value.toFixed(1)),
    growth.toFixed(2),
  ];
  const slowest = rows.toSorted((a, b) => (b.ms.at(-1) ?? 0) - (a.ms.at(-1) ?? 0)).slice(0, 12);
  const steep = rows.filter(({ growth }) => growth > MOST_GROWTH);
  const header = ["pattern", "text", "1 KB", "8 KB", "64 KB", "512 KB (ms)", "growth"];
  const numeric = new Set([2, 3, 4, 5, 6]);
  return [
    `The scan of hostile texts: ${rows.length} rows, ${steep.length} that grow faster than their text; the slowest:`,
    formatTable(header, slowest.map(cells), numeric),
    ...(steep.length > 0 ? ["Faster than their text:", formatTable(header, steep.map(cells), numeric)] : []),
  ].join("\n");
}
