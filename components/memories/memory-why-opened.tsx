"use client";

import type { ReactNode } from "react";
import { orDash } from "@/components/pieces/format";
import { useFormat } from "@/components/pieces/use-format";
import { useMessages } from "@/components/ui/messages";
import type { Opened } from "@/components/ui/on-demand";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { SearchItem } from "@/lib/memories/contract";
import { memoryWhy } from "@/messages/compiled/memory-why";
import { couldBeServed } from "./could-be-served";

/** A part of the sum: what was measured, how it stands among all that was found, and its weight. */
function partOf({ scores }: SearchItem, name: "vector" | "bm25" | "trigram") {
  const { [name]: weight } = scores.weights;
  const { [name]: adds } = scores.adds;
  return { measured: scores[name], scaled: weight === 0 ? 0 : adds / weight, weight, adds };
}

const PARTS = [
  { name: "vector", measured_by: "part_meaning" },
  { name: "bm25", measured_by: "part_words" },
  { name: "trigram", measured_by: "part_spelling" },
] as const;

const asMeasured = (content: ReactNode) => <span className="text-muted-foreground text-xs">{content}</span>;

/** The score as a sum that can be checked: three parts on one scale of 0–1 with their weights, then the factors. */
function ScoreSum({ item }: { item: SearchItem }) {
  const t = useMessages(memoryWhy);
  const { formatDecimal } = useFormat();
  const { scores, score } = item;
  const sum = scores.adds.vector + scores.adds.bm25 + scores.adds.trigram;
  const factors = [
    { word: "factor_quality", value: scores.quality },
    { word: "factor_recency", value: scores.recency },
    { word: "factor_verification", value: scores.verification },
  ] as const;
  return (
    <table className="w-full tabular-nums [&_td]:text-right [&_td]:pl-3 [&_th[scope=row]]:text-left [&_th]:font-normal">
      <thead className="text-muted-foreground text-xs">
        <tr>
          <th scope="col" className="text-left">
            {t("head_part")}
          </th>
          <th scope="col" className="pl-3 text-right">
            {t("head_scale")}
          </th>
          <th scope="col" className="pl-3 text-right">
            {t("head_weight")}
          </th>
          <th scope="col" className="pl-3 text-right">
            {t("head_adds")}
          </th>
        </tr>
      </thead>
      <tbody>
        {PARTS.map(({ name, measured_by }) => {
          const { measured, scaled, weight, adds } = partOf(item, name);
          const value = orDash(measured, (known) => formatDecimal(known, 2));
          return (
            <tr key={name}>
              <th scope="row">{t.rich(measured_by, { value, measured: asMeasured })}</th>
              <td>{formatDecimal(scaled, 3)}</td>
              <td>× {formatDecimal(weight, 3)}</td>
              <td>{formatDecimal(adds, 3)}</td>
            </tr>
          );
        })}
        <tr className="border-t">
          <th scope="row" colSpan={3}>
            {t("sum")}
          </th>
          <td>{formatDecimal(sum, 3)}</td>
        </tr>
        {factors.map(({ word, value }) => (
          <tr key={word}>
            <th scope="row" colSpan={3}>
              {t(word)}
            </th>
            <td>× {formatDecimal(value, 3)}</td>
          </tr>
        ))}
        <tr className="border-t font-medium">
          <th scope="row" colSpan={3} className="font-medium">
            {t("score")}
          </th>
          <td>{formatDecimal(score, 3)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** Every component of the score of a memory that was found, behind the button that says how relevant it is. */
export function MemoryWhyOpened({
  item,
  relevance_floor,
  trigger,
}: { item: SearchItem; relevance_floor: number } & Opened) {
  const t = useMessages(memoryWhy);
  const { formatShare } = useFormat();
  const { matched, memory, relevance } = item;
  const share = formatShare(relevance);
  const floor = Math.round(relevance_floor * 100);
  let not_served = t("not_active");
  if (memory.status === "active") not_served = t("not_served", { share, floor });
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" className="w-96 max-w-[calc(100vw-2rem)]" aria-label={t("title")}>
        <p className="mb-2 font-medium">{t("title")}</p>
        <ScoreSum item={item} />
        <p className="mt-2 text-pretty text-xs">
          {couldBeServed(item, relevance_floor) ? t("served", { share }) : not_served}
        </p>
        {matched.length > 0 && (
          <p className="mt-2 wrap-anywhere text-muted-foreground text-xs">
            {t("matching", { words: matched.join(", ") })}
          </p>
        )}
        <p className="mt-2 text-pretty text-muted-foreground text-xs">{t("legend")}</p>
      </PopoverContent>
    </Popover>
  );
}
