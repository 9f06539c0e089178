"use client";

import { useQuery } from "@tanstack/react-query";
import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { Figure } from "@/components/pieces/figure";
import { MeasureHint } from "@/components/pieces/measure-hint";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { type Proportion, wilson } from "@/lib/kernel/statistics";
import { type ProposalStatus, proposalList } from "@/lib/skills/contract";
import { reviewsCharts } from "@/messages/compiled/reviews-charts";
import type { PlainKey } from "@/messages/message";
import { Panel } from "./chart-panel";
import type { ChartParameters } from "./filters";

/** product.md: more than half of the decided proposals are to be accepted. */
const ADOPTION_TARGET = 0.5;

type Decision = { status: "approved" | "rejected"; total: number };

function targetWords({ low, high }: Proportion): PlainKey<typeof reviewsCharts> {
  if (low > ADOPTION_TARGET) return "adoption_over";
  if (high < ADOPTION_TARGET) return "adoption_under";
  return "adoption_open";
}

function DecisionTable({ decisions, filter }: { decisions: readonly Decision[]; filter: MeasureFilter }) {
  const t = useMessages(reviewsCharts);
  return (
    <Table aria-label={t("adoption")}>
      <TableHeader>
        <tr>
          <TableHead>{t("column_decision")}</TableHead>
          <TableHead className="text-right">{t("column_proposals")}</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {decisions.map(({ status, total }) => (
          <TableRow key={status}>
            <TableCell>{t(`decision_${status}`)}</TableCell>
            <TableCell className="text-right tabular-nums">
              <Figure measure="proposals" filter={{ ...filter, status }} value={total} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function AdoptionChart({
  accepted,
  turnedDown,
  waiting,
  filter,
}: {
  accepted: number;
  turnedDown: number;
  waiting: number;
  filter: MeasureFilter;
}) {
  const t = useMessages(reviewsCharts);
  const { formatShare } = useFormat();
  const decided = accepted + turnedDown;
  const share = wilson(accepted, decided);
  const rate = { rate: share?.rate ?? null, low: share?.low ?? null, high: share?.high ?? null, n: decided };
  const decisions: Decision[] = [
    { status: "approved", total: accepted },
    { status: "rejected", total: turnedDown },
  ];
  const rows = decisions.map(({ status, total }) => [status, total]);
  return (
    <ChartFrame
      label={t("adoption")}
      definition={
        <MeasureHint measure="adoption" filter={filter}>
          <p className="mt-1.5">{t("adoption_definition", { share: formatShare(ADOPTION_TARGET) })}</p>
        </MeasureHint>
      }
      counted={
        waiting === 0 ? t("n_decided", { decided }) : t("n_decided_some_open", { decided, open: waiting })
      }
      height={64}
      empty={t("adoption_empty")}
      data={{
        head: ["decision", "proposals"],
        rows: share === null ? [] : rows,
      }}
      table={<DecisionTable decisions={decisions} filter={filter} />}
    >
      <BarList
        label={t("adoption")}
        better="higher"
        items={[
          {
            key: "adoption",
            label: t("adoption_approved"),
            measure: "adoption",
            filter,
            rate,
            part: accepted,
          },
        ]}
      />
      <p className="text-muted-foreground text-xs">{share && t(targetWords(share))}</p>
    </ChartFrame>
  );
}

/** Accepted ÷ decided, of all time: proposals are too few for a period to say anything. */
export function Adoption({ parameters }: { parameters: ChartParameters }) {
  const t = useMessages(reviewsCharts);
  const of = (status: ProposalStatus) => ({
    status: [status],
    limit: 1,
    repository: parameters.repository ?? undefined,
    rule_category: parameters.rule ?? undefined,
  });
  const approved = useQuery(operationQuery(proposalList, of("approved")));
  const rejected = useQuery(operationQuery(proposalList, of("rejected")));
  const open = useQuery(operationQuery(proposalList, of("open")));
  const accepted = approved.data?.total;
  const turnedDown = rejected.data?.total;
  const isRead = accepted !== undefined && turnedDown !== undefined;
  // Both are needed: the one that failed is shown, else the one that is still under way.
  const needed =
    [approved, rejected].find(({ isError }) => isError) ??
    [approved, rejected].find(({ data }) => data === undefined) ??
    approved;
  return (
    <Panel label={t("adoption")} height={96} query={needed}>
      {isRead && (
        <AdoptionChart
          accepted={accepted}
          turnedDown={turnedDown}
          waiting={open.data?.total ?? 0}
          filter={{ repository: parameters.repository, rule: parameters.rule }}
        />
      )}
    </Panel>
  );
}
