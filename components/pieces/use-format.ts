"use client";

import { useMemo } from "react";
import { useLanguage, useMessages } from "@/components/ui/messages";
import { format } from "@/messages/compiled/format";
import { type Formats, formatsOf } from "./format";

/** Figures and moments in the language of the page. */
export function useFormat(): Formats {
  const t = useMessages(format);
  const language = useLanguage();
  return useMemo(() => formatsOf(t, language), [t, language]);
}
