"use client";

import { useMemo } from "react";
import { useMessages } from "@/components/ui/messages";
import { MEASURES, type MeasureName } from "@/lib/kernel/measures";
import { measures } from "@/messages/compiled/measures";

/** What a measure is called, and what n counts; null where nothing is divided. */
type MeasureWords = { term: string; of: string | null };

/** The words of measures in the language of the page. */
export function useMeasureWords(): (name: MeasureName) => MeasureWords {
  const t = useMessages(measures);
  return useMemo(
    () => (name) => {
      const { of } = MEASURES[name];
      return {
        term: t(`${name}_term`),
        of: of === null ? null : t(`of_${of}`),
      };
    },
    [t],
  );
}
