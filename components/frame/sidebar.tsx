"use client";

import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { Tooltip } from "@/components/ui/tooltip";
import { frame } from "@/messages/compiled/frame";
import { isInModule, MODULES, type Module, moduleHref, type SectionKey } from "./modules";
import type { WaitingPlace, WaitingPlaces } from "./waiting-places";

/** What waits in a section; a section without an entry, or with 0, shows no number. */
export type SectionCounts = Partial<Record<SectionKey, number>>;

const shortCount = (count: number) => {
  if (count > 999) return "999+";
  return String(count);
};

/** The sections as links, with what waits in each; `narrow` shows icons alone, each explained on hover and focus. */
export function SectionLinks({
  counts,
  places,
  repository,
  narrow = false,
  onNavigate,
}: {
  counts: SectionCounts;
  places: WaitingPlaces;
  repository: string | null;
  narrow?: boolean;
  onNavigate?: () => void;
}) {
  const t = useMessages(frame);
  const pathname = usePathname();
  return (
    <ul className="flex flex-col gap-0.5">
      {MODULES.map((module) => {
        const Icon = module.icon;
        const current = isInModule(pathname, module);
        const count = counts[module.key] ?? 0;
        const label = t(module.label);
        const link = (
          <Link
            href={moduleHref(module.href, repository)}
            onClick={onNavigate}
            aria-current={current ? "page" : undefined}
            className={cn(
              "relative flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm transition-colors",
              current
                ? "bg-accent font-medium"
                : "text-muted-foreground hover:bg-accent hover:text-foreground",
              narrow && "justify-center px-0",
            )}
          >
            <Icon aria-hidden className={cn("size-4 shrink-0", current && "text-primary")} />
            <span className={cn("flex-1 truncate", narrow && "sr-only")}>{label}</span>
            {narrow && (
              <span className="absolute top-1 right-1.5">
                {/* Beside an icon alone there is room for a dot; the number is in the tooltip. */}
                {count > 0 && <span className="block size-2 rounded-full bg-primary" />}
                <span className="sr-only">
                  <Waiting module={module} place={places[module.key]} count={count} linked={false} />
                </span>
              </span>
            )}
          </Link>
        );
        return (
          <li key={module.key} className="relative">
            {narrow ? (
              <Tooltip side="right" content={count > 0 ? <Explained module={module} count={count} /> : label}>
                {link}
              </Tooltip>
            ) : (
              <>
                {link}
                <span className="absolute inset-y-0 right-1.5 flex items-center text-xs">
                  <Waiting module={module} place={places[module.key]} count={count} onNavigate={onNavigate} />
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A section and how much waits in it, in words. */
function Explained({ module, count }: { module: Module; count: number }) {
  const t = useMessages(frame);
  return t.rich("section_with_count", {
    section: t(module.label),
    waiting: () => t.rich(module.waiting, { count: () => String(count), words: (text) => text }),
  });
}

/** How much waits in a section, leading to it: that may be another page than the section's first. */
function Waiting({
  module: { waiting },
  place,
  count,
  linked = true,
  onNavigate,
}: {
  module: Module;
  /** Undefined where nothing that waits is listed. */
  place: WaitingPlace | undefined;
  count: number;
  linked?: boolean;
  onNavigate?: () => void;
}) {
  const t = useMessages(frame);
  if (count === 0) return null;
  const words = (text: ReactNode) => <span className="sr-only">{text}</span>;
  if (place === undefined)
    return (
      <span className="inline-flex min-h-6 min-w-6 items-center justify-center font-medium text-foreground text-xs">
        {t.rich(waiting, { count: () => shortCount(count), words })}
      </span>
    );
  const { href, title, measure, isStated } = place;
  const marks = {
    "data-measure": measure,
    "data-value": count,
    "data-rows": isStated ? count : undefined,
  };
  const written = t.rich(waiting, {
    count: () => <span className="font-medium text-foreground">{shortCount(count)}</span>,
    words,
  });
  if (!linked)
    return (
      <span {...marks} data-href={href}>
        {written}
      </span>
    );
  return (
    <Link
      href={href}
      {...marks}
      onClick={onNavigate}
      title={title}
      className="inline-flex min-h-6 min-w-6 items-center justify-center rounded-sm underline-offset-4 hover:underline"
    >
      {written}
    </Link>
  );
}

const EXPANDED = { Icon: PanelLeftClose, words: "collapse_sidebar", width: "w-52" } as const;
const COLLAPSED = { Icon: PanelLeftOpen, words: "expand_sidebar", width: "w-13" } as const;

/** The left column of wide screens. */
export function Sidebar({
  counts,
  places,
  repository,
  collapsed,
  onCollapsedChange,
}: {
  counts: SectionCounts;
  places: WaitingPlaces;
  repository: string | null;
  collapsed: boolean;
  onCollapsedChange: (collapsed: boolean) => void;
}) {
  const t = useMessages(frame);
  const { Icon, words, width } = collapsed ? COLLAPSED : EXPANDED;
  return (
    <nav
      aria-label={t("sections")}
      className={cn(
        "sticky top-0 flex h-dvh shrink-0 flex-col border-r bg-sunken max-md:hidden print:hidden",
        width,
      )}
    >
      <div className={cn("flex h-12 items-center border-b px-3.5", collapsed && "justify-center px-0")}>
        <Wordmark short={collapsed} />
      </div>
      <div className="flex-1 overflow-y-auto p-2">
        <SectionLinks counts={counts} places={places} repository={repository} narrow={collapsed} />
      </div>
      <div className={cn("flex border-t p-2", collapsed && "justify-center")}>
        <Button
          variant="ghost"
          size="icon_sm"
          aria-label={t(words)}
          title={t(words)}
          onClick={() => onCollapsedChange(!collapsed)}
          className="text-muted-foreground"
        >
          <Icon aria-hidden />
        </Button>
      </div>
    </nav>
  );
}

/** The name of the product; a case with a marked page in front of it. */
export function Wordmark({ short = false }: { short?: boolean }) {
  const t = useMessages(frame);
  return (
    <Link href="/" aria-label={t("home")} className="inline-flex items-center gap-2 rounded-sm">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 shrink-0">
        <path d="M4 2.5h10.5A1.5 1.5 0 0 1 16 4v12a1.5 1.5 0 0 1-1.5 1.5H4z" fill="var(--primary)" />
        <path d="M6.5 2.5v15" stroke="var(--primary-foreground)" strokeWidth="1" opacity="0.7" />
        <path
          d="m8.8 10.2 1.7 1.7 3-3.4"
          fill="none"
          stroke="var(--primary-foreground)"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {!short && <span className="font-semibold text-base tracking-tight">Casebook</span>}
    </Link>
  );
}
