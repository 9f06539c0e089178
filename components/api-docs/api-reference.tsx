"use client";

import "@scalar/api-reference-react/style.css";
import { ApiReferenceReact } from "@scalar/api-reference-react";
import { ArrowLeft } from "lucide-react";
import Link from "next/link";
import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const never = () => () => undefined;
/** False on the server and during hydration: the reference is made of what the browser alone has. */
const useInBrowser = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** The REST API as this server describes itself, bundled: nothing is loaded from elsewhere and nothing is reported. */
export function ApiReference() {
  const { resolvedTheme } = useTheme();
  const inBrowser = useInBrowser();
  return (
    <>
      <header className="flex h-12 items-center gap-3 border-b px-4 sm:px-6">
        <Link
          href="/"
          className="inline-flex items-center gap-1.5 text-muted-foreground text-sm hover:text-foreground"
        >
          <ArrowLeft aria-hidden className="size-3.5" />
          Casebook
        </Link>
        <h1 className="font-medium text-sm">API</h1>
        <a
          href="/api/openapi.json"
          className="ml-auto text-primary text-sm underline-offset-4 hover:underline"
        >
          openapi.json
        </a>
      </header>
      {/* Scalar brings the main landmark. */}
      <div id="main">
        {inBrowser ? (
          <ApiReferenceReact
            // Scalar keeps the theme it started with.
            key={resolvedTheme}
            configuration={{
              url: "/api/openapi.json",
              baseServerURL: window.location.origin,
              theme: "none",
              withDefaultFonts: false,
              telemetry: false,
              hideClientButton: true,
              hideDarkModeToggle: true,
              showDeveloperTools: "never",
              forceDarkModeState: resolvedTheme === "dark" ? "dark" : "light",
              agent: { disabled: true },
              customCss: COLOURS,
            }}
          />
        ) : (
          <div className="flex flex-col gap-4 p-6" aria-busy="true">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="w-96 max-w-full" />
            <Skeleton className="w-80 max-w-full" />
          </div>
        )}
      </div>
    </>
  );
}

/** Scalar's variables, filled with the tokens of globals.css. */
const COLOURS = `
.light-mode, .dark-mode {
  --scalar-font: var(--font-geist-sans), ui-sans-serif, system-ui, sans-serif;
  --scalar-font-code: var(--font-geist-mono), ui-monospace, monospace;
  --scalar-background-1: var(--background);
  --scalar-background-2: var(--sunken);
  --scalar-background-3: var(--muted);
  --scalar-background-accent: var(--primary-soft);
  --scalar-color-1: var(--foreground);
  --scalar-color-2: var(--muted-foreground);
  --scalar-color-3: var(--muted-foreground);
  --scalar-color-accent: var(--primary);
  --scalar-border-color: var(--border);
  --scalar-color-green: var(--ok);
  --scalar-color-red: var(--danger);
  --scalar-color-yellow: var(--warn);
  --scalar-color-orange: var(--warn);
  --scalar-color-blue: var(--primary);
  --scalar-radius: 5px;
  --scalar-radius-lg: 8px;
  --scalar-custom-header-height: 48px;
}
.light-mode .sidebar, .dark-mode .sidebar {
  --scalar-sidebar-background-1: var(--sunken);
  --scalar-sidebar-border-color: var(--border);
  --scalar-sidebar-item-active-background: var(--accent);
  --scalar-sidebar-color-active: var(--foreground);
}`;
