"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { FormFooter } from "@/components/pieces/form-footer";
import { TextField } from "@/components/pieces/text-field";
import { useForm } from "@/components/pieces/use-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { useMessages } from "@/components/ui/messages";
import { ToggleGroup } from "@/components/ui/toggle-group";
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationWebhookCreate,
  type WEBHOOK_FORMATS,
} from "@/lib/notifications/contract";
import { notificationSettings } from "@/messages/compiled/notification-settings";

type Format = (typeof WEBHOOK_FORMATS)[number];

/** The usual one first. */
const FORMATS: readonly Format[] = ["slack", "standard"];

const USUAL: readonly NotificationKind[] = ["proposal", "suspicious_head", "quarantine"];

/** Has another address called; afterwards shows the secret that signs the calls, once. */
export function NewWebhook() {
  const t = useMessages(notificationSettings);
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next) setSecret(null);
  };
  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>
          <Plus aria-hidden />
          {t("add_webhook")}
        </Button>
      </DialogTrigger>
      <DialogContent
        title={t(secret === null ? "add_webhook" : "webhook_added")}
        isShownOnce={secret !== null}
      >
        {secret === null && (
          <WebhookForm
            onDone={(made, format) => {
              if (format === "standard") setSecret(made);
              else change(false);
            }}
          />
        )}
        {secret !== null && (
          <div className="flex flex-col gap-3 text-sm">
            <p>{t("secret")}</p>
            <p className="flex items-center gap-2">
              <code className="min-w-0 break-all">{secret}</code>
              <CopyButton text={secret} />
            </p>
            <Button variant="primary" className="self-end" onClick={() => change(false)}>
              {t("done")}
            </Button>
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

function WebhookForm({ onDone }: { onDone: (secret: string, format: Format) => void }) {
  const t = useMessages(notificationSettings);
  const form = useForm(notificationWebhookCreate, {
    defaults: { label: "", url: "", format: "slack" as Format, kinds: [...USUAL] },
    toInput: (values) => ({ ...values, label: values.label.trim(), url: values.url.trim() }),
    onSuccess: ({ secret, webhook }) => onDone(secret, webhook.format),
  });
  const { format, kinds } = form.values;
  const toggle = (kind: NotificationKind) =>
    form.set(
      "kinds",
      NOTIFICATION_KINDS.filter((each) => (each === kind) !== kinds.includes(each)),
    );
  return (
    <form onSubmit={form.submit} className="flex flex-col gap-3 text-sm">
      <TextField form={form} name="label" label={t("name")} required />
      <TextField form={form} name="url" label={t("address")} hint={t("address_hint")} type="url" required />
      <ToggleGroup
        label={t("format")}
        value={format}
        onValueChange={(next) => form.set("format", next)}
        options={FORMATS.map((each) => ({ value: each, label: t(`choice_${each}`) }))}
      />
      <fieldset className="grid gap-1.5 sm:grid-cols-2">
        <legend className="mb-1 font-medium">{t("events")}</legend>
        {NOTIFICATION_KINDS.map((kind) => (
          <span key={kind} className="flex items-center gap-2">
            <Checkbox
              id={`for-${kind}`}
              checked={kinds.includes(kind)}
              onCheckedChange={() => toggle(kind)}
            />
            <label htmlFor={`for-${kind}`}>{t(`kind_${kind}`)}</label>
          </span>
        ))}
      </fieldset>
      {form.problem}
      <FormFooter verb={t("add")} busy={form.isPending} disabled={kinds.length === 0} />
    </form>
  );
}
