import { AsOfReasons } from "@/components/pieces/as-of-note";
import { formatDayAndMinute } from "@/components/pieces/format";
import { RelativeTime } from "@/components/pieces/relative-time";
import { MemoryStatusBadge } from "@/components/pieces/status-with-reason";
import type { Memory } from "@/lib/memories/contract";
import type { MemoryInFull } from "./memory-in-full";
import { Section } from "./section";
import { fieldWord, sinceWords } from "./since-words";

type MemoryAsOf = NonNullable<MemoryInFull["as_of"]>;

/** What a memory was at a moment, beside what it is now: only what is otherwise. */
export function MemoryThen({ as_of, now }: { as_of: MemoryAsOf; now: MemoryInFull }) {
  const { at, time_zone, memory: was, mark } = as_of;
  return (
    <Section title={`As of ${formatDayAndMinute(at, time_zone)} (${time_zone})`}>
      {was === null ? (
        <p className="text-sm">It did not exist yet.</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            It was <MemoryStatusBadge status={was.status} />
            <span>
              Since then: {sinceWords(mark)}
              {mark.at !== null && (
                <>
                  , <RelativeTime at={mark.at} />
                </>
              )}
            </span>
          </p>
          {mark.reason !== null && (
            <p dir="auto" className="wrap-anywhere text-muted-foreground text-sm">
              {mark.reason}
            </p>
          )}
          {mark.fields.length > 0 && (
            <dl className="flex flex-col gap-3 text-sm">
              {mark.fields.map((field) => (
                <Difference key={field} field={field} was={was} now={now} />
              ))}
            </dl>
          )}
        </>
      )}
      <AsOfReasons as_of={as_of} />
    </Section>
  );
}

function Difference({ field, was, now }: { field: string; was: Memory; now: MemoryInFull }) {
  return (
    <div>
      <dt className="mb-1 font-medium first-letter:uppercase">{fieldWord(field)}</dt>
      <dd className="flex flex-col gap-1">
        <Side word="then" text={textOf(was, field)} />
        <Side word="now" text={textOf(now, field)} />
      </dd>
    </div>
  );
}

function Side({ word, text }: { word: string; text: string }) {
  return (
    <p className="flex min-w-0 gap-2">
      <span className="w-10 shrink-0 text-muted-foreground">{word}</span>
      <span dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-wrap">
        {text}
      </span>
    </p>
  );
}

/** A field of a memory as text. */
function textOf(memory: Memory | MemoryInFull, field: string): string {
  if (field === "citations")
    return memory.citations
      .map(({ path, line_start, line_end }) => `${path}:${line_start}–${line_end}`)
      .join("\n");
  if (field === "repository") return memory.repository?.name ?? "none";
  const value: unknown = Object.entries(memory).find(([name]) => name === field)?.[1];
  if (value === null || value === undefined || value === "") return "none";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join(", ");
  if (typeof value === "object") return JSON.stringify(value, null, 2);
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}
