"use client";

import { useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "@/components/ui/label";
import { useMessages } from "@/components/ui/messages";
import { organizationUpdate } from "@/lib/access/contract";
import { limitsOf } from "@/lib/doors/client";
import { settingsOrganization } from "@/messages/compiled/settings-organization";
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
  const t = useMessages(settingsOrganization);
  const list = useId();
  // The server and the browser know different ones.
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <Section title={t("conversations")} description={t("conversations_description")}>
      <Field label={t("time_zone")} hint={t("time_zone_hint")} error={problem}>
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
      <NoPreview>{t("conversations_no_preview")}</NoPreview>
    </Section>
  );
}
