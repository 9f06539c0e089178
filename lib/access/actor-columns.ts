import type { ActorRef } from "@/lib/kernel/actor";

/** The columns in which a table keeps who did something, such as `created_by_kind`, `created_by_id`, `created_by_name`. */
type ActorColumns<Column extends string, Value> = { [Name in `${Column}_${keyof ActorRef}`]: Value };

/** An actor as the columns of a row; null for nobody. @param column what their names begin with, such as `created_by`. */
export function actorColumns<Column extends string, Actor extends ActorRef | null>(
  column: Column,
  actor: Actor,
): ActorColumns<Column, Actor extends null ? null : string> {
  const { kind, id, name } = actor ?? NOBODY;
  const columns = { [`${column}_kind`]: kind, [`${column}_id`]: id, [`${column}_name`]: name };
  return columns as ActorColumns<Column, Actor extends null ? null : string>;
}

const NOBODY = { kind: null, id: null, name: null };

/** The actor in the columns of a row. */
export function readActor<Column extends string>(
  row: ActorColumns<Column, string>,
  column: Column,
): ActorRef {
  return {
    kind: toActorKind(row[`${column}_kind`]),
    id: row[`${column}_id`],
    name: row[`${column}_name`],
  };
}

/** The actor in columns that are empty until somebody acts. */
export function readActorOrNull<Column extends string>(
  row: ActorColumns<Column, string | null>,
  column: Column,
): ActorRef | null {
  const kind = row[`${column}_kind`];
  if (kind === null) return null;
  return { kind: toActorKind(kind), id: row[`${column}_id`] ?? "", name: row[`${column}_name`] ?? "" };
}

/** Stored actor kinds read back; anything unknown is shown as a job, which may do nothing. */
export function toActorKind(kind: string): ActorRef["kind"] {
  if (kind === "person" || kind === "agent") return kind;
  return "job";
}
