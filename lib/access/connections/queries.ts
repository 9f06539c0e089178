import type { Db } from "@/lib/db/client";
import { type connection, Prisma } from "@/lib/db/generated/client";
import { afterCursorUpwards, type Page, type Paging, toPage } from "@/lib/kernel/pagination";
import {
  CONNECTION_KINDS,
  type Connection,
  type ConnectionKind,
  type ConnectionTest,
  connectionTestSchema,
  type RateLimit,
  rateLimitSchema,
} from "../contract";

/**
 * How many repositories are read with each connection. Counted apart: connections are whole on every server of a cluster, and
 * repositories are not.
 */
async function countRepositories(
  db: Db,
  { organization_id, ids }: { organization_id: string; ids: readonly string[] },
): Promise<Map<string | null, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db.repository.groupBy({
    by: ["connection_id"],
    where: { organization_id, connection_id: { in: [...ids] } },
    _count: { _all: true },
  });
  return new Map(rows.map(({ connection_id, _count }) => [connection_id, _count._all]));
}

function toConnection(row: connection, repositories: number): Connection {
  return {
    id: row.id,
    kind: toConnectionKind(row.kind),
    label: row.label,
    base_url: row.base_url,
    username: row.username,
    app_id: row.app_id,
    installation_id: row.installation_id,
    has_webhook_secret: row.sealed_webhook !== null,
    repositories,
    test: row.test === null ? null : connectionTestSchema.parse(row.test),
    rate_limits: rateLimitSchema.array().parse(row.rate_limits),
    version: row.version,
    created_at: row.created_at.toISOString(),
  };
}

function toConnectionKind(kind: string): ConnectionKind {
  const known = CONNECTION_KINDS.find((item) => item === kind);
  if (!known) throw new Error(`unknown kind of connection in the database: ${kind}`);
  return known;
}

export async function listConnections(
  db: Db,
  { organization_id, cursor, limit }: { organization_id: string } & Paging,
): Promise<Page<Connection>> {
  const where: Prisma.connectionWhereInput = { organization_id };
  const [rows, total] = await Promise.all([
    db.connection.findMany({
      where: { ...where, ...afterCursorUpwards(cursor) },
      orderBy: { id: "asc" },
      take: limit + 1,
    }),
    db.connection.count({ where }),
  ]);
  const counts = await countRepositories(db, { organization_id, ids: rows.map(({ id }) => id) });
  const connections = rows.map((row) => toConnection(row, counts.get(row.id) ?? 0));
  return toPage(connections, limit, total, (row) => ({ at: row.created_at, id: row.id }));
}

type ConnectionKey = { organization_id: string; connection_id: string };

export async function findConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<Connection | null> {
  const row = await db.connection.findUnique({
    where: { organization_id_id: { organization_id, id: connection_id } },
  });
  if (!row) return null;
  const counts = await countRepositories(db, { organization_id, ids: [connection_id] });
  return toConnection(row, counts.get(connection_id) ?? 0);
}

/** A connection with its secrets as they are kept: encrypted. */
export type SealedConnection = Pick<Connection, "id" | "kind" | "base_url" | "version"> & {
  username: string | null;
  app_id: string | null;
  installation_id: string | null;
  sealed_credential: string;
};

export async function findSealedConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<SealedConnection | null> {
  const row = await db.connection.findUnique({
    where: { organization_id_id: { organization_id, id: connection_id } },
    select: {
      id: true,
      kind: true,
      base_url: true,
      version: true,
      username: true,
      app_id: true,
      installation_id: true,
      sealed_credential: true,
    },
  });
  return row && { ...row, kind: toConnectionKind(row.kind) };
}

export type ConnectionFields = {
  label: string;
  base_url: string;
  kind: ConnectionKind;
  username: string | null;
  app_id: string | null;
  installation_id: string | null;
  sealed_credential: string;
  sealed_webhook: string | null;
};

export async function insertConnection(
  db: Db,
  { connection_id, ...data }: ConnectionKey & ConnectionFields,
): Promise<Connection> {
  const row = await db.connection.create({ data: { id: connection_id, ...data } });
  return toConnection(row, 0);
}

/** Null when the version is no longer the one given. A test says nothing of new credentials, so it is forgotten. */
export async function updateConnection(
  db: Db,
  {
    organization_id,
    connection_id,
    version,
    now,
    fields,
  }: ConnectionKey & { version: number; now: Date; fields: Partial<ConnectionFields> },
): Promise<Connection | null> {
  const renewed = fields.sealed_credential !== undefined;
  const { count } = await db.connection.updateMany({
    where: { organization_id, id: connection_id, version },
    data: {
      ...fields,
      ...(renewed && { test: Prisma.DbNull, rate_limits: [] }),
      version: { increment: 1 },
      updated_at: now,
    },
  });
  if (count === 0) return null;
  return findConnection(db, { organization_id, connection_id });
}

/** Keeps what a test found, and the limits it saw. Null when the connection was removed meanwhile. */
export async function updateConnectionTest(
  db: Db,
  {
    organization_id,
    connection_id,
    test,
    rate_limits,
  }: ConnectionKey & { test: ConnectionTest; rate_limits: RateLimit[] },
): Promise<Connection | null> {
  await db.connection.updateMany({
    where: { organization_id, id: connection_id },
    data: { test, rate_limits },
  });
  return findConnection(db, { organization_id, connection_id });
}

export async function updateRateLimits(
  db: Db,
  { organization_id, connection_id, rate_limits }: ConnectionKey & { rate_limits: RateLimit[] },
): Promise<void> {
  await db.connection.updateMany({ where: { organization_id, id: connection_id }, data: { rate_limits } });
}

export async function deleteConnection(
  db: Db,
  { organization_id, connection_id }: ConnectionKey,
): Promise<void> {
  await db.connection.delete({ where: { organization_id_id: { organization_id, id: connection_id } } });
}

/** Puts another encryption of the same secret in the place of this one; false when another secret stands there now. */
export async function replaceSealed(
  db: Db,
  {
    organization_id,
    connection_id,
    field,
    before,
    after,
  }: ConnectionKey & { field: "credential" | "webhook"; before: string; after: string },
): Promise<boolean> {
  const column = field === "credential" ? "sealed_credential" : "sealed_webhook";
  const { count } = await db.connection.updateMany({
    where: { organization_id, id: connection_id, [column]: before },
    data: { [column]: after },
  });
  return count === 1;
}
