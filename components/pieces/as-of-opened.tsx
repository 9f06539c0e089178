"use client";

import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { asOf } from "@/messages/compiled/as-of";
import type { AsOfChoice } from "./as-of-control";

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

/** The moments to choose from, behind the button that it renders. */
export function AsOfOpened({
  value,
  repository,
  onChange,
  trigger,
}: {
  value: AsOfChoice;
  repository: string | null;
  onChange: (choice: AsOfChoice) => void;
} & Opened) {
  const t = useMessages(asOf);
  const [open, setOpen] = useState(true);
  const choose = (choice: AsOfChoice) => {
    setOpen(false);
    onChange(choice);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
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
