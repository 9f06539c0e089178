import type { Db } from "@/lib/db/client";
import { deleteInvitationsOfPerson } from "../invitations/queries";
import { deleteLinksOfPerson, endLoginsOfMember } from "../logins/queries";

/** Ends every way in that a person has to an organization: logins, unused links and an invitation. */
export async function endAccessOfPerson(
  tx: Db,
  { organization_id, person_id }: { organization_id: string; person_id: string },
): Promise<void> {
  await endLoginsOfMember(tx, { organization_id, person_id, login_id: null });
  await deleteLinksOfPerson(tx, { organization_id, person_id });
  await deleteInvitationsOfPerson(tx, { organization_id, person_id });
}
