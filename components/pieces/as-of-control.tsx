"use client";

import { CalendarClock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { asOf } from "@/messages/compiled/as-of";
import { asOfWords } from "./as-of-words";
import { useFormat } from "./use-format";

/** The moment that a screen is asked about, as its address says it. */
export type AsOfChoice = { as_of: string | null; time_zone: string | null };

const NOW: AsOfChoice = { as_of: null, time_zone: null };

const DAYS_BACK = [
  { word: "yesterday", days: 1 },
  { word: "week_ago", days: 7 },
  { word: "month_ago", days: 30 },
] as const;

const two = (number: number) => String(number).padStart(2, "0");

const dayOf = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** A moment as a field for date and time takes it, in the zone of the browser. */
const fieldValue = (date: Date) => `${dayOf(date)}T${two(date.getHours())}:${two(date.getMinutes())}`;

const hereZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function daysAgo(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() - days);
  return dayOf(date);
}

/** Chooses the moment that a screen is about: now, a time, the end of a day, or a commit of the chosen repository. */
export function AsOfControl({
  value,
  repository,
  onChange,
  className,
}: {
  value: AsOfChoice;
  /** A commit needs one. */
  repository: string | null;
  onChange: (choice: AsOfChoice) => void;
  className?: string;
}) {
  const t = useMessages(asOf);
  const formats = useFormat();
  const [open, setOpen] = useState(false);
  const choose = (choice: AsOfChoice) => {
    setOpen(false);
    onChange(choice);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button className={className}>
          <CalendarClock aria-hidden />
          {value.as_of === null
            ? t("button_now")
            : t("button", { moment: asOfWords({ t, formats, ...value }) })}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("as_of")} className="flex w-80 flex-col gap-4">
        <div className="flex flex-wrap gap-2">
          {DAYS_BACK.map(({ word, days }) => (
            <Button
              key={word}
              size="sm"
              onClick={() => choose({ as_of: daysAgo(days), time_zone: hereZone() })}
            >
              {t(word)}
            </Button>
          ))}
        </div>
        <TimeForm value={value} onChoose={choose} />
        {repository !== null && <CommitForm repository={repository} onChoose={choose} />}
        {value.as_of !== null && (
          <Button variant="ghost" size="sm" className="self-start" onClick={() => choose(NOW)}>
            {t("back_to_now")}
          </Button>
        )}
      </PopoverContent>
    </Popover>
  );
}

type Choosing = { onChoose: (choice: AsOfChoice) => void };

function TimeForm({ value: { as_of }, onChoose }: Choosing & { value: AsOfChoice }) {
  const t = useMessages(asOf);
  const known = as_of?.includes("T") ? new Date(as_of) : new Date();
  const [time, setTime] = useState(() => fieldValue(known));
  const show = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ as_of: new Date(time).toISOString(), time_zone: hereZone() });
  };
  return (
    <form onSubmit={show} className="flex items-end gap-2">
      <Field label={t("time")} hint={t("time_hint", { zone: hereZone() })} className="flex-1">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            required
            max={fieldValue(new Date())}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" className="mb-5">
        {t("show")}
      </Button>
    </form>
  );
}

function CommitForm({ repository, onChoose }: Choosing & { repository: string }) {
  const t = useMessages(asOf);
  const [commit, setCommit] = useState("");
  const show = (event: FormEvent) => {
    event.preventDefault();
    onChoose({ as_of: commit.trim(), time_zone: hereZone() });
  };
  return (
    <form onSubmit={show} className="flex items-end gap-2">
      <Field label={t("commit")} hint={t("commit_hint", { repository })} className="min-w-0 flex-1">
        {(control) => (
          <Input
            {...control}
            required
            pattern="\s*[0-9a-fA-F]{7,64}\s*"
            className="font-mono text-xs"
            value={commit}
            onChange={(event) => setCommit(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mb-5">
        {t("show")}
      </Button>
    </form>
  );
}
