"use client";

import { LogOut, MonitorSmartphone, Settings } from "lucide-react";
import { useRouter } from "next/navigation";
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
import Link from "@/components/ui/link";
import { useLanguage, useMessages } from "@/components/ui/messages";
import { refusesOffline } from "@/components/ui/offline";
import type { Opened } from "@/components/ui/on-demand";
import { frameMenus } from "@/messages/compiled/frame-menus";
import { LANGUAGE_COOKIE, LANGUAGE_NAMES, LANGUAGES } from "@/messages/languages";
import type { FrameMember } from "./me-menu";
import { OrganizationChoice } from "./organization-choice";
import { signOutAndForget } from "./sign-out";

const YEAR_SECONDS = 31_536_000;

export function MeMenuOpened({ member, trigger }: { member: FrameMember } & Opened) {
  const t = useMessages(frameMenus);
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="w-60">
        <DropdownMenuLabel className="flex flex-col">
          <span className="truncate font-medium text-foreground text-sm">{member.name}</span>
          {member.email && <span className="truncate">{member.email}</span>}
          <span>{t("role", { role: member.role })}</span>
        </DropdownMenuLabel>
        <OrganizationChoice />
        <LanguageChoice />
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/settings/sign-ins">
            <MonitorSmartphone aria-hidden />
            {t("sign_ins")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link href="/settings">
            <Settings aria-hidden />
            {t("settings")}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void signOutAndForget()}>
          <LogOut aria-hidden />
          {t("sign_out")}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The language of the interface in this browser; before one is chosen it is the browser's own. */
function LanguageChoice() {
  const t = useMessages(frameMenus);
  const language = useLanguage();
  const router = useRouter();
  const choose = (chosen: string) => {
    if (chosen === language || refusesOffline()) return;
    const secure = window.location.protocol === "https:" ? "; secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
    document.cookie = `${LANGUAGE_COOKIE}=${chosen}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
    router.refresh();
  };
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t("language")}</DropdownMenuLabel>
      <DropdownMenuRadioGroup aria-label={t("language")} value={language} onValueChange={choose}>
        {LANGUAGES.map((each) => (
          <DropdownMenuRadioItem key={each} value={each} lang={each}>
            {LANGUAGE_NAMES[each]}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
