import { MAIN_AGENT_TYPE, noteRefusal, resolveAgentType, settingsOf } from "@/lib/access";
import type { Settings } from "@/lib/access/contract";
import type { Database } from "@/lib/db/client";
import { type Actor, mayActAs } from "@/lib/kernel/actor";
import { invalidField } from "@/lib/kernel/errors";

/** The agent types that memories of one call come from; the settings of each repository are read once. */
export class AgentTypes {
  private readonly settings = new Map<string | null, Promise<Settings>>();

  constructor(
    private readonly db: Database,
    private readonly actor: Actor,
  ) {}

  /**
   * The type that a memory comes from: what is named, as the settings map it, or what the key speaks as. Null for a
   * person's that names none.
   * @throws AppError invalid_input when the key may not speak as that type; the refusal is kept.
   */
  async of(
    { agent_type: called, session_id }: { agent_type?: string; session_id?: string },
    { pointer, repository_id }: { pointer: string; repository_id: string | null },
  ): Promise<string | null> {
    const { actor, db } = this;
    const { organization_id } = actor;
    if (called === undefined)
      return actor.kind === "agent" ? (actor.agent_types?.[0] ?? MAIN_AGENT_TYPE) : null;
    const settings = this.settings.get(repository_id) ?? settingsOf(db, { organization_id, repository_id });
    this.settings.set(repository_id, settings);
    const { agent_type, named } = resolveAgentType({ agent_type: called }, await settings);
    if (mayActAs(actor, agent_type)) return agent_type;
    await noteRefusal(db, {
      organization_id,
      what: "agent_type_not_allowed",
      agent: actor.name,
      agent_type,
      named,
      session_id,
      now: new Date(),
    });
    throw invalidField(
      `${pointer}/agent_type`,
      `must be one this key is bound to (${actor.agent_types?.join(", ")}), or left out`,
    );
  }
}
