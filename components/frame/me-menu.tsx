"use client";

import { LogOut, Monitor, MonitorSmartphone, Moon, Settings, Sun } from "lucide-react";
import Link from "next/link";
import { signOut } from "next-auth/react";
import { useTheme } from "next-themes";
import { forgetDrafts } from "@/components/pieces/use-draft";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { OrganizationChoice } from "./organization-choice";

export type FrameMember = { name: string; email?: string | null; role: string };

/** Ends the login, forgets what was written and not sent, and shows the sign-in page. */
export function leave() {
  forgetDrafts();
  void signOut({ callbackUrl: "/sign-in" });
}

const initials = (name: string) =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("") || "?";

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme" title="Theme">
          {/* Which of the two shows is decided by CSS: the server does not know the theme. */}
          <Sun aria-hidden className="dark:hidden" />
          <Moon aria-hidden className="hidden dark:block" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuRadioGroup value={theme} onValueChange={setTheme}>
          <DropdownMenuRadioItem value="light">
            <Sun aria-hidden />
            Light
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="dark">
            <Moon aria-hidden />
            Dark
          </DropdownMenuRadioItem>
          <DropdownMenuRadioItem value="system">
            <Monitor aria-hidden />
            Same as system
          </DropdownMenuRadioItem>
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** Who is signed in, and the way out. */
export function MeMenu({ member }: { member: FrameMember }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`You: ${member.name}`} title={member.name}>
          <span
            aria-hidden
            className="inline-flex size-6 items-center justify-center rounded-full bg-primary-soft font-medium text-primary text-xs"
          >
            {initials(member.name)}
          </span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-60">
        <DropdownMenuLabel className="flex flex-col">
          <span className="truncate font-medium text-foreground text-sm">{member.name}</span>
          {member.email && <span className="truncate">{member.email}</span>}
          <span>{member.role}</span>
        </DropdownMenuLabel>
        <OrganizationChoice />
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/settings/sign-ins">
            <MonitorSmartphone aria-hidden />
            Sign-ins
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/settings">
            <Settings aria-hidden />
            Settings
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={leave}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
