import type { Db } from "@/lib/db/client";
import { lockOrganization } from "@/lib/db/sql/skills";
import { newId } from "@/lib/kernel/ids";
import type { Role } from "@/lib/kernel/permissions";
import { log } from "@/lib/telemetry/log";
import { recordAudit } from "../audit/audit";
import * as membersQueries from "./queries";

/** Gives a member the role that the sign-in provider says. The only owner stays one, and the log says so. */
export async function followProviderRole(
  tx: Db,
  {
    organization_id,
    person_id,
    role,
    now,
  }: { organization_id: string; person_id: string; role: Role; now: Date },
): Promise<void> {
  await lockOrganization(tx, { organization_id });
  const member = await membersQueries.findMemberOfPerson(tx, { organization_id, person_id });
  if (!member || member.role === role) return;
  if (member.role === "owner" && (await membersQueries.countOwners(tx, { organization_id })) <= 1) {
    log().warn({ organization_id, role }, "the provider's role for the only owner is not followed");
    return;
  }
  await membersQueries.updateMemberRole(tx, { organization_id, member_id: member.id, role });
  await recordAudit(tx, {
    organization_id,
    actor: { kind: "person", id: person_id, name: member.name },
    operation: "member_update",
    request_id: newId(),
    subject_id: member.id,
    detail: { before: member.role, after: role, by: "sign-in provider" },
    at: now,
  });
}
