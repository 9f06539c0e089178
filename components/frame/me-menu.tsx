"use client";

import { Moon, Sun } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { frame } from "@/messages/compiled/frame";

export type FrameMember = { name: string; email?: string | null; role: string };

const NOTHING = {};
const loadThemeMenu = () => import("./theme-menu-opened").then(({ ThemeMenuOpened }) => ThemeMenuOpened);
const loadMeMenu = () => import("./me-menu-opened").then(({ MeMenuOpened }) => MeMenuOpened);

const initials = (name: string) =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("") || "?";

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const t = useMessages(frame);
  return (
    <OpensOnDemand
      opens="menu"
      load={loadThemeMenu}
      props={NOTHING}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("theme")} title={t("theme")}>
          {/* Which of the two shows is decided by CSS: the server does not know the theme. */}
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      }
    />
  );
}

/** Who is signed in, and the way out. */
export function MeMenu({ member }: { member: FrameMember }) {
  const t = useMessages(frame);
  return (
    <OpensOnDemand
      opens="menu"
      load={loadMeMenu}
      props={{ member }}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t("you", { name: member.name })} title={member.name}>
          <span
            aria-hidden
            className="inline-flex size-6 items-center justify-center rounded-full bg-primary-soft font-medium text-primary text-xs"
          >
            {initials(member.name)}
          </span>
        </Button>
      }
    />
  );
}
