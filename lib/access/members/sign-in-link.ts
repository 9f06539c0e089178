import type { Db } from "@/lib/db/client";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { DAY_MS } from "@/lib/kernel/time";
import { defineCommand } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { loginLimits } from "../logins/limits";
import { createLink } from "../logins/links";
import { signsInByLinks } from "../logins/providers";
import { deleteLinksOfPerson, listLoginsOfMember } from "../logins/queries";
import { listPasskeys } from "../passkeys/queries";
import { mayManageRole } from "../policy";
import { hasOtherWayIn } from "../unscoped";
import { loadMember } from "./load";

const SIGN_IN_LINK_DAYS = 7;

type Linked = { actor: Actor; person_id: string; now: Date };

/** A new link that signs a person in to the organization of who asks, once. */
export async function linkFor(db: Db, { actor, person_id, now }: Linked) {
  const expires_at = new Date(now.getTime() + SIGN_IN_LINK_DAYS * DAY_MS);
  const sign_in_url = await createLink(db, {
    ...tenantOf({ actor }),
    person_id,
    created_by: actor.id,
    expires_at,
  });
  return { sign_in_url, sign_in_url_expires_at: expires_at.toISOString() };
}

/**
 * Whether a person who has an account may be handed a link: one who is a member of another organization, or has another way
 * to sign in, never is, for anybody who holds it acts in their name.
 */
export async function mayHaveLink(db: Db, { actor, person_id }: Linked): Promise<boolean> {
  return signsInByLinks() && !(await hasOtherWayIn(db, { ...tenantOf({ actor }), person_id }));
}

/** Whether a person is signed in to the organization, or has a passkey for it. */
async function hasWayIn(db: Db, { actor, person_id, now }: Linked): Promise<boolean> {
  const { organization_id } = actor;
  const logins = await listLoginsOfMember(db, { organization_id, person_id, limits: loginLimits(now) });
  const passkeys = await listPasskeys(db, { person_id, bound_to: organization_id });
  return logins.length + passkeys.length > 0;
}

export const memberLinkCreate = defineCommand(contract.memberLinkCreate, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  write: async ({ db, actor, subject, now, audit }) => {
    const { person_id } = subject;
    const linked = { actor, person_id, now: now() };
    if (!signsInByLinks())
      throw new AppError("unprocessable", "This server signs in by its provider alone, without links.");
    if (await hasWayIn(db, linked))
      throw new AppError("unprocessable", "This member is signed in, or has a passkey to sign in with.");
    if (!(await mayHaveLink(db, linked)))
      throw new AppError(
        "unprocessable",
        "This person signs in to this server by something else than links of this organization, so that a link is made on the server's machine alone: casebook sign-in-link.",
      );
    await deleteLinksOfPerson(db, { ...tenantOf({ actor }), person_id });
    audit({ subject_id: subject.id, detail: { person_id } });
    return linkFor(db, linked);
  },
});
