"use client";

import type { ReactNode } from "react";
import { useMessages } from "@/components/ui/messages";
import { type MeasureFilter, type MeasureName, rowsHref } from "@/lib/kernel/measures";
import { measureDefinitions } from "@/messages/compiled/measure-definitions";
import { DefinitionHint } from "./definition-hint";
import { useMeasureWords } from "./use-measure-words";

/** How a measure is computed, one click away from it, with the way to its rows. */
export function MeasureHint({
  measure,
  filter,
  children,
}: {
  measure: MeasureName;
  filter?: MeasureFilter;
  /** What this screen has to add. */
  children?: ReactNode;
}) {
  const t = useMessages(measureDefinitions);
  const { term } = useMeasureWords()(measure);
  return (
    <DefinitionHint term={term} rows_href={rowsHref(measure, filter)}>
      <p>{t(measure)}</p>
      {children}
    </DefinitionHint>
  );
}
