import type { Method, Scored } from "./retrieval";
import { bootstrapMean, type Interval } from "./statistics";
import { formatTable } from "./table";

const MEASURES = ["recall_5", "recall_10", "mrr"] as const;
type Measure = (typeof MEASURES)[number];

export type Retrieval = { set: string; method: Method; queries: number } & Record<Measure, Interval>;

const BEFORE: Method = "before: no punctuation, fixed weights";
const PRODUCT: Method = "product: memory_search";
const isProse = (set: string) => set.startsWith("prose");

type Wanted = { value?: number; gain?: number };

/** Sets that are compared together, and what the product must reach there, at least. */
const COMPARED: readonly {
  title: string;
  belongs: (set: string) => boolean;
  /** Otherwise every set has the same say, however many questions it has. */
  pooled: boolean;
  wanted: Partial<Record<Measure, Wanted>>;
}[] = [
  {
    title: "public sets, dev halves",
    belongs: (set) => !isProse(set),
    pooled: false,
    wanted: { recall_10: { value: 0.876 }, mrr: { value: 0.676 } },
  },
  {
    title: "prose, kept aside",
    belongs: (set) => set === "prose-aside",
    pooled: true,
    wanted: {},
  },
  { title: "prose, all", belongs: isProse, pooled: true, wanted: { recall_10: { gain: 0.05 } } },
];

export type Comparison = {
  title: string;
  measure: Measure;
  queries: number;
  before: Interval;
  product: Interval;
  /** Of the same questions, after minus before. */
  difference: Interval;
  wanted: Wanted | null;
};

/** Means over the questions of each set, and over the sets. */
export function summarizeRetrieval(scored: readonly Scored[]): Retrieval[] {
  const methods = [...new Set(scored.map(({ method }) => method))];
  const summary = ({ set, method, parts }: { set: string; method: Method; parts: readonly Scored[] }) => ({
    set,
    method,
    queries: parts.reduce((sum, { scores }) => sum + scores.length, 0),
    recall_5: bootstrapMean(valuesOf(parts, "recall_5")),
    recall_10: bootstrapMean(valuesOf(parts, "recall_10")),
    mrr: bootstrapMean(valuesOf(parts, "mrr")),
  });
  return [
    ...scored.map((one) => summary({ set: one.set, method: one.method, parts: [one] })),
    ...methods.map((method) =>
      summary({ set: "average", method, parts: scored.filter((one) => one.method === method) }),
    ),
  ];
}

const valuesOf = (parts: readonly Scored[], measure: Measure) =>
  parts.map(({ scores }) => scores.map((score) => score[measure]));

/** The product beside search as it was before, on the same questions of the same run. */
export function compareRetrieval(scored: readonly Scored[]): Comparison[] {
  return COMPARED.flatMap(({ title, belongs, pooled, wanted }) => {
    const of = (method: Method) => scored.filter((one) => one.method === method && belongs(one.set));
    const grouped = (groups: number[][]) => (pooled ? [groups.flat()] : groups);
    if (of(PRODUCT).length === 0) return [];
    return (["recall_10", "mrr"] as const).map((measure) => {
      const before = grouped(valuesOf(of(BEFORE), measure));
      const product = grouped(valuesOf(of(PRODUCT), measure));
      const differences = product.map((values, group) =>
        values.map((value, index) => value - (before[group]?.[index] ?? 0)),
      );
      return {
        title,
        measure,
        queries: differences.flat().length,
        before: bootstrapMean(before),
        product: bootstrapMean(product),
        difference: bootstrapMean(differences),
        wanted: wanted[measure] ?? null,
      };
    });
  });
}

const percent = (value: number) => (100 * value).toFixed(1);
const rank = (value: number) => value.toFixed(3).replace(/^(-?)0/, "$1");
const formatOf = (measure: Measure) => (measure === "mrr" ? rank : percent);
const formatInterval = ({ mean, low, high }: Interval, format: (value: number) => string) =>
  `${format(mean)} [${format(low)} – ${format(high)}]`;

/** Every method on every set, with 95 % intervals; recall in %. */
export function retrievalTable(results: readonly Retrieval[]): string {
  const sets = [...new Set(results.map(({ set }) => set))];
  const rows = sets.flatMap((set) =>
    results
      .filter((result) => result.set === set)
      .map((result) => [
        result.set,
        result.method,
        String(result.queries),
        ...MEASURES.map((measure) => formatInterval(result[measure], formatOf(measure))),
      ]),
  );
  return formatTable(["set", "method", "queries", "R@5", "R@10", "MRR"], rows, new Set([2, 3, 4, 5]));
}

/** What was reached against what is wanted, with 95 % intervals; the difference is that of the same questions. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const rows = comparisons.map(({ title, measure, queries, before, product, difference, wanted }) => {
    const format = formatOf(measure);
    return [
      title,
      String(queries),
      measure === "mrr" ? "MRR" : "R@10",
      formatInterval(before, format),
      formatInterval(product, format),
      formatInterval(difference, format),
      ...verdictOf({ wanted, product, difference, format }),
    ];
  });
  const head = ["questions", "n", "", "before", "product", "difference", "target", ""];
  return formatTable(head, rows, new Set([1, 3, 4, 5, 6]));
}

function verdictOf({
  wanted,
  product,
  difference,
  format,
}: Pick<Comparison, "wanted" | "product" | "difference"> & {
  format: (value: number) => string;
}): [string, string] {
  if (wanted?.value !== undefined)
    return [`≥ ${format(wanted.value)}`, product.mean >= wanted.value ? "ok" : "UNDER"];
  if (wanted?.gain !== undefined)
    return [`≥ before + ${format(wanted.gain)}`, difference.mean >= wanted.gain ? "ok" : "UNDER"];
  return ["", ""];
}
