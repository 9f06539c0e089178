import { tenantOf } from "@/lib/kernel/actor";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import * as queries from "./queries";

const notificationList = defineQuery(contract.notificationList, {
  read: ({ db, actor, input }) =>
    queries.listNotifications(db, { ...tenantOf({ actor }), person_id: actor.id, ...input }),
});

const notificationRead = defineCommand(contract.notificationRead, {
  write: async ({ db, actor, input, now, audit }) => {
    const count = await queries.markRead(db, {
      ...tenantOf({ actor }),
      person_id: actor.id,
      ids: input.ids ?? null,
      read_at: input.read ? now() : null,
    });
    audit({ detail: { count } });
    return { count };
  },
});

export const operations = [notificationList, notificationRead];
