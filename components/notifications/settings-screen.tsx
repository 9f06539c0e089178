"use client";

import { useMe } from "@/components/pieces/use-me";
import { PreferencesForm } from "./preferences-form";
import { Webhooks } from "./webhooks";

/** How a person is notified; for leads, also which addresses are called. */
export function NotificationSettings() {
  const { may } = useMe();
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <PreferencesForm />
      {may("connections:manage") && <Webhooks />}
    </div>
  );
}
