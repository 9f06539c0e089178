"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/components/pieces/problem";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { useUnsaved } from "@/components/ui/unsaved";
import { operationQuery } from "@/lib/doors/client";
import {
  CADENCES,
  type Cadence,
  NOTIFICATION_KINDS,
  type NotificationPreferences,
  notificationPreferencesGet,
  notificationPreferencesUpdate,
} from "@/lib/notifications/contract";
import { notificationSettings } from "@/messages/compiled/notification-settings";
import type { Translate } from "@/messages/message";

/** From Monday on, by ISO 8601. */
const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;

/** Of what, how often and when not. */
export function PreferencesForm() {
  const t = useMessages(notificationSettings);
  const query = useQuery(operationQuery(notificationPreferencesGet, {}));
  const problem = readProblem(t("unreadable"), query);
  return (
    <section aria-labelledby="preferences">
      <h2 id="preferences" className="mb-1 font-medium text-base">
        {t("title")}
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {query.data === undefined && problem === null && <Skeleton className="h-64" />}
      {query.data !== undefined && <Form preferences={query.data} />}
    </section>
  );
}

function emailInWords(
  t: Translate<typeof notificationSettings>,
  { sends_email, email }: NotificationPreferences,
): string {
  if (sends_email) return t("email_to", { email });
  return t("no_email");
}

const emptyAsNull = (text: string) => {
  if (text === "") return null;
  return text;
};

function Form({ preferences }: { preferences: NotificationPreferences }) {
  const t = useMessages(notificationSettings);
  const form = useForm(notificationPreferencesUpdate, {
    defaults: {
      time_zone: preferences.time_zone,
      quiet_from: preferences.quiet_from ?? "",
      quiet_to: preferences.quiet_to ?? "",
      digest_at: preferences.digest_at,
      digest_weekday: String(preferences.digest_weekday),
      cadences: preferences.cadences,
    },
    toInput: ({ quiet_from, quiet_to, digest_weekday, ...rest }) => ({
      ...rest,
      quiet_from: emptyAsNull(quiet_from),
      quiet_to: emptyAsNull(quiet_to),
      digest_weekday: Number(digest_weekday),
    }),
    success: t("saved"),
  });
  const { cadences, digest_weekday } = form.values;
  useUnsaved(form.isDirty);
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">{emailInWords(t, preferences)}</p>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {NOTIFICATION_KINDS.map((kind) => (
          <div key={kind} className="flex items-center justify-between gap-3 border-b py-1 text-sm">
            <dt id={`kind-${kind}`}>{t(`kind_${kind}`)}</dt>
            <dd>
              <Choose
                aria-labelledby={`kind-${kind}`}
                value={cadences[kind]}
                options={CADENCES.map((value) => ({ value, label: t(`cadence_${value}`) }))}
                onChoose={(cadence: Cadence) => form.set("cadences", { ...cadences, [kind]: cadence })}
                className="h-7 w-40"
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          form={form}
          name="time_zone"
          label={t("time_zone")}
          hint={t("time_zone_hint", { zone: here })}
          spellCheck={false}
        />
        <TextField form={form} name="digest_at" label={t("digest_at")} type="time" />
        <div className="flex flex-col gap-1 text-sm">
          <span id="digest-weekday" className="font-medium">
            {t("digest_weekday")}
          </span>
          <Choose
            aria-labelledby="digest-weekday"
            value={digest_weekday}
            options={WEEKDAYS.map((value) => ({ value, label: t(`weekday_${value}`) }))}
            onChoose={(value) => form.set("digest_weekday", value)}
          />
        </div>
        <TextField
          form={form}
          name="quiet_from"
          label={t("quiet_from")}
          hint={t("quiet_from_hint")}
          type="time"
        />
        <TextField form={form} name="quiet_to" label={t("quiet_to")} type="time" />
      </div>
      {form.problem}
      <Button type="submit" variant="primary" busy={form.isPending} className="self-start">
        {t("save")}
      </Button>
    </form>
  );
}
