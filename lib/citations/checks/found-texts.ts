import type { Tenant } from "@/lib/kernel/actor";

/** A text that was found where code changed, by the id of the row that holds it. */
export type FoundText = { id: string; text: string };

/** Found texts of a repository that come `after` an id (null: from the first), at most `limit`. */
export type FoundTextsPage = Tenant & { repository_id: string; after: string | null; limit: number };

/** What a query for a page of rows with a found text asks for, beside whose they are. */
export const foundTexts = ({ after, limit }: Pick<FoundTextsPage, "after" | "limit">) => ({
  where: { found_text: { not: null }, ...(after !== null && { id: { gt: after } }) },
  select: { id: true, found_text: true } as const,
  orderBy: { id: "asc" } as const,
  take: limit,
});

export const toFoundText = ({ id, found_text }: { id: string; found_text: string | null }): FoundText => ({
  id,
  text: found_text ?? "",
});
