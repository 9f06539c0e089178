import { type View, ViewsNav } from "@/components/pieces/views-nav";

const VIEWS: readonly View[] = [
  { href: "/settings/organization", label: "Organization" },
  { href: "/settings/members", label: "Members" },
  { href: "/settings/sign-ins", label: "Sign-ins" },
  { href: "/settings/notifications", label: "Notifications" },
  { href: "/settings/keys", label: "Agent keys" },
  { href: "/settings/connections", label: "Connections" },
  { href: "/settings/services", label: "Models and mail" },
  { href: "/settings/repositories", label: "Repositories" },
  { href: "/settings/jobs", label: "Jobs" },
  { href: "/settings/audit", label: "Audit" },
  { href: "/settings/exchange", label: "Export and import" },
  { href: "/settings/privacy", label: "Privacy" },
  { href: "/settings/danger", label: "Danger zone" },
];

/** The parts of the settings, each with an address of its own. */
export function SettingsTabs() {
  return <ViewsNav label="Settings" views={VIEWS} />;
}
