import {
  Ban,
  Check,
  CircleStop,
  CircleX,
  Flag,
  GraduationCap,
  Hammer,
  Layers,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
} from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { formatCount } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { REFUSAL_WORDS, refusedInWords } from "@/components/pieces/refusals";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import type { MemoryBrief } from "@/lib/memories/contract";
import type { TimelineItem } from "@/lib/sessions/contract";
import { END_WORDS } from "./words";

const clock = (at: string) => at.slice(11, 19);

export const keyOf = (item: TimelineItem, index: number) => `${item.what} ${item.at} ${index}`;

/** What happened in a run, oldest first. The chosen pack is the one shown beside it. */
export function Timeline({
  items,
  pack_id,
  onPack,
}: {
  items: readonly TimelineItem[];
  pack_id: string | null;
  onPack: (recall_id: string) => void;
}) {
  return (
    <ol aria-label="Timeline" className="flex flex-col">
      {items.map((item, index) => (
        <li
          key={keyOf(item, index)}
          className="relative flex gap-3 pb-4 text-sm before:absolute before:top-5 before:bottom-0 before:left-[7px] before:w-px before:bg-border last:pb-0 last:before:hidden"
        >
          <Row item={item} chosen={item.what === "pack" && item.recall.id === pack_id} onPack={onPack} />
        </li>
      ))}
    </ol>
  );
}

function Line({
  icon: Icon,
  at,
  tone,
  title,
  children,
}: {
  icon: LucideIcon;
  at: string;
  tone?: "danger" | "warn";
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <Icon
        aria-hidden
        className={cn(
          "mt-[3px] size-3.5 shrink-0 text-muted-foreground",
          tone === "danger" && "text-danger",
          tone === "warn" && "text-warn",
        )}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-x-2">
          <span className="min-w-0">{title}</span>
          <time
            dateTime={at}
            title={at}
            className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums"
          >
            {clock(at)}
          </time>
        </div>
        {children}
      </div>
    </>
  );
}

function Row({
  item,
  chosen,
  onPack,
}: {
  item: TimelineItem;
  chosen: boolean;
  onPack: (recall_id: string) => void;
}) {
  switch (item.what) {
    case "pack": {
      const { recall } = item;
      return (
        <Line
          icon={ScrollText}
          at={item.at}
          title={
            <>
              <button
                type="button"
                data-pack={recall.id}
                aria-pressed={chosen}
                onClick={() => onPack(recall.id)}
                className={cn(
                  "rounded-sm text-left font-medium text-primary underline-offset-4 hover:underline",
                  chosen && "underline",
                )}
              >
                {recall.served_count === 0
                  ? "Asked, and was given nothing"
                  : recall.served_count === 1
                    ? "Was given 1 memory"
                    : `Was given ${formatCount(recall.served_count)} memories`}
              </button>{" "}
              <span className="text-muted-foreground">
                {recall.agent_type ?? recall.agent}, {Math.round(recall.latency_ms)}
                {"\u00a0"}ms
              </span>{" "}
              {recall.degraded.length > 0 && (
                <Badge tone="warn" title={`Without ${missingInWords(recall.degraded)}`}>
                  partial
                </Badge>
              )}
            </>
          }
        >
          <p dir="auto" className="line-clamp-2 text-muted-foreground wrap-anywhere">
            {recall.task}
          </p>
        </Line>
      );
    }
    case "use":
      return (
        <Line
          icon={item.use === "contradicted" || item.use === "unhelpful" ? TriangleAlert : Hammer}
          tone={item.use === "contradicted" ? "warn" : undefined}
          at={item.at}
          title={
            <>
              <Actor actor={item.actor} className="align-bottom font-medium" /> {USE_WORDS[item.use]}
            </>
          }
        >
          <Statement memory={item.memory} />
          {item.reason ? <p className="text-muted-foreground">{item.reason}</p> : null}
        </Line>
      );
    case "answer": {
      const { step, memories } = item;
      const failed = step.success === false;
      return (
        <Line
          icon={failed ? CircleX : GraduationCap}
          tone={failed ? "danger" : undefined}
          at={item.at}
          title={
            <>
              <span className="font-medium">
                {failed ? "An agent failed" : "An agent answered"}
                {memories.length === 0
                  ? ", nothing was learned"
                  : `, ${formatCount(step.learned)} learned${memories.length > step.learned ? `, ${formatCount(memories.length - step.learned)} known already` : ""}`}
              </span>{" "}
              <span className="text-muted-foreground">
                {step.agent_type}
                {step.duration_seconds !== null && `, ${Math.round(step.duration_seconds)}\u00a0s`}
              </span>
            </>
          }
        >
          {step.task ? (
            <p dir="auto" className="line-clamp-2 text-muted-foreground wrap-anywhere">
              {step.task}
            </p>
          ) : null}
          {memories.length > 0 && (
            <ul className="mt-1 flex flex-col gap-1">
              {memories.map((memory) => (
                <li key={memory.id}>
                  <Statement memory={memory} />
                </li>
              ))}
            </ul>
          )}
        </Line>
      );
    }
    case "check":
      return (
        <Line
          icon={item.holds ? Check : TriangleAlert}
          tone={item.holds ? undefined : "warn"}
          at={item.at}
          title={item.holds ? "Checked: its citations hold" : "Checked: its citations no longer hold"}
        >
          <Statement memory={item.memory} />
        </Line>
      );
    case "consolidated":
      return (
        <Line icon={Layers} at={item.at} title={<span className="font-medium">Consolidated</span>}>
          <p className="text-muted-foreground">{consolidatedInWords(item)}</p>
        </Line>
      );
    case "refused":
      return (
        <Line
          icon={Ban}
          tone="warn"
          at={item.at}
          title={
            <>
              <span className="font-medium">{REFUSAL_WORDS[item.refusal.what].title}</span>{" "}
              <span className="text-muted-foreground">
                {refusedInWords(item.refusal)}
                {item.refusal.count > 1 && `, ${formatCount(item.refusal.count)} times`}
              </span>
            </>
          }
        >
          <p className="text-muted-foreground">{REFUSAL_WORDS[item.refusal.what].remedy}</p>
        </Line>
      );
    case "stopped":
      return <Line icon={CircleStop} at={item.at} title="Stopped last, and was reported" />;
    case "ended":
      return (
        <Line icon={item.by === "silence" ? Flag : ShieldCheck} at={item.at} title={END_WORDS[item.by]} />
      );
  }
}

const USE_WORDS = {
  applied: "applied it",
  ignored: "did not use it",
  helpful: "found it helpful",
  unhelpful: "found it unhelpful",
  contradicted: "found that it is contradicted",
} as const;

/** "2 merged, 1 kept beyond the session". */
export function consolidatedInWords(did: {
  merged: number;
  promoted: number;
  ended: number;
  conflicts: number;
}): string {
  const parts = [
    did.merged > 0 ? `${formatCount(did.merged)} merged` : null,
    did.promoted > 0 ? `${formatCount(did.promoted)} kept beyond the session` : null,
    did.ended > 0 ? `${formatCount(did.ended)} ended with it` : null,
    did.conflicts > 0
      ? `${formatCount(did.conflicts)} ${did.conflicts === 1 ? "contradiction" : "contradictions"} found`
      : null,
  ].filter((part) => part !== null);
  if (parts.length === 0) return "nothing to do";
  return parts.join(", ");
}

function Statement({ memory }: { memory: MemoryBrief }) {
  return (
    <p className="flex min-w-0 items-baseline gap-2">
      <Link
        href={`/memories/${memory.id}`}
        dir="auto"
        className="line-clamp-2 min-w-0 underline-offset-4 wrap-anywhere hover:underline"
      >
        {memory.statement}
      </Link>
      {memory.status !== "active" && <MemoryStatusBadge status={memory.status} className="shrink-0" />}
    </p>
  );
}
