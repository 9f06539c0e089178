import type { Db } from "@/lib/db/client";
import { countRefusal } from "@/lib/db/sql/access";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/telemetry/log";
import type { RefusalKind } from "../contract";

export type Refused = {
  organization_id: string;
  what: RefusalKind;
  agent: string | null;
  agent_type: string;
  named: string | null;
  session_id: string | undefined;
  now: Date;
};

const MAX_NAME = 200;

/** Keeps that an agent was refused something, for its session and the settings. */
export async function recordRefusal(db: Db, refused: Refused): Promise<void> {
  const { organization_id, what, agent, agent_type, named, session_id, now } = refused;
  await countRefusal(db, {
    organization_id,
    id: newId(),
    what,
    session_id: session_id?.slice(0, MAX_NAME) ?? "",
    agent: agent?.slice(0, MAX_NAME) ?? "",
    agent_type,
    named: named?.slice(0, MAX_NAME) ?? "",
    now,
  });
}

/** Does what `recordRefusal` does where an answer must not fail for want of its record. */
export async function noteRefusal(db: Db, refused: Refused): Promise<void> {
  try {
    await recordRefusal(db, refused);
  } catch (error) {
    log().warn({ err: error, organization_id: refused.organization_id }, "a refusal was not recorded");
  }
}
