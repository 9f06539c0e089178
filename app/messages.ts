import type { Metadata } from "next";
import { cookies, headers } from "next/headers";
import { pageTitles } from "@/messages/compiled/page-titles";
import { LANGUAGE_COOKIE, type Language, languageOf } from "@/messages/languages";
import type { Area, PlainKey, Translate } from "@/messages/message";
import { translate } from "@/messages/translate";

/** The language of a request: the one that its reader chose, else the first that the browser asks for and we speak. */
export async function requestLanguage(): Promise<Language> {
  const [jar, sent] = await Promise.all([cookies(), headers()]);
  return languageOf({ chosen: jar.get(LANGUAGE_COOKIE)?.value, accepted: sent.get("accept-language") });
}

/** Writes the texts of an area on the server: for titles, and for pages that render no component of the browser. */
export async function getMessages<A extends Area>(area: A): Promise<Translate<A>> {
  const language = await requestLanguage();
  if (language === "en") return translate(area, { language, translations: null });
  const { default: translations } = await import(`@/messages/compiled/languages/${language}`);
  return translate(area, { language, translations });
}

/** A page's title, as its `generateMetadata`. */
export const titled = (key: PlainKey<typeof pageTitles>) => async (): Promise<Metadata> => {
  const t = await getMessages(pageTitles);
  return { title: t(key) };
};
