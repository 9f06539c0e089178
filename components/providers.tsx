"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useState } from "react";
import { ShortcutsProvider } from "@/components/ui/shortcuts";
import { Toaster } from "@/components/ui/toast";
import { TooltipProvider } from "@/components/ui/tooltip";

/**
 * Everything a screen may rely on: theme, URL state, query cache, tooltips, keyboard shortcuts, toasts. `nonce` is the
 * content policy's, for the script that sets the theme before the first paint.
 */
export function Providers({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // A server page hydrates the cache; without a stale time the browser would fetch the same rows at once.
          queries: { staleTime: 15_000, retry: 1, refetchOnWindowFocus: false },
        },
      }),
  );
  return (
    <ThemeProvider
      attribute="class"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <NuqsAdapter>
        <QueryClientProvider client={queryClient}>
          <TooltipProvider delayDuration={250} skipDelayDuration={150}>
            <ShortcutsProvider>{children}</ShortcutsProvider>
          </TooltipProvider>
          <Toaster />
        </QueryClientProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
