"use client";

import { useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { organizationUpdate } from "@/lib/access/contract";
import { limitsOf } from "@/lib/doors/client";
import { NoPreview, Section } from "./section";

/** When the days of conversations begin and end. */
export function ConversationSettings({
  time_zone,
  onTimeZone,
  problem,
}: {
  time_zone: string;
  onTimeZone: (time_zone: string) => void;
  problem: string | undefined;
}) {
  const list = useId();
  // The server and the browser know different ones.
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <Section
      title="Conversations"
      description="Days of conversations begin and end in this time zone; at 23:59 the logs of the day are read. Stored messages keep their day."
    >
      <Field
        label="Time zone"
        hint="A name from the time zone database, such as Europe/Lisbon."
        error={problem}
      >
        {(control) => (
          <>
            <Input
              {...control}
              {...limitsOf(organizationUpdate, "settings.time_zone")}
              required
              list={list}
              autoComplete="off"
              className="max-w-72"
              value={time_zone}
              onFocus={() => setZones(Intl.supportedValuesOf("timeZone"))}
              onChange={(event) => onTimeZone(event.target.value)}
            />
            <datalist id={list}>
              {zones.map((zone) => (
                <option key={zone} value={zone} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <NoPreview>it takes effect with the next message.</NoPreview>
    </Section>
  );
}
