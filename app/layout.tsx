import "./globals.css";
import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { BEFORE_HYDRATION } from "@/components/ui/before-hydration";
import { requestLanguage } from "./messages";

export const metadata: Metadata = {
  title: { default: "Casebook", template: "%s · Casebook" },
  description: "The shared, verified memory of a team's coding agents",
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf7" },
    { media: "(prefers-color-scheme: dark)", color: "#131210" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading it also makes every page render at its request, without which its scripts could not carry a fresh nonce.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  const language = await requestLanguage();
  return (
    // The theme is set on <html> by a script that runs before React, so this one element may differ.
    <html lang={language} className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <script nonce={nonce} suppressHydrationWarning>
          {BEFORE_HYDRATION}
        </script>
        <Providers nonce={nonce} language={language}>
          {children}
        </Providers>
      </body>
    </html>
  );
}
