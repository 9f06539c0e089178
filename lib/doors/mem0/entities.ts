import { CLIENT_IDS } from "@/lib/kernel/client-ids";
import { invalidField } from "@/lib/kernel/errors";
import type { MemoryConditionInput } from "@/lib/memories/contract";
import { type Fields, textField } from "./fields";

export const ENTITY_FIELDS = ["user_id", "agent_id", "app_id", "run_id"] as const;

export type EntityField = (typeof ENTITY_FIELDS)[number];

export type EntityIds = Partial<Record<EntityField, string>>;

const MAX_CHARACTERS = 200;

/** The ids of a request, of which each names whom a memory is kept for. @throws AppError invalid_input. */
export function entityIds(fields: Fields): EntityIds {
  const ids: EntityIds = {};
  for (const name of ENTITY_FIELDS) {
    const id = textField(fields, name);
    if (id === undefined) continue;
    if (id.length > MAX_CHARACTERS)
      throw invalidField(`/${name}`, `must be at most ${MAX_CHARACTERS} characters`);
    ids[name] = id;
  }
  return ids;
}

const REPOSITORY = /^[^/\s]+\/[^/\s]+$/;

/** The name of the repository that an application may be: one of the form owner/name. */
export function repositoryOf(app_id: string | undefined): string | undefined {
  if (app_id !== undefined && REPOSITORY.test(app_id)) return app_id;
  return undefined;
}

type Comparison = Extract<MemoryConditionInput, { field: string }>;
type Compared = Pick<Comparison, "is" | "value">;

const OWN = { agent_id: "agent", app_id: "repository" } as const;

const CAME_FROM_CLIENT: MemoryConditionInput = { field: "metadata", path: [CLIENT_IDS], is: "present" };

/** A value that an import or a client set, where there is one, or else the memory's own. */
export function setOrOwn(key: string, own: Comparison["field"], compared: Compared): MemoryConditionInput {
  return {
    any: [
      { field: "metadata", path: [CLIENT_IDS, key], ...compared },
      {
        all: [
          { not: { field: "metadata", path: [CLIENT_IDS, key], is: "present" } },
          { field: own, ...compared },
        ],
      },
    ],
  };
}

/**
 * A comparison with an entity's id. Users and runs are fields of a memory; agents and applications are as the client
 * called them where it stored the memory, and the agent and repository of others.
 */
export function entityCondition(field: EntityField, compared: Compared): MemoryConditionInput {
  if (field === "user_id") return { field: "user", ...compared };
  if (field === "run_id") return { field: "session_id", ...compared };
  return {
    any: [
      { field: "metadata", path: [CLIENT_IDS, field], ...compared },
      {
        all: [{ not: CAME_FROM_CLIENT }, { field: OWN[field], ...compared }],
      },
    ],
  };
}

/** The field that an entity of this type is named by. */
export const FIELD_OF_TYPE: Readonly<Record<string, EntityField>> = {
  user: "user_id",
  agent: "agent_id",
  app: "app_id",
  run: "run_id",
};
