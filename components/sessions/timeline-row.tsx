"use client";

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
import { AfterEditBadge } from "@/components/pieces/after-edit-badge";
import { joinSaid } from "@/components/pieces/format";
import { missingInWords } from "@/components/pieces/missing-parts";
import { Moment } from "@/components/pieces/moment";
import { REFUSAL_WORDS, refusedInWords } from "@/components/pieces/refusals";
import { StatementLink } from "@/components/pieces/statement-link";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { MemoryBrief } from "@/lib/memories/contract";
import type { TimelineItem } from "@/lib/sessions/contract";
import { missingParts } from "@/messages/compiled/missing-parts";
import { refusals } from "@/messages/compiled/refusals";
import { sessionTimeline } from "@/messages/compiled/session-timeline";
import type { Translate } from "@/messages/message";

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
  const t = useMessages(sessionTimeline);
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
        <Line icon={Layers} at={item.at} title={<span className="font-medium">{t("consolidated")}</span>}>
          <p className="text-muted-foreground">{consolidatedInWords(t, item)}</p>
        </Line>
      );
    case "refused":
      return <RefusedRow item={item} />;
    case "stopped":
      return <Line icon={CircleStop} at={item.at} title={t("stopped")} />;
    case "ended":
      return (
        <Line icon={item.by === "silence" ? Flag : ShieldCheck} at={item.at} title={t(`ended_${item.by}`)} />
      );
  }
}

type Item<What extends TimelineItem["what"]> = Extract<TimelineItem, { what: What }>;

function PackRow({
  item,
  chosen,
  onPack,
}: {
  item: Item<"pack">;
  chosen: boolean;
  onPack: (recall_id: string) => void;
}) {
  const t = useMessages(sessionTimeline);
  const missing = useMessages(missingParts);
  const { recall } = item;
  const agent = recall.agent_type ?? recall.agent;
  const ms = Math.round(recall.latency_ms);
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
            {t("served", { count: recall.served_count })}
          </button>{" "}
          <span className="text-muted-foreground">
            {agent === null ? t("in_ms", { ms }) : t("by_agent_in", { agent, ms })}
          </span>{" "}
          <AfterEditBadge door={recall.door} />{" "}
          {recall.degraded.length > 0 && (
            <Badge
              tone="warn"
              title={t("without", { parts: missingInWords({ t: missing, degraded: recall.degraded }) })}
            >
              {t("partial")}
            </Badge>
          )}
        </>
      }
    >
      <p dir="auto" className="line-clamp-2 text-muted-foreground wrap-anywhere">
        {visible(recall.task)}
      </p>
    </Line>
  );
}

const USES = {
  applied: { icon: Hammer, tone: undefined },
  ignored: { icon: Hammer, tone: undefined },
  helpful: { icon: Hammer, tone: undefined },
  unhelpful: { icon: TriangleAlert, tone: undefined },
  contradicted: { icon: TriangleAlert, tone: "warn" },
} as const;

function UseRow({ item }: { item: Item<"use"> }) {
  const t = useMessages(sessionTimeline);
  const { icon, tone } = USES[item.use];
  return (
    <Line
      icon={icon}
      tone={tone}
      at={item.at}
      title={t.rich(`use_${item.use}`, {
        actor: () => <Actor actor={item.actor} className="align-bottom font-medium" />,
      })}
    >
      <Statement memory={item.memory} />
      {Boolean(item.reason) && <p className="text-muted-foreground">{visible(item.reason)}</p>}
    </Line>
  );
}

/** What was learned from an answer: "2 learned, 1 already known". */
function learnedInWords(
  t: Translate<typeof sessionTimeline>,
  { step: { learned }, memories }: Item<"answer">,
): string {
  if (memories.length === 0) return t("learned_nothing");
  const known = memories.length - learned;
  return joinSaid([t("learned", { count: learned }), known > 0 && t("already_known", { count: known })]);
}

const ANSWERS = {
  failed: { word: "agent_failed", icon: CircleX, tone: "danger" },
  answered: { word: "agent_answered", icon: GraduationCap, tone: undefined },
} as const;

function AnswerRow({ item }: { item: Item<"answer"> }) {
  const t = useMessages(sessionTimeline);
  const { step, memories } = item;
  const { word, icon, tone } = ANSWERS[step.success === false ? "failed" : "answered"];
  return (
    <Line
      icon={icon}
      tone={tone}
      at={item.at}
      title={
        <>
          <span className="font-medium">{joinSaid([t(word), learnedInWords(t, item)])}</span>{" "}
          <span className="text-muted-foreground">
            {joinSaid([
              step.agent_type,
              step.duration_seconds !== null && t("seconds", { seconds: Math.round(step.duration_seconds) }),
            ])}
          </span>
        </>
      }
    >
      {Boolean(step.task) && (
        <p dir="auto" className="line-clamp-2 text-muted-foreground wrap-anywhere">
          {visible(step.task)}
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
  const t = useMessages(sessionTimeline);
  if (item.holds)
    return (
      <Line icon={Check} at={item.at} title={t("check_holds")}>
        <Statement memory={item.memory} />
      </Line>
    );
  return (
    <Line icon={TriangleAlert} tone="warn" at={item.at} title={t("check_fails")}>
      <Statement memory={item.memory} />
    </Line>
  );
}

function RefusedRow({ item }: { item: Item<"refused"> }) {
  const t = useMessages(sessionTimeline);
  const words = useMessages(refusals);
  const { refusal } = item;
  const { title, remedy } = REFUSAL_WORDS[refusal.what];
  return (
    <Line
      icon={Ban}
      tone="warn"
      at={item.at}
      title={
        <>
          <span className="font-medium">{words(title)}</span>{" "}
          <span className="text-muted-foreground">
            {joinSaid([
              refusedInWords({ t: words, refusal }),
              refusal.count > 1 && t("times", { count: refusal.count }),
            ])}
          </span>
        </>
      }
    >
      <p className="text-muted-foreground">{words(remedy)}</p>
    </Line>
  );
}

const CONSOLIDATED = ["merged", "promoted", "ended", "conflicts"] as const;

/** "2 merged, 1 kept after the session". */
function consolidatedInWords(
  t: Translate<typeof sessionTimeline>,
  counts: Record<(typeof CONSOLIDATED)[number], number>,
): string {
  const said = CONSOLIDATED.filter((what) => counts[what] > 0);
  if (said.length === 0) return t("consolidated_nothing");
  return joinSaid(said.map((what) => t(`consolidated_${what}`, { count: counts[what] })));
}

function Statement({ memory }: { memory: MemoryBrief }) {
  return (
    <p className="flex min-w-0 items-baseline gap-2">
      <StatementLink memory={memory} className="min-w-0" />
      {memory.status !== "active" && <MemoryStatusBadge status={memory.status} className="shrink-0" />}
    </p>
  );
}
