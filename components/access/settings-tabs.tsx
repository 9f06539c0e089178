"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/cn";

const TABS = [
  ["/settings/organization", "Organization"],
  ["/settings/members", "Members"],
  ["/settings/keys", "Agent keys"],
  ["/settings/connections", "Connections"],
  ["/settings/repositories", "Repositories"],
  ["/settings/jobs", "Jobs"],
  ["/settings/audit", "Audit"],
  ["/settings/exchange", "Export and import"],
] as const;

/** The parts of the settings, each with an address of its own. */
export function SettingsTabs() {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings" className="mb-6 overflow-x-auto border-b [scrollbar-width:none]">
      <ul className="flex gap-4">
        {TABS.map(([href, label]) => {
          const current = pathname === href;
          return (
            <li key={href}>
              <Link
                href={href}
                aria-current={current ? "page" : undefined}
                className={cn(
                  "focus-visible:-outline-offset-2 inline-flex h-9 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 px-0.5 text-muted-foreground text-sm transition-colors hover:text-foreground",
                  current && "border-primary font-medium text-foreground",
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
