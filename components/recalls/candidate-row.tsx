"use client";

import { Check, CirclePause, CircleSlash, Eye, type LucideIcon } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { type Formats, joinSaid } from "@/components/pieces/format";
import { useFormat } from "@/components/pieces/use-format";
import { INFERRED_WORDS } from "@/components/pieces/vocabulary";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { RecordedSignal } from "@/lib/memories/contract";
import type { Inferred, RecallCandidate } from "@/lib/recall/contract";
import { recallParts } from "@/messages/compiled/recall-parts";
import { vocabulary } from "@/messages/compiled/vocabulary";
import type { PlainKey, Translate } from "@/messages/message";
import { USE_WORDS } from "./words";

type Word = PlainKey<typeof recallParts>;

const ICONS: Record<RecallCandidate["place"], LucideIcon> = {
  served: Check,
  check_before_use: Eye,
  out: CircleSlash,
  held_out: CirclePause,
};

const PLACE_WORDS: Record<RecallCandidate["place"], Word> = {
  served: "place_served",
  check_before_use: "place_check_before_use",
  out: "place_out",
  held_out: "place_held_out",
};

const PART_WORDS: Record<RecallCandidate["part"], Word> = {
  own: "part_own",
  others: "part_others",
  reviews: "part_reviews",
  conventions: "part_conventions",
  frameworks: "part_frameworks",
  preferences: "part_preferences",
};

const SIGNAL_WORDS: Record<RecordedSignal, Word> = {
  meaning: "signal_meaning",
  words: "signal_words",
  coverage: "signal_coverage",
  rare_words: "signal_rare_words",
  cited_file: "signal_cited_file",
  cited_lines: "signal_cited_lines",
  cited_folder: "signal_cited_folder",
  changed_glob: "signal_changed_glob",
  kind_of_change: "signal_kind_of_change",
  subject_of_change: "signal_subject_of_change",
  agent_type: "signal_agent_type",
  category: "signal_category",
};

/** What rounds to nothing is summed with its like. */
const LEAST_SHOWN = 0.05;

const logOdds = (probability: number) => {
  const inside = Math.min(1 - 1e-6, Math.max(1e-6, probability));
  return Math.log(inside / (1 - inside));
};

/**
 * The log-odds of being relevant as a sum that can be checked: where it starts without any signal, what each adds, what the
 * small ones add together, and the whole.
 */
function sumWords({
  t,
  formats: { formatSigned },
  scores: { relevance, contributions, learned },
}: {
  t: Translate<typeof recallParts>;
  formats: Formats;
  scores: RecallCandidate["scores"];
}): string {
  const whole = logOdds(relevance ?? 0);
  const signals = contributions.reduce((sum, { adds }) => sum + adds, 0);
  const shown = contributions.filter(({ adds }) => Math.abs(adds) >= LEAST_SHOWN);
  const small = signals - shown.reduce((sum, { adds }) => sum + adds, 0);
  const signed = (value: number) => formatSigned(value, 2);
  const parts = joinSaid([
    t("sum_start", { adds: signed(whole - signals - learned) }),
    ...shown.map(({ signal, adds }) =>
      t("sum_signal", { signal: t(SIGNAL_WORDS[signal]), adds: signed(adds) }),
    ),
    Math.abs(small) >= 0.005 && t("sum_others", { adds: signed(small) }),
    learned !== 0 && t("sum_learned", { adds: signed(learned) }),
  ]);
  return t("sum_of", { parts, sum: signed(whole) });
}

/** How probable it is that a memory is relevant, what speaks for it, and what moved its place. */
function Score({ candidate }: { candidate: RecallCandidate }) {
  const t = useMessages(recallParts);
  const formats = useFormat();
  const { relevance, quality, recency, verification } = candidate.scores;
  if (relevance === null) return <p className="text-muted-foreground text-xs">{t("no_relevance")}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted-foreground text-xs">
      <span
        aria-hidden
        data-bar
        className="flex h-2 w-40 overflow-hidden rounded-sm bg-sunken outline outline-border"
      >
        <span className="bg-primary" style={{ width: `${relevance * 100}%` }} />
      </span>
      <span className="font-medium text-foreground tabular-nums">
        {t("relevant", { relevance: formats.formatShare(relevance) })}
      </span>
      <span className="tabular-nums" title={t("sum_meaning")}>
        {sumWords({ t, formats, scores: candidate.scores })}
      </span>
      <span className="tabular-nums">{t("order", { quality, recency, checks: verification })}</span>
    </div>
  );
}

/** What answers suggest became of it, which is no report. */
function InferredOutcome({ inferred }: { inferred: Inferred }) {
  const t = useMessages(recallParts);
  const shared = useMessages(vocabulary);
  const { outcome, evidence } = inferred;
  return (
    <p className="wrap-anywhere text-muted-foreground text-xs">
      <span className="font-medium">
        {t("inferred_outcome", { outcome: shared(INFERRED_WORDS[outcome]) })}
      </span>{" "}
      {evidence.join(" ")}
    </p>
  );
}

/** What an agent reported of it. */
function ReportedUse({ use, actor, reason }: RecallCandidate["uses"][number]) {
  const t = useMessages(recallParts);
  const shared = useMessages(vocabulary);
  const values = {
    use: shared(USE_WORDS[use]),
    name: actor.name,
    strong: (content: ReactNode) => <span className="font-medium">{content}</span>,
  };
  if (reason) return t.rich("used_by_because", { ...values, reason });
  return t.rich("used_by", values);
}

/** One memory that was considered: why it is in or out, how relevant it is, and what became of it. */
export function CandidateRow({
  candidate,
  isAsked = false,
  children,
}: {
  candidate: RecallCandidate;
  /** It is the one that the reader came for. */
  isAsked?: boolean;
  children?: ReactNode;
}) {
  const t = useMessages(recallParts);
  const { memory, part, place, reason, uses, inferred } = candidate;
  const Icon = ICONS[place];
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    row.current?.scrollIntoView({ block: "center" });
    row.current?.focus({ preventScroll: true });
  }, [isAsked]);
  return (
    <li
      ref={row}
      tabIndex={isAsked ? -1 : undefined}
      aria-current={isAsked || undefined}
      className={cn(
        "flex flex-col gap-1.5 p-3",
        isAsked && "bg-accent outline-2 outline-primary -outline-offset-2",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <span
          className={cn(
            "inline-flex items-center gap-1 font-medium",
            place === "out" && "text-muted-foreground",
          )}
        >
          <Icon aria-hidden className="size-3.5" />
          {t(PLACE_WORDS[place])}
        </span>
        <span className="text-muted-foreground">{t(PART_WORDS[part])}</span>
        <span className="text-muted-foreground">{reason}</span>
      </div>
      <Link
        href={`/memories/${memory.id}`}
        className="line-clamp-3 wrap-anywhere underline-offset-4 hover:underline"
      >
        {visible(memory.statement)}
      </Link>
      <Score candidate={candidate} />
      {uses.length > 0 && (
        <ul className="text-xs">
          {uses.map((reported) => (
            <li key={`${reported.at} ${reported.use} ${reported.actor.id}`}>
              <ReportedUse {...reported} />
            </li>
          ))}
        </ul>
      )}
      {inferred !== null && <InferredOutcome inferred={inferred} />}
      {children}
    </li>
  );
}
