import { Prisma } from "../generated/client";

/** Part of a `where`, after another: rows whose `column` is this repository; nothing where it is null, for all of them. */
export function ofRepository(column: Prisma.Sql, repository_id: string | null): Prisma.Sql {
  if (repository_id === null) return Prisma.empty;
  return Prisma.sql`and ${column} = ${repository_id}::uuid`;
}
