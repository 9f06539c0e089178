import { createHash } from "node:crypto";
import type { ExampleProgress } from "@/lib/access/contract";
import type { Database, Db } from "@/lib/db/client";
import { findTableShapes, insertRows, type TableColumn, type TableShape } from "@/lib/db/sql/exchange";
import { newId } from "@/lib/kernel/ids";

/** The text of every column that takes any. */
export const TEXT = "zebra";
export const MOMENT = "2026-01-01T00:00:00.000Z";

/** Values that a column must have so that its row is read as a row of that table. */
const VALUES: Readonly<Record<string, unknown>> = {
  "finding.addressed_at": null,
  "finding.disposition": "reject",
  "proposal.opened_at": null,
  "relevance_learning.shift": -0.5,
  "agent_key.created_by_key": null,
  "memory.created_by_kind": "person",
  "memory_event.detail": { to: "active" },
  "memory.imported": true,
  "memory.source_kind": "finding",
  "memory_event.type": "updated",
  "memory_link.relation": "near_duplicate",
  "citation.status": "unchanged",
  "citation.facts": [],
  "citation.stands_at": null,
  "conversation_day.day": "2026-01-01",
  "conversation_day.state": "extracting",
  "conversation_line.corrected_at": null,
  "conversation_line.extracted_at": null,
  "conversation_synthesis.state": "working",
  "conversation_synthesis.week": "2026-01-01",
  "notification.actor_kind": "person",
  "notification.title": `${TEXT} did it`,
  "invitation.role": "developer",
  "memory_support.kind": "constant",
  "memory_support.decision": "holds",
  "memory_support.decided_at": MOMENT,
  "memory_support.facts": [],
  "failure.signature_sha256": createHash("sha256").update(TEXT).digest("hex"),
  "failure_occurrence.passed_at": null,
  "failure_occurrence.source": "hook",
  "task_record.status": "passed",
  "ci_run.answer": {
    stored: true,
    id: "01900000-0000-7000-8000-000000000000",
    format: "junit",
    tests: 1,
    passed: 1,
    failed: 0,
    skipped: 0,
    failures: [],
    not_stored: [],
    left_out: 0,
    solved: [],
  },
  "inbox_assignment.kind": "drift",
  "inbox_comment.author_kind": "person",
  "inbox_comment.kind": "drift",
  "inbox_snooze.kind": "drift",
  "notification.emailed_at": null,
  "notification.kind": "mention",
  "notification.read_at": null,
  "notification_delivery.status": "sent",
  "notification_preference.preferences": { digest_at: "10:00" },
  "notification_webhook.active": true,
  "notification_webhook.format": "standard",
  "proposal_comment.author_kind": "person",
  "memory_probe.status": "violated",
  "memory_probe.at_least": null,
  "memory_probe.places": [
    { path: TEXT, line_start: 1, line_end: 1, text: TEXT, since_commit: TEXT, since: MOMENT },
  ],
};

/** Marks that would hide a row from most of what is asked. */
const LEFT_EMPTY =
  /(?:decided|deleted|addressed|revoked|forgotten|superseded|pending|suggested|replaced|expires|used|mentions_read|supports_read|judged)_?(?:at|by|by_version|repository)?$/;

const BY_TYPE: Readonly<Record<string, unknown>> = {
  int4: 1,
  int8: 1,
  float4: 0.5,
  _float4: [0.5],
  float8: 0.5,
  numeric: 0.5,
  bool: false,
  /** A table of lines without lines; to everything else some byte. */
  bytea: "\\x01",
  int2: 1,
  timestamptz: MOMENT,
  date: "2026-01-01",
  jsonb: {},
  halfvec: `[${Array.from({ length: 8 }, () => 0.5).join(",")}]`,
};

export type Filled = { tables: string[]; shapes: Map<string, TableShape> };

/** Tables that carry an organization, those that others refer to first. */
export async function findTenantTables(db: Db): Promise<Filled> {
  const rows = await db.$queryRaw<{ table: string }[]>`
    select c.table_name::text as table from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = current_schema() and c.column_name = 'organization_id' and t.table_type = 'BASE TABLE'
    order by 1`;
  const names = rows.map(({ table }) => table);
  const shapes = await findTableShapes(db, names);
  const tables: string[] = [];
  const visit = (table: string, path: readonly string[]): void => {
    if (tables.includes(table) || path.includes(table)) return;
    for (const { target } of shapes.get(table)?.references ?? [])
      if (shapes.has(target)) visit(target, [...path, table]);
    tables.push(table);
  };
  for (const table of names) visit(table, []);
  return { tables, shapes };
}

/** The words that a check of the database keeps a column to. */
async function findWords(db: Database): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ table: string; check: string }[]>`
    select s.relname::text as table, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_class s on s.oid = c.conrelid where c.contype = 'c'`;
  return new Map(
    rows.flatMap(({ table, check }) => {
      const found = /\(\((\w+) = ANY \(ARRAY\['(\w+)'/.exec(check);
      if (found) return [[`${table}.${found[1]}`, found[2] ?? ""] as const];
      return [];
    }),
  );
}

function columnValue(
  { name, type, nullable }: TableColumn,
  { table, id, words, text, values }: Filling,
): unknown {
  const key = `${table}.${name}`;
  if (key in values) return values[key];
  if (name in values) return values[name];
  if (key in VALUES) return VALUES[key];
  if (name in VALUES) return VALUES[name];
  if (nullable && LEFT_EMPTY.test(name)) return null;
  if (type === "uuid") return id;
  if (type === "_uuid") return [id];
  if (type === "_text") return [text];
  const otherwise = type === "text" || type === "varchar" ? text : (BY_TYPE[type] ?? null);
  return words.get(key) ?? otherwise;
}

type Written = {
  /** Of every column that takes any. */
  text: string;
  /** Of columns, by their name or their table's and theirs. */
  values: Readonly<Record<string, unknown>>;
};

type Filling = Written & { table: string; id: string; words: ReadonlyMap<string, string> };

/** How far the example of a filled organization is. */
const EXAMPLE: ExampleProgress = {
  state: "playing",
  step: null,
  done: 0,
  steps: 1,
  error: null,
  started_by: { id: newId(), name: "example" },
  started_at: "2026-01-01T00:00:00.000Z",
};

/**
 * Puts one row into every table of an organization. All of them have the same id, so that whatever a query is asked for
 * by its id is there. A person with this id must be there.
 */
export async function fillOrganization(
  db: Database,
  {
    organization_id,
    id,
    text = TEXT,
    values = {},
  }: { organization_id: string; id: string } & Partial<Written>,
): Promise<void> {
  await db.organization.createMany({
    data: {
      id: newId(),
      slug: `example-${id}`,
      name: "example",
      example_of: organization_id,
      example: EXAMPLE,
    },
    skipDuplicates: true,
  });
  const { tables, shapes } = await findTenantTables(db);
  const words = await findWords(db);
  for (const table of tables) {
    const shape = shapes.get(table);
    if (!shape) continue;
    const columns = shape.columns.filter(({ name }) => name !== "organization_id");
    const row = Object.fromEntries(
      columns.map((column) => [column.name, columnValue(column, { table, id, words, text, values })]),
    );
    await insertRows(db, {
      organization_id,
      table,
      key: shape.key.length === 0 ? ["organization_id"] : shape.key,
      columns: columns.map(({ name }) => name),
      rows: [row],
    }).catch((error: unknown) => {
      throw new Error(`no row for ${table}: ${JSON.stringify(row)}`, { cause: error });
    });
  }
}

/** A digest of every row of an organization, by its tables. */
export async function digestOf(
  db: Db,
  { tables, organization_id }: { tables: readonly string[]; organization_id: string },
): Promise<string> {
  const parts = tables.map(
    (table) =>
      `select '${table}' as t, md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as d
       from "${table}" r where organization_id = '${organization_id}'`,
  );
  return JSON.stringify(await db.$queryRawUnsafe(`${parts.join(" union all ")} order by 1`));
}

/** Values with which every row is read as what its table holds. */
export const valuesOf = ({
  id,
  session_id,
}: {
  id: string;
  session_id: string;
}): Record<string, unknown> => ({
  session_id,
  "memory_conflict.decision": null,
  delivery_mode: "none",
  "delivery.mode": "none",
  origin: "registered",
  place: "served",
  part: "own",
  rate_limits: [],
  "agent_session.report": null,

  use: "applied",
  "review.verdict": "approved",
  disposition: "implement",
  "agent_key.key_hash": id,
  "agent_refusal.what": "agent_type_not_allowed",
  "citation.status": "unchanged",
  "citation_check.status": "unchanged",
  "connection.kind": "github_token",
  "connection.test": null,
  "delivery.status": "pending",
  "finding_change.field": "rule_category",
  "held_verdict.citations": [],
  "memory.kind": "decision",
  "memory.redactions": [],
  "memory.scope": "repository",
  "memory.status": "active",
  "memory_conflict.rule": "choice",
  "memory_event.type": "created",
  "memory_support.status": "unchanged",
  "proposal_hunk.decision": "open",
  "recall.outcome": "served",
  "recall_inference.outcome": "follows",
  "failure.language": "other",
  "failure_occurrence.frames": [],
  "review_import.kind": "evaluations",
  "review_import.status": "draft",
});
