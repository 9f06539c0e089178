"use client";

import { useFormat } from "@/components/pieces/use-format";
import { cn } from "@/components/ui/cn";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { visible } from "@/components/ui/visible";
import type { SearchItem } from "@/lib/memories/contract";
import { memoryWhy } from "@/messages/compiled/memory-why";
import type { PlainKey } from "@/messages/message";
import { couldBeServed } from "./could-be-served";

const loadWhy = () => import("./memory-why-opened").then((part) => part.MemoryWhyOpened);

type Way = PlainKey<typeof memoryWhy>;

/** How a search found a memory: by meaning, by words, by spelling. */
function foundBy({ scores }: SearchItem): Way[] {
  const ways: Way[] = [];
  if (scores.vector !== null) ways.push("by_meaning");
  if (scores.bm25 !== null) ways.push("by_words");
  if (scores.trigram) ways.push("by_spelling");
  if (ways.length === 0) ways.push("by_score");
  return ways;
}

/** Why a memory matched: how well, in the order of the list, and the lists it came from, opening every part of its score. */
export function WhyMatched({ item, relevance_floor }: { item: SearchItem; relevance_floor: number }) {
  const t = useMessages(memoryWhy);
  const { formatDecimal } = useFormat();
  const falls_off = !couldBeServed(item, relevance_floor);
  let how = t("scored", { score: formatDecimal(item.score, 2) });
  if (item.word_for_word) how = t("word_for_word");
  const found = foundBy(item).map((way) => t(way));
  return (
    <OpensOnDemand
      opens="dialog"
      load={loadWhy}
      props={{ item, relevance_floor }}
      trigger={
        <button
          type="button"
          className="inline-flex max-w-full flex-wrap items-baseline gap-x-1.5 rounded-sm text-left text-muted-foreground underline decoration-border-strong decoration-dotted underline-offset-4 hover:text-foreground"
          aria-label={t(falls_off ? "label_below" : "label", { ways: found.join(", "), how })}
        >
          <span className={cn("whitespace-nowrap", !falls_off && "font-medium text-foreground")}>{how}</span>
          <span className="whitespace-nowrap text-xs">{found.join(" + ")}</span>
        </button>
      }
    />
  );
}

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The statement with the words of the query marked. */
export function MarkedStatement({ statement, matched }: { statement: string; matched: readonly string[] }) {
  const words = matched.filter((word) => word.trim() !== "");
  if (words.length === 0) return visible(statement);
  const pattern = new RegExp(`(${words.map(escaped).join("|")})`, "giu");
  return visible(statement)
    .split(pattern)
    .map((part, index) => {
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
