"use client";

import { Menu, Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { liveRegion } from "@/components/ui/announce";
import { Button } from "@/components/ui/button";
import { Keys } from "@/components/ui/kbd";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand, useOnDemand } from "@/components/ui/on-demand";
import { useShortcuts } from "@/components/ui/shortcuts";
import { staysHere } from "@/components/ui/unsaved";
import { frame } from "@/messages/compiled/frame";
import { FieldFinder } from "./field-finder";
import { type FrameMember, MeMenu, ThemeMenu } from "./me-menu";
import { MODULES, moduleHref } from "./modules";
import { NotificationsBell } from "./notifications-bell";
import { OfflineBanner } from "./offline-banner";
import { fetchPalette, PaletteOnDemand } from "./palette-on-demand";
import { ReadOnlyBanner } from "./read-only-banner";
import { RepositorySwitcher } from "./repository-switcher";
import { type SectionCounts, Sidebar } from "./sidebar";
import { SIDEBAR_COOKIE } from "./sidebar-cookie";
import { useRepository } from "./use-repository";
import type { WaitingPlaces } from "./waiting-places";

const loadShortcuts = () => import("./shortcuts").then(({ Shortcuts }) => Shortcuts);
const loadSections = () => import("./sections-sheet").then(({ SectionsSheet }) => SectionsSheet);

const YEAR_SECONDS = 31_536_000;

export type AppFrameProps = {
  organization: { name: string };
  /** `owner/name` as the server read it from the URL; the URL in the browser goes before it. */
  current_repository?: string | null;
  member: FrameMember;
  counts: SectionCounts;
  places: WaitingPlaces;
  sidebar_narrow?: boolean;
  children: ReactNode;
};

/** What surrounds every screen: sections at the left, organization, repository, palette, theme and me at the top. */
export function AppFrame({
  organization,
  current_repository = null,
  member,
  counts,
  places,
  sidebar_narrow = false,
  children,
}: AppFrameProps) {
  const t = useMessages(frame);
  const router = useRouter();
  const [parameter] = useRepository();
  const repository = parameter ?? current_repository;
  const [narrow, setNarrow] = useState(sidebar_narrow);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const Shortcuts = useOnDemand(loadShortcuts, shortcutsOpen, () => setShortcutsOpen(false));

  const go = (href: string) => {
    if (!staysHere()) router.push(moduleHref(href, repository));
  };

  useShortcuts(
    [
      { keys: "mod+k", label: t("keys_palette"), run: () => setPaletteOpen(true) },
      { keys: "?", label: t("keys_shortcuts"), run: () => setShortcutsOpen(true) },
      ...MODULES.map((module) => ({
        keys: module.jump,
        label: t("keys_section", { section: t(module.label) }),
        run: () => go(module.href),
      })),
      {
        keys: "g q",
        label: t("keys_quarantine"),
        run: () => go("/memories/quarantine"),
      },
    ],
    t("keys_everywhere"),
  );

  return (
    <div className="flex min-h-dvh [--frame-top:48px]">
      <a
        href="#main"
        className="-translate-y-16 fixed top-2 left-2 z-50 rounded-md bg-primary px-3 py-1.5 text-primary-foreground text-sm focus:translate-y-0"
      >
        {t("skip")}
      </a>
      <Sidebar
        counts={counts}
        places={places}
        repository={repository}
        collapsed={narrow}
        onCollapsedChange={(next) => {
          setNarrow(next);
          // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent outside secure contexts
          document.cookie = `${SIDEBAR_COOKIE}=${next ? 1 : 0}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
        }}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="print:hidden sticky top-0 z-30 flex h-12 items-center gap-1 border-b bg-background px-2 sm:px-4">
          <OpensOnDemand
            opens="dialog"
            load={loadSections}
            props={{ counts, places, repository, organization }}
            trigger={
              <Button variant="ghost" size="icon" aria-label={t("sections")} className="md:hidden">
                <Menu aria-hidden />
              </Button>
            }
          />
          <span className="max-w-48 truncate px-1 font-medium text-sm max-sm:hidden">
            {organization.name}
          </span>
          <span aria-hidden className="text-border-strong max-sm:hidden">
            /
          </span>
          <RepositorySwitcher current={repository} />
          <div className="ml-auto flex shrink-0 items-center gap-1">
            <Button
              onClick={() => setPaletteOpen(true)}
              onPointerEnter={fetchPalette}
              onFocus={fetchPalette}
              aria-label={t("search")}
              aria-keyshortcuts="Meta+K Control+K"
              className="text-muted-foreground max-sm:w-8 max-sm:border-0 max-sm:bg-transparent max-sm:px-0 sm:w-52 sm:justify-start sm:px-2.5"
            >
              <Search aria-hidden />
              <span className="flex-1 text-left font-normal max-sm:hidden">{t("search")}</span>
              <span className="max-sm:hidden">
                <Keys keys="mod+k" />
              </span>
            </Button>
            <NotificationsBell />
            <ThemeMenu />
            <MeMenu member={member} />
          </div>
        </header>
        <div className="print:hidden">
          <OfflineBanner />
          <ReadOnlyBanner />
        </div>
        <main
          id="main"
          tabIndex={-1}
          className="w-full min-w-0 flex-1 px-4 py-5 focus-visible:outline-none sm:px-6"
        >
          {children}
        </main>
      </div>
      <div {...liveRegion} className="sr-only" />
      <FieldFinder />
      <PaletteOnDemand
        open={paletteOpen}
        onOpenChange={setPaletteOpen}
        onShowShortcuts={() => setShortcutsOpen(true)}
        repository={repository}
      />
      {Shortcuts && <Shortcuts open={shortcutsOpen} onOpenChange={setShortcutsOpen} />}
    </div>
  );
}
