import { formatTable } from "../table";
import { CLIENTS, type Load, type OperationFigures } from "./measure";

const number = (value: number, digits = 1) => value.toLocaleString("en", { maximumFractionDigits: digits });
const counted = (value: number | null) => (value === null ? "–" : number(value, value < 10 ? 1 : 0));

function loadOf(loads: readonly Load[], clients: number): Load | undefined {
  return loads.find((load) => load.clients === clients);
}

function refusedShare({ served, refused }: Load): string {
  if (refused === 0) return "0";
  return `${Math.round((100 * refused) / (served + refused))} %`;
}

/** Requests a second, median and 95th percentile for each number of clients. */
export function loadTable(figures: readonly OperationFigures[]): string {
  const rows = figures.flatMap(({ operation, product, bare }) =>
    CLIENTS.flatMap((clients) => {
      const [ours, theirs] = [loadOf(product.loads, clients), loadOf(bare.loads, clients)];
      if (!ours || !theirs) return [];
      return [
        [
          operation,
          String(clients),
          number(ours.per_second),
          `${number(ours.median)} / ${number(ours.p95)}`,
          refusedShare(ours),
          number(theirs.per_second),
          `${number(theirs.median)} / ${number(theirs.p95)}`,
          `${number(ours.median / theirs.median)}×`,
          `${number(theirs.per_second / ours.per_second)}×`,
        ],
      ];
    }),
  );
  return formatTable(
    [
      "operation",
      "clients",
      "a second",
      "median / p95 ms",
      "refused",
      "bare: a second",
      "median / p95 ms",
      "median ratio",
      "rate ratio",
    ],
    rows,
    new Set([1, 2, 3, 4, 5, 6, 7, 8]),
  );
}

/** What one request costs: time on a processor, statements and log. */
export function costTable(figures: readonly OperationFigures[]): string {
  const rows = figures.map(({ operation, product, bare }) => {
    const ours = product.cpu.web + product.cpu.database;
    const theirs = bare.cpu.web + bare.cpu.database;
    return [
      operation,
      number(product.cpu.web),
      number(product.cpu.database),
      number(bare.cpu.web, 2),
      number(bare.cpu.database, 2),
      `${number(ours / theirs)}×`,
      counted(product.counts.statements),
      counted(bare.counts.statements),
      counted(product.counts.wal_bytes),
      counted(bare.counts.wal_bytes),
    ];
  });
  return formatTable(
    [
      "operation",
      "web CPU ms",
      "database CPU ms",
      "bare: web",
      "database",
      "ratio",
      "statements",
      "bare",
      "WAL bytes",
      "bare",
    ],
    rows,
    new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]),
  );
}

export type PageFigures = {
  page: string;
  first_byte_median: number;
  first_byte_p95: number;
  web_cpu_ms: number;
  statements: number | null;
  kilobytes: number;
  /** By gzip, as browsers ask for it. */
  compressed_kilobytes: number;
};

export function pageTable(pages: readonly PageFigures[]): string {
  return formatTable(
    ["page", "first byte: median ms", "p95 ms", "web CPU ms", "statements", "KB", "gzip KB"],
    pages.map((page) => [
      page.page,
      number(page.first_byte_median),
      number(page.first_byte_p95),
      number(page.web_cpu_ms),
      counted(page.statements),
      number(page.kilobytes, 0),
      number(page.compressed_kilobytes, 0),
    ]),
    new Set([1, 2, 3, 4, 5, 6]),
  );
}

export type SizeFigures = { relation: string; bytes: number };

export function sizeTable(sizes: readonly SizeFigures[]): string {
  return formatTable(
    ["table or index", "MB"],
    sizes.map(({ relation, bytes }) => [relation, number(bytes / 1024 / 1024)]),
    new Set([1]),
  );
}
