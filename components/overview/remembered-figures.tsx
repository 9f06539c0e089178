"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Figure, type FigureOf } from "@/components/pieces/figure";
import { orDash } from "@/components/pieces/format";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMeasureWords } from "@/components/pieces/use-measure-words";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { overviewGet } from "@/lib/inbox/contract";
import type { OutputOf } from "@/lib/kernel/contract";
import type { MeasureFilter, MeasureName } from "@/lib/kernel/measures";
import { wilson } from "@/lib/kernel/statistics";
import { SERVED_DAYS } from "@/lib/memories/contract";
import { overviewFigures } from "@/messages/compiled/overview-figures";
import type { PlainKey } from "@/messages/message";
import { figuresOf } from "./readings";

type Figures = OutputOf<typeof overviewGet>;

/** A share of which every case is counted. */
const shareOf = (part: number, n: number) => ({ value: n === 0 ? null : part / n, part, n });

const backed = ({ cited, in_use }: Figures, repository: string | undefined): FigureOf => ({
  measure: "memories_backed",
  filter: { repository },
  ...shareOf(cited, in_use),
});

const holding = ({ verified, cited }: Figures, repository: string | undefined): FigureOf => ({
  measure: "memories_holding",
  filter: { repository },
  ...shareOf(verified, cited),
});

type Place = {
  /** 00:00 UTC of the day on which the server rendered, in milliseconds. */
  today: number;
  repository: string | undefined;
};

/** The first thing to know: how much of what is remembered cites code, and how much of that holds. */
export function Coverage({ today, repository }: Place) {
  const t = useMessages(overviewFigures);
  const { formatShare } = useFormat();
  const { data } = useQuery(operationQuery(overviewGet, figuresOf(today, repository)));
  if (data === undefined || data.in_use === 0) return null;
  const filter = { repository };
  const ofAll = backed(data, repository);
  const ofCited = holding(data, repository);
  const share = (figure: FigureOf) => (content: ReactNode) => (
    <Figure {...figure} className="font-medium">
      {content}
    </Figure>
  );
  const memories = (content: ReactNode) => (
    <Figure measure="memories_in_use" filter={filter} value={data.in_use}>
      {content}
    </Figure>
  );
  const cited = orDash(ofAll.value, formatShare);
  const said =
    ofCited.value === null
      ? t.rich("cited", { backed: share(ofAll), cited, in_use: memories, count: data.in_use })
      : t.rich("cited_and_verified", {
          backed: share(ofAll),
          cited,
          in_use: memories,
          count: data.in_use,
          holding: share(ofCited),
          verified: formatShare(ofCited.value),
          sample: (content) => <span className="text-muted-foreground">{content}</span>,
          n: data.cited,
        });
  return <p className="max-w-prose text-pretty text-base">{said}</p>;
}

type Row = {
  measure: MeasureName;
  filter?: MeasureFilter;
  value: ReactNode;
  target?: PlainKey<typeof overviewFigures>;
};

function Unavailable() {
  const t = useMessages(overviewFigures);
  return <span className="text-muted-foreground">{t("unavailable")}</span>;
}

/** What is remembered, in figures that lead to their rows. */
export function RememberedFigures({ today, repository }: Place) {
  const t = useMessages(overviewFigures);
  const wordsOf = useMeasureWords();
  const rows = useRows({ today, repository });
  return (
    <dl className="rounded-md border bg-card">
      {rows.map(({ measure, filter, value, target }) => (
        <div
          key={measure}
          className="grid items-center gap-x-4 border-b px-4 py-2 text-sm last:border-b-0 max-sm:grid-cols-[minmax(min-content,1fr)_minmax(0,auto)] sm:min-h-10 sm:grid-cols-[14rem_minmax(0,1fr)_11rem]"
        >
          <dt className="flex items-center gap-1">
            {wordsOf(measure).term}
            <MeasureHint measure={measure} filter={filter} />
          </dt>
          <dd className="max-sm:text-right">{value}</dd>
          <dd className={target === undefined ? "max-sm:hidden" : "text-muted-foreground max-sm:text-xs"}>
            {target !== undefined && t(target)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useRows({ today, repository }: Place): Row[] {
  const asked = figuresOf(today, repository);
  const { data, isError } = useQuery(operationQuery(overviewGet, asked));
  const filter = { repository };
  const served = { repository, days: String(SERVED_DAYS) };
  const stored = { repository, created_after: asked.from };
  const before = { repository, created_after: asked.compared_from, created_before: asked.from };
  /** The figure, a placeholder, or that it could not be read. */
  const read = (show: (figures: Figures) => ReactNode): ReactNode => {
    if (isError) return <Unavailable />;
    if (data === undefined) return <Skeleton className="my-1 w-28" />;
    return show(data);
  };
  return [
    {
      measure: "memories_backed",
      filter,
      value: read((figures) => <Figure {...backed(figures, repository)} />),
    },
    {
      measure: "memories_holding",
      filter,
      value: read((figures) => <Figure {...holding(figures, repository)} />),
    },
    {
      measure: "verified_before_use",
      filter: served,
      value: read(({ served_verified, served_cited }) => (
        <Figure measure="verified_before_use" filter={served} {...shareOf(served_verified, served_cited)} />
      )),
    },
    {
      measure: "average_quality",
      filter,
      target: "target_quality",
      value: read(({ average_quality, active }) => (
        <Figure measure="average_quality" filter={filter} value={average_quality} n={active} />
      )),
    },
    {
      measure: "low_quality",
      filter,
      target: "target_low_quality",
      value: read(({ low_quality, active }) => (
        <Figure measure="low_quality" filter={filter} {...shareOf(low_quality, active)} />
      )),
    },
    {
      measure: "memories_stored",
      filter: stored,
      value: read((figures) => <Stored figures={figures} now={stored} before={before} />),
    },
    {
      measure: "adoption",
      filter,
      target: "target_adoption",
      value: read((figures) => <Adoption figures={figures} repository={repository} />),
    },
  ];
}

/** How many memories were stored, beside how many in the same time before. */
function Stored({ figures, now, before }: { figures: Figures; now: MeasureFilter; before: MeasureFilter }) {
  const t = useMessages(overviewFigures);
  return (
    <span className="flex flex-wrap gap-x-3">
      <Figure measure="memories_stored" filter={now} value={figures.stored}>
        {t.rich("stored", {
          count: (content) => <span className="font-medium">{content}</span>,
          total: figures.stored,
        })}
      </Figure>
      <Figure
        measure="memories_stored"
        filter={before}
        value={figures.stored_before}
        className="text-muted-foreground"
      >
        {t("stored_before", { total: figures.stored_before })}
      </Figure>
    </span>
  );
}

function Adoption({
  figures: { approved, rejected },
  repository,
}: {
  figures: Figures;
  repository: string | undefined;
}) {
  const n = approved + rejected;
  const share = wilson(approved, n);
  return (
    <Figure
      measure="adoption"
      filter={{ repository }}
      value={share?.rate ?? null}
      low={share?.low}
      high={share?.high}
      n={n}
      part={approved}
      better="higher"
    />
  );
}
