"use client";

import { useMemo } from "react";
import { type View, ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { settingsTabs } from "@/messages/compiled/settings-tabs";
import type { PlainKey } from "@/messages/message";

const VIEWS: readonly { href: string; label: PlainKey<typeof settingsTabs> }[] = [
  { href: "/settings/organization", label: "tab_organization" },
  { href: "/settings/members", label: "tab_members" },
  { href: "/settings/sign-ins", label: "tab_sign_ins" },
  { href: "/settings/notifications", label: "tab_notifications" },
  { href: "/settings/keys", label: "tab_keys" },
  { href: "/settings/connections", label: "tab_connections" },
  { href: "/settings/services", label: "tab_services" },
  { href: "/settings/repositories", label: "tab_repositories" },
  { href: "/settings/jobs", label: "tab_jobs" },
  { href: "/settings/audit", label: "tab_audit" },
  { href: "/settings/exchange", label: "tab_exchange" },
  { href: "/settings/privacy", label: "tab_privacy" },
  { href: "/settings/danger", label: "tab_danger" },
];

/** The parts of the settings, each with an address of its own. */
export function SettingsTabs() {
  const t = useMessages(settingsTabs);
  const views = useMemo((): View[] => VIEWS.map(({ href, label }) => ({ href, label: t(label) })), [t]);
  return <ViewsNav label={t("navigation")} views={views} />;
}
