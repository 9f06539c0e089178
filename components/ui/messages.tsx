"use client";

import { createContext, type ReactNode, use, useInsertionEffect, useMemo } from "react";
import type { Language } from "@/messages/languages";
import type { Area, Translate, Translations } from "@/messages/message";
import { type Spoken, translate } from "@/messages/translate";

/** English is with what shows it. */
type Translated = Exclude<Language, "en">;

const LOAD: Readonly<Record<Translated, () => Promise<{ default: Translations }>>> = {
  de: () => import("@/messages/compiled/languages/de"),
};

const loading = new Map<Translated, Promise<Translations>>();

/** The texts of a language: loaded once, as a whole. */
function translationsOf(language: Translated): Promise<Translations> {
  const known = loading.get(language);
  if (known) return known;
  const asked = LOAD[language]().then((loaded) => loaded.default);
  loading.set(language, asked);
  return asked;
}

/** What the page of this browser speaks; nothing on the server, which answers many readers. */
let spokenHere: Spoken | null = null;

const LanguageContext = createContext<Spoken>({ language: "en", translations: null });

/** Everything below is written in this language; while its texts are loaded, what the server rendered stays. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  const translations = language === "en" ? null : use(translationsOf(language));
  const spoken = useMemo(() => ({ language, translations }), [language, translations]);
  useInsertionEffect(() => {
    spokenHere = spoken;
  }, [spoken]);
  return <LanguageContext value={spoken}>{children}</LanguageContext>;
}

/** The language that the page is written in. */
export const useLanguage = (): Language => use(LanguageContext).language;

/** Writes the texts of an area: `t("title")`, `t("found", { count })`, `t.rich("help", { link: (text) => <a>{text}</a> })`. */
export function useMessages<A extends Area>(area: A): Translate<A> {
  const spoken = use(LanguageContext);
  return useMemo(() => translate(area, spoken), [area, spoken]);
}

/**
 * The same for what answers an event outside of a component, such as a toast.
 * @throws Error while a page is rendered: there `useMessages` is right.
 */
export function messagesNow<A extends Area>(area: A): Translate<A> {
  if (spokenHere === null)
    throw new Error("The page is not shown yet: use useMessages while it is rendered.");
  return translate(area, spokenHere);
}
