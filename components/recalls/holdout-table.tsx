import { DefinitionHint } from "@/components/pieces/definition-hint";
import { formatCount, orDash } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { HOLDOUT_SESSIONS, type HoldoutGroup, type HoldoutMeasure } from "@/lib/sessions/contract";

type Unit = "share" | "number" | "minutes";
type Explained = { term: string; unit: Unit; counted: string; definition: string };

const MEASURES: Record<HoldoutMeasure["name"], Explained> = {
  findings_rejected: {
    term: "Findings rejected",
    unit: "share",
    counted: "findings",
    definition:
      "Rejected findings ÷ all findings in evaluations whose workflow is the session, or that its agent recorded in its repository during the session.",
  },
  retries: {
    term: "Retries per session",
    unit: "number",
    counted: "sessions",
    definition:
      "Answers after a failed answer of the same agent type, and tasks that the session had asked about before.",
  },
  errors_met_again: {
    term: "Repeated errors per session",
    unit: "number",
    counted: "sessions",
    definition:
      "Errors with a solution that were known before the session and that its answers report again. Answers that repeat a pack are not counted, so this favours sessions with memory.",
  },
  corrections: {
    term: "Corrected by people",
    unit: "share",
    counted: "memories learned",
    definition: "Memories learned in a session that people superseded, invalidated or deleted.",
  },
  session_minutes: {
    term: "Length of a session",
    unit: "minutes",
    counted: "sessions",
    definition: "Minutes from the start of a session to its last activity.",
  },
};

function written(value: number, unit: Unit): string {
  if (unit === "share") return `${Math.round(value * 100)} %`;
  if (unit === "minutes") return `${value.toFixed(1)} min`;
  return value.toFixed(2);
}

/** The size without its sign and unit, as it is shown. */
function sizeOf(value: number, unit: Unit): string {
  const size = Math.abs(value);
  if (unit === "share") return String(Math.round(size * 100));
  return size.toFixed(unit === "minutes" ? 1 : 2);
}

/** What rounds to nothing has no sign. */
function signOf(value: number, unit: Unit, positive: "+" | ""): string {
  if (Number(sizeOf(value, unit)) === 0) return "";
  if (value < 0) return "−";
  return positive;
}

const UNIT_WORDS: Record<Unit, string> = { share: " points", minutes: " min", number: "" };
const signed = (value: number, unit: Unit) =>
  `${signOf(value, unit, "+")}${sizeOf(value, unit)}${UNIT_WORDS[unit]}`;
const bare = (value: number, unit: Unit) => `${signOf(value, unit, "")}${sizeOf(value, unit)}`;

function Group({ group, explained }: { group: HoldoutGroup; explained: Explained }) {
  const { value, low, high, of, sessions } = group;
  const { unit, counted } = explained;
  // Where every session counted the same there is nothing to estimate a spread from, which is no certainty.
  const isSpread = low !== null && high !== null && low < high;
  return (
    <>
      <span className="block tabular-nums">
        {orDash(value, (known) => written(known, unit))}
        {isSpread && (
          <span className="ml-1.5 text-muted-foreground" title="95 % interval">
            [{bare(low, unit)}–{bare(high, unit)}]
          </span>
        )}
      </span>
      <span className="block text-muted-foreground text-xs tabular-nums">
        n = {formatCount(of)} {counted}
        {counted !== "sessions" && ` in ${formatCount(sessions)} sessions`}
      </span>
    </>
  );
}

const VERDICTS: Record<HoldoutMeasure["verdict"], { word: string; className: string }> = {
  too_few: {
    word: `No clear difference yet: a group has fewer than ${HOLDOUT_SESSIONS} sessions with any`,
    className: "text-muted-foreground",
  },
  none: { word: "No clear difference yet", className: "text-muted-foreground" },
  lower: { word: "Lower with memory", className: "text-ok" },
  higher: { word: "Higher with memory", className: "text-danger" },
};

function Difference({ measure, unit }: { measure: HoldoutMeasure; unit: Unit }) {
  const { difference, verdict } = measure;
  const { word, className } = VERDICTS[verdict];
  return (
    <>
      <span className={cn("block", className)}>{word}</span>
      {difference !== null && difference.low < difference.high && verdict !== "too_few" && (
        <span
          className="block text-muted-foreground text-xs tabular-nums"
          title="99 % interval, as five are compared"
        >
          {signed(difference.value, unit)} [{bare(difference.low, unit)} to {bare(difference.high, unit)}]
        </span>
      )}
    </>
  );
}

function Term({ explained }: { explained: Explained }) {
  return (
    <span className="inline-flex items-center gap-1">
      {explained.term}
      <DefinitionHint term={explained.term}>{explained.definition}</DefinitionHint>
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

/** Both groups side by side, measure by measure; as cards on small screens. */
export function HoldoutTable({ measures }: { measures: readonly HoldoutMeasure[] }) {
  return (
    <>
      <div className="mt-2 hidden overflow-x-auto md:block">
        <Table>
          <TableHeader>
            <TableRow>
              {["What", "With memory", "Held out", "Difference"].map((head) => (
                <TableHead key={head}>{head}</TableHead>
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
                  <dt className="text-muted-foreground text-xs">With memory</dt>
                  <dd>
                    <Group group={measure.with_memory} explained={explained} />
                  </dd>
                </div>
                <div>
                  <dt className="text-muted-foreground text-xs">Held out</dt>
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
