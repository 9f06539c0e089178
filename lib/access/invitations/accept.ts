import type { Db } from "@/lib/db/client";
import { newId } from "@/lib/kernel/ids";
import type { Role } from "@/lib/kernel/permissions";
import { recordAudit } from "../audit/audit";
import { renameInAudit } from "../audit/name-queries";
import { insertMember } from "../members/queries";
import { deleteInvitation } from "./queries";

/**
 * Makes a person a member as an invitation says, and records it with the organization that invited. False when it was
 * withdrawn or accepted meanwhile.
 */
export async function acceptInvitation(
  tx: Db,
  {
    invitation,
    person_id,
    now,
  }: { invitation: { organization_id: string; id: string; role: Role }; person_id: string; now: Date },
): Promise<boolean> {
  const { organization_id, id, role } = invitation;
  if (!(await deleteInvitation(tx, { organization_id, invitation_id: id }))) return false;
  const member = await insertMember(tx, { organization_id, person_id, role });
  await renameInAudit(tx, { organization_id, person_id, name: member.name });
  await recordAudit(tx, {
    organization_id,
    actor: { kind: "person", id: person_id, name: member.name },
    operation: "invitation_accept",
    request_id: newId(),
    subject_id: member.id,
    detail: { person_id, role },
    at: now,
  });
  return true;
}
