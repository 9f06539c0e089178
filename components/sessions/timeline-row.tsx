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
import type { ReactNode } from "react";
import { Actor } from "@/components/pieces/actor";
import { formatCount, wordFor } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { Moment } from "@/components/pieces/moment";
import { REFUSAL_WORDS, refusedInWords } from "@/components/pieces/refusals";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import type { MemoryBrief } from "@/lib/memories/contract";
import type { TimelineItem } from "@/lib/sessions/contract";
import { END_WORDS } from "./words";

const clock = (at: string) => at.slice(11, 19);

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
          <Moment at={at} className="ml-auto shrink-0 text-muted-foreground text-xs tabular-nums">
            {clock(at)}
          </Moment>
        </div>
        {children}
      </div>
    </>
  );
}

/** One thing that happened in a run. */
export function TimelineRow({
  item,
  chosen,
  onPack,
}: {
  item: TimelineItem;
  chosen: boolean;
  onPack: (recall_id: string) => void;
}) {
  switch (item.what) {
    case "pack":
      return <PackRow item={item} chosen={chosen} onPack={onPack} />;
    case "use":
      return <UseRow item={item} />;
    case "answer":
      return <AnswerRow item={item} />;
    case "check":
      return <CheckRow item={item} />;
    case "consolidated":
      return (
        <Line icon={Layers} at={item.at} title={<span className="font-medium">Consolidated</span>}>
          <p className="text-muted-foreground">{consolidatedInWords(item)}</p>
        </Line>
      );
    case "refused":
      return <RefusedRow item={item} />;
    case "stopped":
      return <Line icon={CircleStop} at={item.at} title="Last stop, with the report" />;
    case "ended":
      return (
        <Line icon={item.by === "silence" ? Flag : ShieldCheck} at={item.at} title={END_WORDS[item.by]} />
      );
  }
}

type Item<What extends TimelineItem["what"]> = Extract<TimelineItem, { what: What }>;

function packWords(count: number): string {
  if (count === 0) return "Asked, and was served nothing";
  if (count === 1) return "Was served 1 memory";
  return `Was served ${formatCount(count)} memories`;
}

function PackRow({
  item,
  chosen,
  onPack,
}: {
  item: Item<"pack">;
  chosen: boolean;
  onPack: (recall_id: string) => void;
}) {
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
            {packWords(recall.served_count)}
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

const USES = {
  applied: { words: "applied it", icon: Hammer, tone: undefined },
  ignored: { words: "did not use it", icon: Hammer, tone: undefined },
  helpful: { words: "found it helpful", icon: Hammer, tone: undefined },
  unhelpful: { words: "found it unhelpful", icon: TriangleAlert, tone: undefined },
  contradicted: { words: "found it contradicted", icon: TriangleAlert, tone: "warn" },
} as const;

function UseRow({ item }: { item: Item<"use"> }) {
  const { words, icon, tone } = USES[item.use];
  return (
    <Line
      icon={icon}
      tone={tone}
      at={item.at}
      title={
        <>
          <Actor actor={item.actor} className="align-bottom font-medium" /> {words}
        </>
      }
    >
      <Statement memory={item.memory} />
      {Boolean(item.reason) && <p className="text-muted-foreground">{item.reason}</p>}
    </Line>
  );
}

/** What was learned from an answer: ", 2 learned, 1 known already". */
function learnedWords({ step, memories }: Item<"answer">): string {
  if (memories.length === 0) return ", nothing was learned";
  const learned = `, ${formatCount(step.learned)} learned`;
  const alreadyKnown = memories.length - step.learned;
  if (alreadyKnown <= 0) return learned;
  return `${learned}, ${formatCount(alreadyKnown)} already known`;
}

const ANSWERS = {
  failed: { words: "An agent failed", icon: CircleX, tone: "danger" },
  answered: { words: "An agent answered", icon: GraduationCap, tone: undefined },
} as const;

function AnswerRow({ item }: { item: Item<"answer"> }) {
  const { step, memories } = item;
  const { words, icon, tone } = ANSWERS[step.success === false ? "failed" : "answered"];
  return (
    <Line
      icon={icon}
      tone={tone}
      at={item.at}
      title={
        <>
          <span className="font-medium">
            {words}
            {learnedWords(item)}
          </span>{" "}
          <span className="text-muted-foreground">
            {step.agent_type}
            {step.duration_seconds !== null && `, ${Math.round(step.duration_seconds)}\u00a0s`}
          </span>
        </>
      }
    >
      {Boolean(step.task) && (
        <p dir="auto" className="line-clamp-2 text-muted-foreground wrap-anywhere">
          {step.task}
        </p>
      )}
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

function CheckRow({ item }: { item: Item<"check"> }) {
  if (item.holds)
    return (
      <Line icon={Check} at={item.at} title="Checked: all citations valid">
        <Statement memory={item.memory} />
      </Line>
    );
  return (
    <Line icon={TriangleAlert} tone="warn" at={item.at} title="Checked: a citation is edited or missing">
      <Statement memory={item.memory} />
    </Line>
  );
}

function RefusedRow({ item }: { item: Item<"refused"> }) {
  const { title, remedy } = REFUSAL_WORDS[item.refusal.what];
  return (
    <Line
      icon={Ban}
      tone="warn"
      at={item.at}
      title={
        <>
          <span className="font-medium">{title}</span>{" "}
          <span className="text-muted-foreground">
            {refusedInWords(item.refusal)}
            {item.refusal.count > 1 && `, ${formatCount(item.refusal.count)} times`}
          </span>
        </>
      }
    >
      <p className="text-muted-foreground">{remedy}</p>
    </Line>
  );
}

/** "2 merged, 1 kept beyond the session". */
export function consolidatedInWords({
  merged,
  promoted,
  ended,
  conflicts,
}: {
  merged: number;
  promoted: number;
  ended: number;
  conflicts: number;
}): string {
  const parts = [
    { count: merged, words: "merged" },
    { count: promoted, words: "kept after the session" },
    { count: ended, words: "taken out of use" },
    { count: conflicts, words: wordFor(conflicts, "contradiction found", "contradictions found") },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${formatCount(count)} ${words}`);
  if (parts.length === 0) return "no changes";
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
