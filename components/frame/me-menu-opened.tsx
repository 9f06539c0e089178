"use client";

import { LogOut, MonitorSmartphone, Settings } from "lucide-react";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import Link from "@/components/ui/link";
import type { Opened } from "@/components/ui/on-demand";
import { leave } from "./leave";
import type { FrameMember } from "./me-menu";
import { OrganizationChoice } from "./organization-choice";

export function MeMenuOpened({ member, trigger }: { member: FrameMember } & Opened) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
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
        <DropdownMenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
