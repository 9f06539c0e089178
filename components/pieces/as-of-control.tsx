"use client";

import { CalendarClock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { asOf } from "@/messages/compiled/as-of";
import { asOfWords } from "./as-of-words";
import { useFormat } from "./use-format";

/** The moment that a screen is asked about, as its address says it. */
export type AsOfChoice = { as_of: string | null; time_zone: string | null };

const load = () => import("./as-of-opened").then((part) => part.AsOfOpened);

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
  return (
    <OpensOnDemand
      opens="dialog"
      load={load}
      props={{ value, repository, onChange }}
      trigger={
        <Button className={className}>
          <CalendarClock aria-hidden />
          {value.as_of === null
            ? t("button_now")
            : t("button", { moment: asOfWords({ t, formats, ...value }) })}
        </Button>
      }
    />
  );
}
