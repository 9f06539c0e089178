import {
  createLoader,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { BUCKETS, type Bucket } from "@/lib/kernel/buckets";
import { DAY_MS } from "@/lib/kernel/durations";
import { filterBy } from "@/lib/kernel/one-of";
import { BREAKDOWNS, DISPOSITIONS, VERDICTS } from "@/lib/reviews/contract";
import type { reviewsWords } from "@/messages/compiled/reviews-words";
import type { PlainKey } from "@/messages/message";

/** Rows a page of findings or reviews. */
export const PAGE_SIZE = 50;

/** How far a screen looks back, ending now. */
export const PERIODS = ["30d", "90d", "180d", "365d"] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_DAYS: Record<Period, number> = { "30d": 30, "90d": 90, "180d": 180, "365d": 365 };
export const PERIOD_WORDS: Record<Period, PlainKey<typeof reviewsWords>> = {
  "30d": "period_30d",
  "90d": "period_90d",
  "180d": "period_180d",
  "365d": "period_365d",
};

const who = {
  repository: parseAsString,
  skill: parseAsString,
  agent: parseAsString,
  developer: parseAsString,
};
const whoAndWhere = { ...who, file_pattern: parseAsString };
/** Where `usePages` keeps the place in a list. */
const paging = { cursor: parseAsString, first: parseAsInteger.withDefault(1) };
/** What every change of a filter sets back. */
export const FIRST_PAGE = { cursor: null, first: null } as const;

/** What the URL of the rules board says. */
export const ruleParameters = {
  ...whoAndWhere,
  period: parseAsStringLiteral(PERIODS).withDefault("90d"),
  bucket: parseAsStringLiteral(BUCKETS),
  /** The one rule the chart shows; all together without it. */
  rule: parseAsString,
};
export type RuleParameters = inferParserType<typeof ruleParameters>;

/** What the URL of the charts says: that of the rules, and what the heat map tells the rules apart by. */
export const chartParameters = {
  ...ruleParameters,
  by: parseAsStringLiteral(BREAKDOWNS).withDefault("file_pattern"),
  /** What the charts are compared with; see `readComparison`. */
  against: parseAsString,
};
export type ChartParameters = inferParserType<typeof chartParameters>;
export const loadChartParameters = createLoader(chartParameters);

/** What the URL of the findings says. `from` and `to` go before `period`: the span of a point of a chart. */
export const findingParameters = {
  ...whoAndWhere,
  ...paging,
  rule: parseAsArrayOf(parseAsString).withDefault([]),
  disposition: parseAsArrayOf(parseAsStringLiteral(DISPOSITIONS)).withDefault([]),
  q: parseAsString,
  path: parseAsString,
  addressed: parseAsBoolean,
  review_id: parseAsString,
  period: parseAsStringLiteral(PERIODS),
  from: parseAsIsoDateTime,
  to: parseAsIsoDateTime,
};
export type FindingParameters = inferParserType<typeof findingParameters>;

/** What the URL of the list of reviews says. */
export const reviewParameters = {
  ...who,
  ...paging,
  verdict: parseAsArrayOf(parseAsStringLiteral(VERDICTS)).withDefault([]),
};
export type ReviewParameters = inferParserType<typeof reviewParameters>;

/** What the URL of the imports says. */
export const importParameters = { ...paging };
export type ImportParameters = inferParserType<typeof importParameters>;
export const loadImportParameters = createLoader(importParameters);
export const importsInput = ({ cursor }: ImportParameters) => ({
  cursor: cursor ?? undefined,
  limit: PAGE_SIZE,
});

export const loadRuleParameters = createLoader(ruleParameters);
export const loadFindingParameters = createLoader(findingParameters);
export const loadReviewParameters = createLoader(reviewParameters);

const serializeFindings = createSerializer(findingParameters);
/** The address of the findings that match: where every figure leads. */
export const findingsHref = (parameters: Partial<FindingParameters>): string =>
  serializeFindings("/reviews/findings", parameters);

/** The day on which a screen is drawn, as its first moment in UTC: the same for server and browser. */
export const dayOf = (now: Date): string =>
  new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS).toISOString();

/** A period that ends today, unless it ended before. */
type Span = { period: Period; to?: string };

/** Where a period starts. */
export const startOf = ({ period, to }: Span, today: string): string =>
  new Date(Date.parse(to ?? today) - PERIOD_DAYS[period] * DAY_MS).toISOString();

/** The bucket that shows a period in a dozen or two of points, unless the person chose one. */
export const bucketOf = ({ bucket, period }: Pick<RuleParameters, "bucket" | "period">): Bucket =>
  bucket ?? (period === "365d" ? "month" : "week");

const scopeOf = (parameters: {
  repository: string | null;
  skill: string | null;
  agent: string | null;
  developer: string | null;
  file_pattern: string | null;
}) => ({
  repository: parameters.repository ?? undefined,
  skill: parameters.skill ?? undefined,
  agent: parameters.agent ?? undefined,
  developer: parameters.developer ?? undefined,
  file_pattern: parameters.file_pattern ?? undefined,
});

const some = <T>(values: readonly T[]): T[] | undefined => {
  if (values.length > 0) return [...values];
  return undefined;
};

export const rulesInput = (parameters: RuleParameters & Span, today: string) => ({
  ...scopeOf(parameters),
  from: startOf(parameters, today),
  to: parameters.to,
});

export const seriesInput = (parameters: RuleParameters & Span, today: string) => ({
  ...rulesInput(parameters, today),
  bucket: bucketOf(parameters),
  rule_category: filterBy(parameters.rule),
});

export const breakdownInput = (parameters: ChartParameters & Span, today: string) => ({
  ...rulesInput(parameters, today),
  by: parameters.by,
  rule_category: filterBy(parameters.rule),
});

/** Everything that the charts can be filtered by, whatever they are filtered by now. */
export const partsInput = (
  parameters: Pick<RuleParameters, "repository" | "period">,
  by: "skill" | "agent" | "developer" | "repository",
  today: string,
) => ({
  from: startOf(parameters, today),
  repository: parameters.repository ?? undefined,
  by,
  limit: 50,
});

export const markersInput = (parameters: RuleParameters & Span, today: string) => ({
  from: startOf(parameters, today),
  repository: parameters.repository ?? undefined,
  rule_category: parameters.rule ?? undefined,
});

const spanOf = ({ period, from, to }: FindingParameters, today: string) => ({
  from: from?.toISOString() ?? (period === null ? undefined : startOf({ period }, today)),
  to: to?.toISOString(),
});

export function findingsInput(parameters: FindingParameters, today: string) {
  const { from, to } = spanOf(parameters, today);
  return {
    ...scopeOf(parameters),
    rule_category: some(parameters.rule),
    disposition: some(parameters.disposition),
    q: parameters.q ?? undefined,
    path: parameters.path ?? undefined,
    addressed: parameters.addressed ?? undefined,
    review_id: parameters.review_id ?? undefined,
    found_after: from,
    found_before: to,
    cursor: parameters.cursor ?? undefined,
    limit: PAGE_SIZE,
  };
}

/** The rules of the same span and people: their totals are the counts beside the filters. */
export const findingRulesInput = (parameters: FindingParameters, today: string) => ({
  ...scopeOf(parameters),
  ...spanOf(parameters, today),
});

/** Reviews have no file pattern; their findings have. */
export const reviewsInput = (parameters: ReviewParameters) => ({
  ...scopeOf({ ...parameters, file_pattern: null }),
  verdict: some(parameters.verdict),
  cursor: parameters.cursor ?? undefined,
  limit: PAGE_SIZE,
});

/** What narrows the measures of findings: people, place, rule and the period, as the list of findings takes them. */
export const measureFilterOf = (
  parameters: RuleParameters & Span,
  today: string,
): Record<string, string | null> => ({
  ...whoOf(parameters),
  rule: parameters.rule,
  from: startOf(parameters, today),
  to: parameters.to ?? null,
});

/** What the filters of people and repository have in common with the findings behind a figure. */
export const whoOf = ({ repository, skill, agent, developer, file_pattern }: RuleParameters) => ({
  repository,
  skill,
  agent,
  developer,
  file_pattern,
});
