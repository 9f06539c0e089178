"use client";

import { formatShare } from "@/components/pieces/format";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { SearchItem } from "@/lib/memories/contract";

const figure = (value: number | null, digits = 2) => {
  if (value === null) return "–";
  return value.toFixed(digits);
};
const factor = (value: number) => `× ${value.toFixed(3)}`;

/** A part of the sum: what was measured, how it stands among all that was found, and its weight. */
function partOf({ scores }: SearchItem, name: "vector" | "bm25" | "trigram") {
  const { [name]: weight } = scores.weights;
  const { [name]: adds } = scores.adds;
  return { measured: scores[name], scaled: weight === 0 ? 0 : adds / weight, weight, adds };
}

const PARTS = [
  { name: "vector", word: "Meaning", meaning: "cosine" },
  { name: "bm25", word: "Words", meaning: "BM25" },
  { name: "trigram", word: "Spelling", meaning: "trigrams" },
] as const;

/** The score as a sum that can be checked: three parts on one scale of 0–1 with their weights, then the factors. */
function ScoreSum({ item }: { item: SearchItem }) {
  const { scores, score } = item;
  const sum = scores.adds.vector + scores.adds.bm25 + scores.adds.trigram;
  const factors = [
    { word: "Quality", value: scores.quality },
    { word: "Recency: when it was last confirmed", value: scores.recency },
    { word: "Verification by the last checks", value: scores.verification },
  ];
  return (
    <table className="w-full tabular-nums [&_td]:text-right [&_td]:pl-3 [&_th[scope=row]]:text-left [&_th]:font-normal">
      <thead className="text-muted-foreground text-xs">
        <tr>
          <th scope="col" className="text-left">
            Part
          </th>
          <th scope="col" className="pl-3 text-right">
            0 to 1
          </th>
          <th scope="col" className="pl-3 text-right">
            weight
          </th>
          <th scope="col" className="pl-3 text-right">
            adds
          </th>
        </tr>
      </thead>
      <tbody>
        {PARTS.map(({ name, word, meaning }) => {
          const { measured, scaled, weight, adds } = partOf(item, name);
          return (
            <tr key={name}>
              <th scope="row">
                {word}{" "}
                <span className="text-muted-foreground text-xs">
                  {meaning} {figure(measured)}
                </span>
              </th>
              <td>{scaled.toFixed(3)}</td>
              <td>× {weight.toFixed(3)}</td>
              <td>{adds.toFixed(3)}</td>
            </tr>
          );
        })}
        <tr className="border-t">
          <th scope="row" colSpan={3}>
            Sum
          </th>
          <td>{sum.toFixed(3)}</td>
        </tr>
        {factors.map(({ word, value }) => (
          <tr key={word}>
            <th scope="row" colSpan={3}>
              {word}
            </th>
            <td>{factor(value)}</td>
          </tr>
        ))}
        <tr className="border-t font-medium">
          <th scope="row" colSpan={3} className="font-medium">
            Score
          </th>
          <td>{score.toFixed(3)}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** How a search found a memory, in words: by meaning, by words, by spelling. */
function foundBy({ scores }: SearchItem): string[] {
  const ways: string[] = [];
  if (scores.vector !== null) ways.push("meaning");
  if (scores.bm25 !== null) ways.push("words");
  if (scores.trigram) ways.push("spelling");
  return ways;
}

/** Why a memory matched: the lists it came from and how relevant it is, opening every component of its score. */
export function WhyMatched({ item, relevance_floor }: { item: SearchItem; relevance_floor: number }) {
  const { matched, relevance } = item;
  const percent = formatShare(relevance);
  const falls_off = relevance < relevance_floor;
  const found = foundBy(item);
  return (
    <Popover>
      <PopoverTrigger
        className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 rounded-sm text-left text-muted-foreground underline decoration-border-strong decoration-dotted underline-offset-4 hover:text-foreground"
        aria-label={`Why it matched: ${found.join(", ") || "score"}, ${percent} relevant${falls_off ? ", below the floor" : ""}`}
      >
        <span className={cn("whitespace-nowrap", !falls_off && "font-medium text-foreground")}>
          {falls_off ? `hardly relevant, ${percent}` : `${percent} relevant`}
        </span>
        <span className="whitespace-nowrap text-xs">{found.join(" + ") || "score"}</span>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-96 max-w-[calc(100vw-2rem)]" aria-label="Why it matched">
        <p className="mb-2 font-medium">Why it matched</p>
        <ScoreSum item={item} />
        <p className="mt-2 text-pretty text-xs">
          {percent} relevant to this search, by meaning and words in common.
          {falls_off
            ? ` Below ${Math.round(relevance_floor * 100)} % it is not served in packs.`
            : " It may be served for such a task."}
        </p>
        {matched.length > 0 && (
          <p className="mt-2 wrap-anywhere text-muted-foreground text-xs">
            Matching words: {matched.join(", ")}
          </p>
        )}
        <p className="mt-2 text-pretty text-muted-foreground text-xs">
          A dash: not found this way. The scale from 0 to 1 runs from the lowest to the highest of all
          results.
        </p>
      </PopoverContent>
    </Popover>
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The statement with the words of the query marked. */
export function MarkedStatement({ statement, matched }: { statement: string; matched: readonly string[] }) {
  const words = matched.filter((word) => word.trim() !== "");
  if (words.length === 0) return statement;
  const pattern = new RegExp(`(${words.map(escaped).join("|")})`, "giu");
  return statement.split(pattern).map((part, index) => {
    // Splitting by one group puts what it matched at the odd places.
    if (index % 2 === 0) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a statement have no other name and never move
      <mark key={index} className="rounded-[2px] bg-mark px-px text-inherit">
        {part}
      </mark>
    );
  });
}
