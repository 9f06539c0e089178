"use client";

import { useQuery } from "@tanstack/react-query";
import { BarList } from "@/components/pieces/bar-list";
import { ChartFrame } from "@/components/pieces/chart-frame";
import { Figure, MeasureHint } from "@/components/pieces/figure";
import { formatCount, formatShare } from "@/components/pieces/format";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { operationQuery } from "@/lib/doors/client";
import type { MeasureFilter } from "@/lib/kernel/measures";
import { type Proportion, wilson } from "@/lib/kernel/statistics";
import { type ProposalStatus, proposalList } from "@/lib/skills/contract";
import { Panel } from "./chart-panel";
import type { ChartParameters } from "./filters";

/** product.md: more than half of the decided proposals are to be accepted. */
const ADOPTION_TARGET = 0.5;

type Decision = { status: ProposalStatus; total: number };

function waitingWords(waiting: number): string {
  if (waiting === 0) return "";
  return `, ${formatCount(waiting)} open`;
}

function targetWords(share: Proportion | null): string | null {
  if (share === null) return null;
  if (share.low > ADOPTION_TARGET) return "Clearly over the target of more than half.";
  if (share.high < ADOPTION_TARGET) return "Clearly under the target of more than half.";
  return "Too few decisions to compare with the target of more than half.";
}

function DecisionTable({ decisions, filter }: { decisions: readonly Decision[]; filter: MeasureFilter }) {
  return (
    <Table aria-label="Adoption of proposals">
      <TableHeader>
        <tr>
          <TableHead>Decision</TableHead>
          <TableHead className="text-right">Proposals</TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {decisions.map(({ status, total }) => (
          <TableRow key={status}>
            <TableCell>{status}</TableCell>
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
      label="Adoption of proposals"
      definition={
        <MeasureHint measure="adoption" filter={filter}>
          <p className="mt-1.5">
            Higher is better: the target is more than {formatShare(ADOPTION_TARGET)}. Superseded and open
            proposals are not counted.
          </p>
        </MeasureHint>
      }
      counted={`n = ${formatCount(decided)} decided${waitingWords(waiting)}`}
      height={64}
      empty="No proposal was decided yet."
      data={{
        head: ["decision", "proposals"],
        rows: share === null ? [] : rows,
      }}
      table={<DecisionTable decisions={decisions} filter={filter} />}
    >
      <BarList
        label="Adoption of proposals"
        better="higher"
        items={[{ key: "adoption", label: "Approved", measure: "adoption", filter, rate, part: accepted }]}
      />
      <p className="text-muted-foreground text-xs">{targetWords(share)}</p>
    </ChartFrame>
  );
}

/** Accepted ÷ decided, of all time: proposals are too few for a period to say anything. */
export function Adoption({ parameters }: { parameters: ChartParameters }) {
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
    <Panel label="Adoption of proposals" height={96} query={needed}>
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
