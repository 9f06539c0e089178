import { Prisma } from "@/lib/db/generated/client";

/** The pattern of LIKE for texts that contain this one; `%`, `_` and `\` are letters like others. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** That each word occurs in one of the columns, in whatever case and order. */
export function holdsWords(columns: readonly Prisma.Sql[], words: readonly string[]): Prisma.Sql {
  if (words.length === 0) return Prisma.sql`true`;
  const each = words.map((word) => {
    const places = columns.map((column) => Prisma.sql`${column} ilike ${containing(word)}`);
    return Prisma.sql`(${Prisma.join(places, " or ")})`;
  });
  return Prisma.join(each, " and ");
}
