"use client";

import { DefinitionHint } from "@/components/pieces/definition-hint";
import { orDash } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { HOLDOUT_SESSIONS, type HoldoutGroup, type HoldoutMeasure } from "@/lib/sessions/contract";
import { recallsHoldout } from "@/messages/compiled/recalls-holdout";
import type { PlainKey, Translate } from "@/messages/message";

type T = Translate<typeof recallsHoldout>;
type Word = PlainKey<typeof recallsHoldout>;
type Unit = "share" | "number" | "minutes";
type Sample = { of: number; sessions: number };
type Explained = { term: Word; unit: Unit; definition: Word; sampleOf: (t: T, sample: Sample) => string };

const sampleSessions: Explained["sampleOf"] = (t, { of }) => t("sample_sessions", { of });

const MEASURES: Record<HoldoutMeasure["name"], Explained> = {
  findings_rejected: {
    term: "findings_rejected",
    unit: "share",
    definition: "findings_rejected_definition",
    sampleOf: (t, sample) => t("sample_findings", sample),
  },
  retries: {
    term: "retries_per_session",
    unit: "number",
    definition: "retries_definition",
    sampleOf: sampleSessions,
  },
  errors_met_again: {
    term: "errors_met_again",
    unit: "number",
    definition: "errors_met_again_definition",
    sampleOf: sampleSessions,
  },
  corrections: {
    term: "corrected_by_people",
    unit: "share",
    definition: "corrections_definition",
    sampleOf: (t, sample) => t("sample_memories", sample),
  },
  session_minutes: {
    term: "session_minutes",
    unit: "minutes",
    definition: "session_minutes_definition",
    sampleOf: sampleSessions,
  },
};

/** The smallest size that is shown, in each unit. */
const LEAST: Record<Unit, number> = { share: 0.005, minutes: 0.05, number: 0.005 };

/** What rounds to nothing has no sign. */
function signOf(value: number, unit: Unit, positive: "+" | ""): string {
  if (Math.abs(value) < LEAST[unit]) return "";
  if (value < 0) return "−";
  return positive;
}

const SIZES = { minutes: "with_one_digit", number: "with_two_digits" } as const;
const DIFFERENCES = { share: "points_difference", minutes: "minutes_difference" } as const;

/** How values are written in their units. */
function useUnits() {
  const t = useMessages(recallsHoldout);
  const sizeOf = (value: number, unit: Unit): string => {
    const size = Math.abs(value);
    if (unit === "share") return String(Math.round(size * 100));
    return t(SIZES[unit], { size });
  };
  return {
    written: (value: number, unit: Unit): string => {
      const size = sizeOf(value, unit);
      if (unit === "number") return size;
      return t(unit, { size });
    },
    /** A difference, with its sign. */
    signed: (value: number, unit: Unit): string => {
      const size = `${signOf(value, unit, "+")}${sizeOf(value, unit)}`;
      if (unit === "number") return size;
      return t(DIFFERENCES[unit], { size });
    },
    bare: (value: number, unit: Unit): string => `${signOf(value, unit, "")}${sizeOf(value, unit)}`,
  };
}

function Group({ group, explained }: { group: HoldoutGroup; explained: Explained }) {
  const { value, low, high, of, sessions } = group;
  const { unit, sampleOf } = explained;
  const t = useMessages(recallsHoldout);
  const { written, bare } = useUnits();
  // Where every session counted the same there is nothing to estimate a spread from, which is no certainty.
  const isSpread = low !== null && high !== null && low < high;
  return (
    <>
      <span className="block tabular-nums">
        {orDash(value, (known) => written(known, unit))}
        {isSpread && (
          <span className="ml-1.5 text-muted-foreground" title={t("interval_of_group")}>
            [{bare(low, unit)}–{bare(high, unit)}]
          </span>
        )}
      </span>
      <span className="block text-muted-foreground text-xs tabular-nums">
        {sampleOf(t, { of, sessions })}
      </span>
    </>
  );
}

const VERDICT_CLASSES: Record<HoldoutMeasure["verdict"], string> = {
  too_few: "text-muted-foreground",
  none: "text-muted-foreground",
  lower: "text-ok",
  higher: "text-danger",
};

function verdictWords(t: T, verdict: HoldoutMeasure["verdict"]): string {
  if (verdict === "too_few") return t("verdict_too_few", { least: HOLDOUT_SESSIONS });
  return t(`verdict_${verdict}`);
}

function Difference({ measure, unit }: { measure: HoldoutMeasure; unit: Unit }) {
  const { difference, verdict } = measure;
  const t = useMessages(recallsHoldout);
  const { signed, bare } = useUnits();
  return (
    <>
      <span className={cn("block", VERDICT_CLASSES[verdict])}>{verdictWords(t, verdict)}</span>
      {difference !== null && difference.low < difference.high && verdict !== "too_few" && (
        <span
          className="block text-muted-foreground text-xs tabular-nums"
          title={t("interval_of_difference")}
        >
          {t("difference_and_interval", {
            difference: signed(difference.value, unit),
            low: bare(difference.low, unit),
            high: bare(difference.high, unit),
          })}
        </span>
      )}
    </>
  );
}

function Term({ explained }: { explained: Explained }) {
  const t = useMessages(recallsHoldout);
  const term = t(explained.term);
  return (
    <span className="inline-flex items-center gap-1">
      {term}
      <DefinitionHint term={term}>{t(explained.definition)}</DefinitionHint>
    </span>
  );
}

function MeasureRow({ measure }: { measure: HoldoutMeasure }) {
  const explained = MEASURES[measure.name];
  return (
    <TableRow>
      <TableCell>
        <Term explained={explained} />
      </TableCell>
      <TableCell>
        <Group group={measure.with_memory} explained={explained} />
      </TableCell>
      <TableCell>
        <Group group={measure.held_out} explained={explained} />
      </TableCell>
      <TableCell>
        <Difference measure={measure} unit={explained.unit} />
      </TableCell>
    </TableRow>
  );
}

const COLUMNS = ["column_what", "with_memory", "held_out", "difference"] as const;

/** Both groups side by side, measure by measure; as cards on small screens. */
export function HoldoutTable({ measures }: { measures: readonly HoldoutMeasure[] }) {
  const t = useMessages(recallsHoldout);
  return (
    <>
      <div className="mt-2 hidden md:block">
        <Table>
          <TableHeader>
            <TableRow>
              {COLUMNS.map((column) => (
                <TableHead key={column}>{t(column)}</TableHead>
              ))}
            </TableRow>
          </TableHeader>
          <TableBody>
            {measures.map((measure) => (
              <MeasureRow key={measure.name} measure={measure} />
            ))}
          </TableBody>
        </Table>
      </div>
      <ul className="mt-2 flex flex-col gap-3 md:hidden">
        {measures.map((measure) => {
          const explained = MEASURES[measure.name];
          return (
            <li key={measure.name} className="rounded-md border border-border p-3 text-sm">
              <p className="font-medium">
                <Term explained={explained} />
              </p>
              <dl className="my-2 grid grid-cols-2 gap-2">
                <div>
                  <dt className="text-muted-foreground text-xs">{t("with_memory")}</dt>
                  <dd>
                    <Group group={measure.with_memory} explained={explained} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted-foreground text-xs">{t("held_out")}</dt>
                  <dd>
                    <Group group={measure.held_out} explained={explained} />
                  </dd>
                </div>
              </dl>
              <Difference measure={measure} unit={explained.unit} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
