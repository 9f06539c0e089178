import type { Formats } from "@/components/pieces/format";
import type { LearnedRelevance } from "@/lib/recall/contract";
import type { settingsPacks } from "@/messages/compiled/settings-packs";
import type { Translate } from "@/messages/message";

type T = Translate<typeof settingsPacks>;
type Model = LearnedRelevance["models"][number];

/** What a model's two floors are, of the first memory of a pack and of the others, and what they rest on. */
export function floorInWords({
  t,
  formats: { formatShare },
  model,
  learning,
  relevance_floor,
}: {
  t: T;
  formats: Formats;
  model: Model;
  learning: boolean;
  relevance_floor: number | null;
}): string {
  const by = model.name;
  const measured = formatShare(model.floor_measured);
  if (relevance_floor !== null) {
    const joins = formatShare(Math.min(model.joins_measured, relevance_floor));
    return t("learned_set", { by, floor: formatShare(relevance_floor), measured, joins });
  }
  const joins_measured = formatShare(model.joins_measured);
  if (model.shift === 0 || !learning)
    return `${t("learned_measured", { by, measured, joins: joins_measured })} ${unusedInWords({ t, model, learning })}`;
  const [floor, joins] = [formatShare(model.floor_learned), formatShare(model.joins_learned)];
  return t("learned_raised", { by, floor, measured, joins, joins_measured, ...outcomesOf(t, model) });
}

function unusedInWords({ t, model, learning }: { t: T; model: Model; learning: boolean }): string {
  if (model.learned_at === null) return t("learned_nothing");
  if (!learning) return t("learned_off", outcomesOf(t, model));
  return t("learned_no_higher", outcomesOf(t, model));
}

/** How many outcomes were learned from, and how each became known. */
function outcomesOf(t: T, { reported, inferred, expected }: Model): { count: number; parts: string } {
  const parts = [
    { count: reported, how: "outcomes_reported" },
    { count: inferred, how: "outcomes_inferred" },
    { count: expected, how: "outcomes_expected" },
  ] as const;
  const named = parts.filter(({ count }) => count > 0).map(({ count, how }) => t(how, { count }));
  return { count: reported + inferred + expected, parts: named.join(", ") };
}
