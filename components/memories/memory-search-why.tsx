"use client";

import { formatShare } from "@/components/pieces/format";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { SearchItem } from "@/lib/memories/contract";

const figure = (value: number | null, digits = 2) => {
  if (value === null) return "–";
  return value.toFixed(digits);
};
const factor = (value: number) => `× ${value.toFixed(2)}`;

/** How a search found a memory, in words: by meaning, by words, by spelling. */
function foundBy({ scores }: SearchItem): string[] {
  return [
    ...(scores.vector === null ? [] : ["meaning"]),
    ...(scores.bm25 === null ? [] : ["words"]),
    ...(scores.trigram === null || scores.trigram === 0 ? [] : ["spelling"]),
  ];
}

/** Why a memory matched: the lists it came from and how relevant it is, opening every component of its score. */
export function WhyMatched({ item, relevance_floor }: { item: SearchItem; relevance_floor: number }) {
  const { scores, matched, score, relevance } = item;
  const percent = formatShare(relevance);
  const falls_off = relevance < relevance_floor;
  const found = foundBy(item);
  const rows = [
    ["Meaning", "Cosine similarity to the query", figure(scores.vector)],
    ["Words", "BM25 of shared words", figure(scores.bm25)],
    ["Spelling", "Trigram similarity, 0 to 1", figure(scores.trigram)],
    ["Quality", "Moves the score", factor(scores.quality)],
    ["Recency", "How lately it was confirmed", factor(scores.recency)],
    ["Verification", "What the last checks said", factor(scores.verification)],
  ];
  return (
    <Popover>
      <PopoverTrigger
        className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 rounded-sm text-left text-muted-foreground underline decoration-border-strong decoration-dotted underline-offset-4 hover:text-foreground"
        aria-label={`Why it matched: ${found.join(", ") || "score"}, ${percent} relevant${falls_off ? ", below the floor" : ""}`}
      >
        <span className={falls_off ? "whitespace-nowrap" : "whitespace-nowrap font-medium text-foreground"}>
          {falls_off ? `hardly relevant, ${percent}` : `${percent} relevant`}
        </span>
        <span className="whitespace-nowrap text-xs">{found.join(" + ") || "score"}</span>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-80" aria-label="Why it matched">
        <p className="mb-2 font-medium">Why it matched</p>
        <dl className="grid grid-cols-[auto_1fr_auto] gap-y-1 tabular-nums [&_dd]:pl-3">
          {rows.map(([name, meaning, value]) => (
            <div key={name} className="contents">
              <dt>{name}</dt>
              <dd className="truncate text-muted-foreground text-xs leading-5">{meaning}</dd>
              <dd className="text-right">{value}</dd>
            </div>
          ))}
          <div className="contents font-medium [&>*]:mt-1 [&>*]:border-t [&>*]:pt-1">
            <dt>Score</dt>
            <dd />
            <dd className="text-right">{figure(score, 4)}</dd>
          </div>
        </dl>
        <p className="mt-2 text-pretty text-xs">
          {percent} relevant to these words, by meaning and words in common.
          {falls_off
            ? ` Below ${Math.round(relevance_floor * 100)} % agents are not given it unasked.`
            : " Agents may be given it for such a task."}
        </p>
        {matched.length > 0 && (
          <p className="mt-2 wrap-anywhere text-muted-foreground text-xs">
            Words of the query in it: {matched.join(", ")}
          </p>
        )}
        <p className="mt-2 text-pretty text-muted-foreground text-xs">
          A dash: not found that way. The three are scaled among all that was found and summed by weight; the
          factors then move the sum.
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
