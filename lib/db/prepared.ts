import { createHash } from "node:crypto";
import { Prisma } from "./generated/client";

const MARK = "/* prepared */ ";

const names = new Map<string, string>();

/**
 * A statement that each connection keeps parsed, and planned where the plan does not depend on the values: for what is asked
 * all the time with one text. Of a text that grows with its values every connection would keep each.
 */
export function prepared(statement: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(MARK)}${statement}`;
}

/** The name under which a connection keeps a statement; empty: it keeps none. */
export function statementNameOf({ sql }: { sql: string }): string {
  if (!sql.startsWith(MARK)) return "";
  const known = names.get(sql);
  if (known !== undefined) return known;
  const name = `casebook_${createHash("sha256").update(sql).digest("hex").slice(0, 24)}`;
  names.set(sql, name);
  return name;
}
