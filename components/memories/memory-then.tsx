"use client";

import { AsOfReasons } from "@/components/pieces/as-of-note";
import { RelativeTime } from "@/components/pieces/relative-time";
import { useFormat } from "@/components/pieces/use-format";
import { MemoryStatusBadge } from "@/components/pieces/vocabulary-badges";
import { useMessages } from "@/components/ui/messages";
import { visible } from "@/components/ui/visible";
import type { Memory } from "@/lib/memories/contract";
import { memoryPage } from "@/messages/compiled/memory-page";
import { memoryWords } from "@/messages/compiled/memory-words";
import type { Translate } from "@/messages/message";
import type { MemoryInFull } from "./memory-in-full";
import { Section } from "./section";
import { fieldWord, sinceWords } from "./since-words";

const timeOf = (at: string) => () => <RelativeTime at={at} />;

type MemoryAsOf = NonNullable<MemoryInFull["as_of"]>;

/** What a memory was at a moment, beside what it is now: only what is otherwise. */
export function MemoryThen({ as_of, now }: { as_of: MemoryAsOf; now: MemoryInFull }) {
  const t = useMessages(memoryPage);
  const words = useMessages(memoryWords);
  const { formatDayAndMinute } = useFormat();
  const { at, time_zone, memory: was, mark } = as_of;
  const became = sinceWords({ t: words, mark });
  return (
    <Section title={t("as_of", { at: formatDayAndMinute(at, time_zone), time_zone })}>
      {was === null ? (
        <p className="text-sm">{t("did_not_exist")}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2 text-sm">
            {t.rich("was", { status: () => <MemoryStatusBadge status={was.status} /> })}
            <span>
              {mark.at === null
                ? t("since_then", { became })
                : t.rich("since_then_at", { became, when: timeOf(mark.at) })}
            </span>
          </p>
          {mark.reason !== null && (
            <p dir="auto" className="wrap-anywhere text-muted-foreground text-sm">
              {visible(mark.reason)}
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
  const t = useMessages(memoryPage);
  const words = useMessages(memoryWords);
  return (
    <div>
      <dt className="mb-1 font-medium first-letter:uppercase">{fieldWord({ t: words, field })}</dt>
      <dd className="flex flex-col gap-1">
        <Side word={t("side_then")} text={textOf({ t, memory: was, field })} />
        <Side word={t("side_now")} text={textOf({ t, memory: now, field })} />
      </dd>
    </div>
  );
}

function Side({ word, text }: { word: string; text: string }) {
  return (
    <p className="flex min-w-0 gap-2">
      <span className="w-10 shrink-0 text-muted-foreground">{word}</span>
      <span dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-wrap">
        {visible(text)}
      </span>
    </p>
  );
}

/** A field of a memory as text. */
function textOf({
  t,
  memory,
  field,
}: {
  t: Translate<typeof memoryPage>;
  memory: Memory | MemoryInFull;
  field: string;
}): string {
  if (field === "citations")
    return memory.citations
      .map(({ path, line_start, line_end }) => `${path}:${line_start}–${line_end}`)
      .join("\n");
  if (field === "repository") return memory.repository?.name ?? t("none");
  const value: unknown = Object.entries(memory).find(([name]) => name === field)?.[1];
  if (value === null || value === undefined || value === "") return t("none");
  if (Array.isArray(value)) return value.join(", ") || t("none");
  if (typeof value === "object") return JSON.stringify(value, null, 2);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return String(value);
}
