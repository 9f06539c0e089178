import { createHash } from "node:crypto";
import { Prisma } from "./generated/client";

/** Tables that belong to no single organization; only lib/access reads them. */
const UNSCOPED = new Set<string>([
  "organization",
  "person",
  "person_account",
  "login_link",
  "login",
  "passkey",
  "passkey_challenge",
]);

/** True when a where or data object binds the query to one organization, directly or through a composite key. */
function namesOrganization(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.length > 0 && value.every(namesOrganization);
  return Object.entries(value).some(([field, item]) => {
    if (field === "organization_id") return typeof item === "string" && item.length > 0;
    if (field.startsWith("organization_id_")) return namesOrganization(item);
    if (field === "AND") return Array.isArray(item) ? item.some(namesOrganization) : namesOrganization(item);
    return false;
  });
}

/**
 * Refuses every query on a tenant table that does not name its organization: reads, updates and deletes in `where`,
 * creations in `data`. It sees top-level calls; nested writes are held by the composite foreign keys.
 */
export const tenantGuard = Prisma.defineExtension({
  name: "tenant-guard",
  query: {
    $allModels: {
      $allOperations({ model, operation, args, query }) {
        if (UNSCOPED.has(model)) return query(args);
        const operands = args as { where?: unknown; data?: unknown; create?: unknown };
        const action: string = operation;
        const bound = action.startsWith("create")
          ? namesOrganization(operands.data)
          : namesOrganization(operands.where) && (action !== "upsert" || namesOrganization(operands.create));
        if (!bound)
          throw new Error(`${model}.${operation} does not name an organization_id; every tenant query must.`);
        return query(args);
      },
    },
  },
});

const NAMES_ORGANIZATION = /organization_id['"]?\s*\)?\s*(?:=|,)\s*\(?$/i;
const INSERTS_IT_FIRST = /insert into \S+\s*\(\s*"?organization_id"?\s*[,)][^;]*(?:select|values\s*\()\s*$/i;
const IS_THE_ORGANIZATION = /from organization (?:\w )?where (?:\w\.)?id =\s*$/i;
const LOCKS = /hashtextextended\([^()]*$/i;
/** Functions whose first argument is the organization. */
const CALLS_FOR_IT = /\baudit_prun(?:e|able)\(\s*$/i;

/**
 * The tag of every raw statement on rows of an organization. Fragments (`Prisma.sql`) may be put into it; what runs is
 * made by this tag alone, so that a statement which forgets the organization is refused before it reaches the database.
 * @throws Error when the statement is not bound to this organization, or to another one as well.
 */
export function tenantSql(organization_id: string) {
  return (texts: TemplateStringsArray, ...values: readonly unknown[]): Prisma.Sql => {
    const statement = Prisma.sql(texts, ...values);
    assertBound(statement, organization_id);
    return statement;
  };
}

function assertBound({ strings, values }: Prisma.Sql, organization_id: string): void {
  let before = "";
  let bound = false;
  values.forEach((value, at) => {
    before += strings[at];
    const names = NAMES_ORGANIZATION.test(before);
    if (names && value !== organization_id)
      throw new Error("A statement of one organization names another one.");
    bound ||=
      value === organization_id &&
      (names ||
        INSERTS_IT_FIRST.test(before) ||
        IS_THE_ORGANIZATION.test(before) ||
        LOCKS.test(before) ||
        CALLS_FOR_IT.test(before));
    before += "?";
  });
  if (!bound)
    throw new Error("A raw statement does not bind the organization_id it was made for; every one must.");
}

const PREPARED = "/* prepared */ ";

const statementNames = new Map<string, string>();

/**
 * A statement that each connection keeps parsed, and planned where the plan does not depend on the values: for what is asked
 * all the time with one text. Of a text that grows with its values every connection would keep each.
 */
export function prepared(statement: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${Prisma.raw(PREPARED)}${statement}`;
}

/** The name under which a connection keeps a statement; empty: it keeps none. */
export function statementNameOf({ sql }: { sql: string }): string {
  if (!sql.startsWith(PREPARED)) return "";
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  const name = `casebook_${createHash("sha256").update(sql).digest("hex").slice(0, 24)}`;
  statementNames.set(sql, name);
  return name;
}

/** The name of a table, a column or a type, quoted. */
export function identifier(name: string): Prisma.Sql {
  return Prisma.raw(`"${name.replaceAll('"', '""')}"`);
}

/** Several of them, separated by commas; with `of`, as columns of this alias. */
export function identifiers(names: readonly string[], of?: string): Prisma.Sql {
  const columns = names.map((name) => {
    if (of === undefined) return identifier(name);
    return column(of, name);
  });
  return Prisma.join(columns);
}

/** A column of an alias. */
export function column(of: string, name: string): Prisma.Sql {
  return Prisma.sql`${identifier(of)}.${identifier(name)}`;
}

/** A value in the text of a statement, for where PostgreSQL takes no parameter: in types and the conditions of indexes. */
export function literal(value: string | number): Prisma.Sql {
  if (typeof value === "string") return Prisma.raw(`'${value.replaceAll("'", "''")}'`);
  if (!Number.isFinite(value)) throw new Error("a literal number is finite");
  return Prisma.raw(String(value));
}
