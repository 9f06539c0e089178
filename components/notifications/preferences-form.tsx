"use client";

import { useQuery } from "@tanstack/react-query";
import { readProblem } from "@/components/pieces/problem";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { Choose } from "@/components/ui/choose";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import {
  CADENCES,
  type Cadence,
  NOTIFICATION_KINDS,
  type NotificationPreferences,
  notificationPreferencesGet,
  notificationPreferencesUpdate,
} from "@/lib/notifications/contract";
import { CADENCE_WORDS, KIND_WORDS } from "./words";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const CADENCE_OPTIONS = CADENCES.map((value) => ({ value, label: CADENCE_WORDS[value] }));
const WEEKDAY_OPTIONS = WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }));

/** Of what, how often and when not. */
export function PreferencesForm() {
  const query = useQuery(operationQuery(notificationPreferencesGet, {}));
  const problem = readProblem("Your settings", query);
  return (
    <section aria-labelledby="preferences">
      <h2 id="preferences" className="mb-1 font-medium text-base">
        My notification settings
      </h2>
      {problem !== null && <ErrorState {...problem} />}
      {query.data === undefined && problem === null && <Skeleton className="h-64" />}
      {query.data !== undefined && <Form preferences={query.data} />}
    </section>
  );
}

function emailWords({ sends_email, email }: NotificationPreferences): string {
  if (sends_email) return `E-mail goes to ${email}.`;
  return "This server has no mail server (CASEBOOK_SMTP_URL), so no e-mail is sent; notifications are still listed here.";
}

const emptyAsNull = (text: string) => {
  if (text === "") return null;
  return text;
};

function Form({ preferences }: { preferences: NotificationPreferences }) {
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
    success: "Saved",
  });
  const { cadences, digest_weekday } = form.values;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-4">
      <p className="text-muted-foreground text-sm">{emailWords(preferences)}</p>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2">
        {NOTIFICATION_KINDS.map((kind) => (
          <div key={kind} className="flex items-center justify-between gap-3 border-b py-1 text-sm">
            <dt id={`kind-${kind}`}>{KIND_WORDS[kind]}</dt>
            <dd>
              <Choose
                aria-labelledby={`kind-${kind}`}
                value={cadences[kind]}
                options={CADENCE_OPTIONS}
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
          label="Time zone"
          hint={`Your browser's time zone is ${here}.`}
          spellCheck={false}
        />
        <TextField form={form} name="digest_at" label="Digests at" type="time" />
        <div className="flex flex-col gap-1 text-sm">
          <span id="digest-weekday" className="font-medium">
            Weekly digests on
          </span>
          <Choose
            aria-labelledby="digest-weekday"
            value={digest_weekday}
            options={WEEKDAY_OPTIONS}
            onChoose={(value) => form.set("digest_weekday", value)}
          />
        </div>
        <TextField
          form={form}
          name="quiet_from"
          label="No e-mail from"
          hint="Empty: at any time."
          type="time"
        />
        <TextField form={form} name="quiet_to" label="until" type="time" />
      </div>
      {form.problem}
      <Button type="submit" variant="primary" busy={form.isPending} className="self-start">
        Save
      </Button>
    </form>
  );
}
