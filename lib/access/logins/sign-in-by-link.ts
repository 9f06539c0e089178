import { type Database, type Db, transaction } from "@/lib/db/client";
import { recordFailedSignIn } from "../audit/failed-sign-ins";
import type { LoginMethod } from "../contract";
import { acceptInvitation } from "../invitations/accept";
import {
  consumeLoginLink,
  findInvitationsOfPerson,
  findMembershipsOfPerson,
  findSpentLink,
} from "../unscoped";
import { deleteLogin, insertLogin } from "./queries";

/** What a browser brings along when it signs in. */
export type Browser = {
  user_agent: string;
  /** The login whose cookie it has, which ends: nobody goes on with a login from before. */
  previous: string | null;
};

export type Entered = { person_id: string; login_id: string };

type Opening = {
  person_id: string;
  /** The only organization that the login reaches; null: all of the person's. */
  bound_to: string | null;
  /** Organizations that it does not reach. */
  left_out: readonly string[];
  method: LoginMethod;
  browser: Browser;
  now: Date;
};

/** Signs in by a one-time link, to the organization that it was made for. Null: it is unknown, used, or of no use now. */
export async function signInByLink(
  db: Database,
  { token, browser, now }: { token: string; browser: Browser; now: Date },
): Promise<Entered | null> {
  const entered = await transaction(db, async (tx) => {
    const link = await consumeLoginLink(tx, { token, now });
    if (!link) return null;
    const { person_id, organization_id } = link;
    return openLogin(tx, {
      person_id,
      bound_to: organization_id,
      left_out: [],
      method: "link",
      browser,
      now,
    });
  });
  const spent = entered === null ? await findSpentLink(db, { token }) : null;
  if (spent)
    await recordFailedSignIn(db, {
      person_id: spent.person_id,
      bound_to: spent.organization_id,
      provider: "link",
      reason: "The one-time link was used or has expired",
      now,
    });
  return entered;
}

/**
 * Makes the login of a person who proved who he is. Who would reach nothing accepts by signing in what he is invited to.
 * Null: he is a member nowhere and invited nowhere within its reach.
 */
export async function openLogin(tx: Db, opening: Opening): Promise<Entered | null> {
  const { person_id, bound_to, left_out, method, browser, now } = opening;
  if (!(await reachesAny(tx, opening))) await acceptInvitations(tx, opening);
  if (!(await reachesAny(tx, opening))) return null;
  if (browser.previous !== null) await deleteLogin(tx, { login_id: browser.previous });
  const { user_agent } = browser;
  const login_id = await insertLogin(tx, {
    person_id,
    bound_to,
    ended_in: left_out,
    method,
    user_agent,
    now,
  });
  return { person_id, login_id };
}

const isWithin =
  ({ bound_to, left_out }: Opening) =>
  ({ organization_id }: { organization_id: string }) =>
    (bound_to === null || bound_to === organization_id) && !left_out.includes(organization_id);

async function reachesAny(tx: Db, opening: Opening): Promise<boolean> {
  return (await findMembershipsOfPerson(tx, opening)).some(isWithin(opening));
}

async function acceptInvitations(tx: Db, opening: Opening): Promise<void> {
  const { person_id, now } = opening;
  const invitations = await findInvitationsOfPerson(tx, opening);
  for (const invitation of invitations.filter(isWithin(opening)))
    await acceptInvitation(tx, { invitation, person_id, now });
}
