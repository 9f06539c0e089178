"use client";

import { useQuery } from "@tanstack/react-query";
import { ListChecks, X } from "lucide-react";
import { useQueryStates } from "nuqs";
import type { ReactNode } from "react";
import { useDrawer } from "@/components/pieces/drawer";
import { type Facet, Facets, FacetsButton } from "@/components/pieces/facets";
import { PageHeader } from "@/components/pieces/page-header";
import { PagerOf } from "@/components/pieces/pager";
import { readProblem } from "@/components/pieces/problem";
import { useFormat } from "@/components/pieces/use-format";
import { useMe } from "@/components/pieces/use-me";
import { usePages } from "@/components/pieces/use-pages";
import { useSelectedIds } from "@/components/pieces/use-selected-ids";
import { useTypedFilter } from "@/components/pieces/use-typed-filter";
import { DISPOSITIONS as DISPOSITION_TERMS } from "@/components/pieces/vocabulary";
import { WordsFilter } from "@/components/pieces/words-filter";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import { listQuery } from "@/lib/doors/client";
import { DISPOSITIONS, type Disposition, findingList, type Rule, ruleList } from "@/lib/reviews/contract";
import { reviewsFindings } from "@/messages/compiled/reviews-findings";
import { reviewsWords } from "@/messages/compiled/reviews-words";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { Translate } from "@/messages/message";
import {
  FIRST_PAGE,
  type FindingParameters,
  findingParameters,
  findingRulesInput,
  findingsInput,
  PERIOD_WORDS,
  PERIODS,
} from "./filters";
import { FindingDrawer } from "./finding-drawer";
import { FindingList } from "./finding-table";
import { MoveToRule } from "./move-to-rule";
import { ReviewsNav } from "./reviews-nav";

const isDisposition = (value: string): value is Disposition =>
  (DISPOSITIONS as readonly string[]).includes(value);

const COUNTED: Record<Disposition, (rule: Rule) => number> = {
  implement: ({ total }) => total.implemented,
  reject: ({ total }) => total.rejected,
  defer: ({ total }) => total.deferred,
  clarify: ({ total }) => total.clarify,
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Rules and dispositions with the rows that would remain. Rules are counted without path and review: then nothing is said. */
function lessonOf(addressed: boolean | null): string[] {
  if (addressed === null) return [];
  if (addressed) return ["yes"];
  return ["no"];
}

type FacetsFor = {
  t: Translate<typeof reviewsFindings>;
  terms: Translate<typeof vocabulary>;
  parameters: FindingParameters;
  rules: { items: readonly Rule[]; total: number } | undefined;
};

function facetsOf({ t, terms, parameters, rules }: FacetsFor): Facet[] {
  const countable =
    rules !== undefined &&
    rules.items.length === rules.total &&
    parameters.path === null &&
    parameters.q === null &&
    parameters.review_id === null &&
    parameters.addressed === null;
  const dispositions = parameters.disposition.length > 0 ? parameters.disposition : DISPOSITIONS;
  const items = rules?.items ?? [];
  const chosen = items.filter(
    (rule) => parameters.rule.length === 0 || parameters.rule.includes(rule.rule_category),
  );
  const counted = items
    .map((rule) => ({
      name: rule.rule_category,
      count: sum(dispositions.map((disposition) => COUNTED[disposition](rule))),
    }))
    .sort((a, b) => b.count - a.count);
  const known = new Set(items.map((rule) => rule.rule_category));
  const chosenOnly = parameters.rule.filter((name) => !known.has(name)).map((name) => ({ name, count: 0 }));
  return [
    {
      key: "disposition",
      label: t("disposition"),
      selected: parameters.disposition,
      options: DISPOSITIONS.map((disposition) => ({
        value: disposition,
        label: terms(DISPOSITION_TERMS[disposition].word),
        count: countable ? sum(chosen.map(COUNTED[disposition])) : null,
      })),
    },
    {
      key: "rule",
      label: t("rule"),
      selected: parameters.rule,
      options: [...counted, ...chosenOnly].map(({ name, count }) => ({
        value: name,
        label: <span className="font-mono text-xs">{name}</span>,
        count: countable ? count : null,
      })),
    },
    {
      key: "addressed",
      label: t("addressed"),
      selected: lessonOf(parameters.addressed),
      options: [
        { value: "no", label: t("not_addressed_by_skill"), count: null },
        { value: "yes", label: t("addressed_by_skill"), count: null },
      ],
    },
  ];
}

/** `filter`: what it filters by, within a sentence. */
function Chip({ children, filter, onRemove }: { children: ReactNode; filter: string; onRemove: () => void }) {
  const t = useMessages(reviewsFindings);
  return (
    <span className="inline-flex h-7 min-w-0 max-w-full items-center gap-1 rounded-md border bg-card pl-2 text-xs">
      <span className="min-w-0 truncate">{children}</span>
      <Button
        variant="ghost"
        size="icon_sm"
        className="size-6.5"
        aria-label={t("remove", { filter })}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </span>
  );
}

/** A filter by the beginning of the path; it is applied on Enter or on leaving, so that typing does not ask at every key. */
function PathFilter({ path, onChange }: { path: string | null; onChange: (path: string | null) => void }) {
  const t = useMessages(reviewsFindings);
  const { text, setText, apply, onSubmit } = useTypedFilter(path, onChange);
  return (
    <form className="w-56 max-sm:w-full" onSubmit={onSubmit}>
      <Input
        type="search"
        aria-label={t("path")}
        placeholder={t("path_placeholder")}
        value={text}
        className="h-7 font-mono text-xs"
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
      />
    </form>
  );
}

/** The time span of a point of a chart, of which one end may be open. */
function Span({ from, to }: Pick<FindingParameters, "from" | "to">) {
  const t = useMessages(reviewsFindings);
  const { formatDay } = useFormat();
  const start = from && formatDay(from.toISOString());
  const end = to && formatDay(to.toISOString());
  if (start === null) return t("span_to", { to: end ?? "" });
  if (end === null) return t("span_from", { from: start });
  return t("span", { from: start, to: end });
}

const ALL_TIME = "all";

/** The filters when none is set. */
const NOTHING = {
  rule: [],
  disposition: [],
  addressed: null,
  q: null,
  path: null,
  review_id: null,
  skill: null,
  agent: null,
  developer: null,
  file_pattern: null,
  from: null,
  to: null,
  period: null,
} satisfies Partial<FindingParameters>;

/** Whether fewer findings are asked for than there are. */
const isNarrowed = ({ cursor, first, ...filters }: FindingParameters) =>
  Object.values(filters).some((value) => value !== null && !(Array.isArray(value) && value.length === 0));

/** Every finding that matches the URL: where each bar and each point of the rules board leads. */
export function FindingsScreen({ today }: { today: string }) {
  const t = useMessages(reviewsFindings);
  const words = useMessages(reviewsWords);
  const terms = useMessages(vocabulary);
  const [parameters, setParameters] = useQueryStates(findingParameters, { history: "push" });
  const drawer = useDrawer("finding");
  const { may } = useMe();
  const pages = usePages();
  const filters = { ...parameters };
  const [selection, setSelection] = useSelectedIds([findingsInput({ ...filters, cursor: null }, today)]);
  const query = useQuery(listQuery(findingList, findingsInput(filters, today)));
  const rules = useQuery(listQuery(ruleList, findingRulesInput(filters, today)));
  const set = (values: Partial<FindingParameters>) => void setParameters({ ...values, ...FIRST_PAGE });
  const clear = () => set(NOTHING);
  const { from, to, period } = parameters;
  const custom = from !== null || to !== null;
  const facets = {
    facets: facetsOf({ t, terms, parameters, rules: rules.data }),
    onChange: (key: string, selected: string[]) => {
      if (key === "disposition") set({ disposition: selected.filter(isDisposition) });
      else if (key === "rule") set({ rule: selected });
      else {
        const last = selected.at(-1);
        set({ addressed: last === undefined ? null : last === "yes" });
      }
    },
    onClear: clear,
  };
  const people = (["skill", "agent", "developer", "file_pattern"] as const).flatMap((key) => {
    const value = parameters[key];
    if (value === null) return [];
    return [{ key, value }];
  });
  return (
    <>
      <PageHeader title={t("title")} question={t("question")} className="mb-2" />
      <ReviewsNav />
      <div className="flex gap-8">
        <Facets {...facets} />
        <div className="min-w-0 flex-1">
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <FacetsButton {...facets} className="h-7" />
            <ToggleGroup
              label={words("period")}
              value={custom ? "" : (period ?? ALL_TIME)}
              onValueChange={(value) =>
                set({
                  from: null,
                  to: null,
                  period: PERIODS.find((candidate) => candidate === value) ?? null,
                })
              }
              options={[
                ...PERIODS.map((value) => ({ value: value as string, label: words(PERIOD_WORDS[value]) })),
                { value: ALL_TIME, label: t("all_time") },
              ]}
            />
            <WordsFilter
              label={t("words")}
              placeholder={t("words_placeholder")}
              q={parameters.q}
              onChange={(q) => set({ q })}
              className="w-56"
            />
            <PathFilter path={parameters.path} onChange={(path) => set({ path })} />
            {custom && (
              <Chip filter={t("time_span")} onRemove={() => set({ from: null, to: null })}>
                <Span from={from} to={to} />
              </Chip>
            )}
            {people.map(({ key, value }) => (
              <Chip key={key} filter={t(key)} onRemove={() => set({ [key]: null })}>
                {t("filter_value", { filter: t(key), value })}
              </Chip>
            ))}
            {parameters.review_id && (
              <Chip filter={t("review")} onRemove={() => set({ review_id: null })}>
                {t("one_review")}
              </Chip>
            )}
          </div>
          <FindingList
            list={{
              name: "findings",
              contract: findingList,
              input: findingsInput(filters, today),
              total: query.data?.total,
              parameters: findingParameters,
            }}
            groups={[
              {
                id: "rule",
                label: t("rule"),
                keyOf: ({ rule_category }) => rule_category,
                onOnly: (rule) => set({ rule: [rule] }),
              },
            ]}
            rows={query.data?.items}
            onOpen={(finding) => drawer.open(finding.id)}
            {...(may("reviews:write")
              ? {
                  selection,
                  onSelectionChange: setSelection,
                  bulkActions: (ids: readonly string[]) => (
                    <MoveToRule finding_ids={ids} onMoved={() => setSelection([])}>
                      <Button size="sm">{t("change_rule")}</Button>
                    </MoveToRule>
                  ),
                }
              : {})}
            open_id={drawer.id}
            refreshing={query.isPlaceholderData}
            error={readProblem(t("unreadable"), query)}
            empty={
              isNarrowed(parameters) ? (
                <EmptyState
                  icon={ListChecks}
                  title={t("empty_filtered")}
                  action={<Button onClick={clear}>{t("clear")}</Button>}
                >
                  {t("empty_filtered_text")}
                </EmptyState>
              ) : (
                <EmptyState
                  icon={ListChecks}
                  title={t("empty")}
                  action={
                    <Button asChild>
                      <Link href="/reviews/imports">{t("import")}</Link>
                    </Button>
                  }
                >
                  {t("empty_text")}
                </EmptyState>
              )
            }
          />
          <PagerOf pages={pages} page={query.data} busy={query.isFetching} />
        </div>
      </div>
      <FindingDrawer drawer={drawer} />
    </>
  );
}
