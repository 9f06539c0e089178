"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { setNonce } from "get-nonce";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useInsertionEffect, useState } from "react";
import { LanguageProvider } from "@/components/ui/messages";
import { ShortcutsProvider } from "@/components/ui/shortcuts";
import { Toaster } from "@/components/ui/toast";
import { ApiError, listenToOtherTabs } from "@/lib/doors/client";
import type { Language } from "@/messages/languages";

/** Whether to ask once more before saying so: what was refused is refused again, and waiting would only keep it from sight. */
function mayPass(failures: number, error: Error): boolean {
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return failures < 1 && !refused;
}

/** Longer is no reading kept from saying that the server is overloaded. */
const LONGEST_WAIT_SECONDS = 10;

/** An overloaded server says when to ask again. */
function retryDelay(failures: number, error: Error): number {
  const asked = error instanceof ApiError ? error.retry_after_seconds : undefined;
  return 1_000 * Math.min(LONGEST_WAIT_SECONDS, asked ?? 2 ** failures);
}

/**
 * Everything a screen may rely on: language, theme, URL state, query cache, keyboard shortcuts, toasts. `nonce` is the
 * content policy's, for the script that sets the theme before the first paint, and for styles of dialogs that are open.
 */
export function Providers({
  nonce,
  language,
  children,
}: {
  nonce?: string;
  language: Language;
  children: ReactNode;
}) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // A server page hydrates the cache; without a stale time the browser would fetch the same rows at once.
          queries: { staleTime: 15_000, retry: mayPass, retryDelay, refetchOnWindowFocus: false },
        },
      }),
  );
  // Before the effects in which an open dialog locks the page's scrolling by a style sheet.
  useInsertionEffect(() => {
    if (nonce !== undefined) setNonce(nonce);
  }, [nonce]);
  useEffect(() => listenToOtherTabs(queryClient), [queryClient]);
  return (
    <LanguageProvider language={language}>
      <ThemeProvider
        attribute="class"
        defaultTheme="system"
        enableSystem
        disableTransitionOnChange
        nonce={nonce}
      >
        <NuqsAdapter>
          <QueryClientProvider client={queryClient}>
            <ShortcutsProvider>{children}</ShortcutsProvider>
            <Toaster />
          </QueryClientProvider>
        </NuqsAdapter>
      </ThemeProvider>
    </LanguageProvider>
  );
}
