import { Prisma } from "./generated/client";

const NAMES_ORGANIZATION = /organization_id['"]?\s*\)?\s*(?:=|,)\s*\(?$/i;
const INSERTS_IT_FIRST = /insert into \S+\s*\(\s*"?organization_id"?\s*[,)][^;]*(?:select|values\s*\()\s*$/i;
const IS_THE_ORGANIZATION = /from organization (?:\w )?where (?:\w\.)?id =\s*$/i;
const LOCKS = /hashtextextended\([^()]*$/i;

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
      (names || INSERTS_IT_FIRST.test(before) || IS_THE_ORGANIZATION.test(before) || LOCKS.test(before));
    before += "?";
  });
  if (!bound)
    throw new Error("A raw statement does not bind the organization_id it was made for; every one must.");
}

/** The name of a table, a column or a type, quoted. */
export function identifier(name: string): Prisma.Sql {
  return Prisma.raw(`"${name.replaceAll('"', '""')}"`);
}

/** Several of them, separated by commas; with `of`, as columns of this alias. */
export function identifiers(names: readonly string[], of?: string): Prisma.Sql {
  const columns = names.map((name) => (of === undefined ? identifier(name) : column(of, name)));
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
