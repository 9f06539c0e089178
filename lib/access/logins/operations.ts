import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { loadMember } from "../members/load";
import { mayManageRole } from "../policy";
import { loginLimits } from "./limits";
import * as loginsQueries from "./queries";

/** A login through a link of one organization has no say over logins that reach others. */
const personOf = (actor: Actor) => ({
  person_id: actor.id,
  bound_to: actor.login?.organization_id ?? null,
});

const withCurrent =
  (actor: Actor) =>
  (login: Omit<contract.Login, "current">): contract.Login => ({
    ...login,
    current: login.id === actor.login?.id,
  });

function assertEnded(ended: number, login_id: string | null): void {
  if (ended === 0 && login_id !== null) throw new AppError("not_found", "This login has ended already.");
}

export const loginList = defineQuery(contract.loginList, {
  read: async ({ db, actor, now }) => {
    const logins = await loginsQueries.listLoginsOfPerson(db, {
      ...personOf(actor),
      limits: loginLimits(now()),
    });
    return { items: logins.map(withCurrent(actor)) };
  },
});

export const loginEnd = defineCommand(contract.loginEnd, {
  write: async ({ db, actor, input: { login_id }, audit }) => {
    const besides = login_id === null ? (actor.login?.id ?? null) : null;
    const ended = await loginsQueries.endLoginsOfPerson(db, { ...personOf(actor), login_id, besides });
    assertEnded(ended, login_id);
    audit({ subject_id: actor.id, detail: { ended } });
    return { ended };
  },
});

export const memberLoginList = defineQuery(contract.memberLoginList, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  read: async ({ db, actor, subject: { person_id }, now }) => {
    const logins = await loginsQueries.listLoginsOfMember(db, {
      ...tenantOf({ actor }),
      person_id,
      limits: loginLimits(now()),
    });
    return { items: logins.map(withCurrent(actor)) };
  },
});

export const memberLoginEnd = defineCommand(contract.memberLoginEnd, {
  load: loadMember,
  authorize: (actor, subject) => mayManageRole(actor, subject.role),
  write: async ({ db, actor, subject, input: { login_id }, audit }) => {
    const { person_id } = subject;
    const ended = await loginsQueries.endLoginsOfMember(db, { ...tenantOf({ actor }), person_id, login_id });
    assertEnded(ended, login_id);
    audit({ subject_id: subject.id, detail: { person_id, ended } });
    return { ended };
  },
});
