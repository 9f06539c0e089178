import type { Db } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { AppError, invalidField } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { defineCommand, defineQuery } from "@/lib/runtime/operation";
import * as contract from "../contract";
import { checkBaseUrl, sealCredentials, sealWebhookSecret, tryConnection } from "./connections";
import * as connectionsQueries from "./queries";

async function loadConnection(context: { db: Db; actor: Actor; input: { connection_id: string } }) {
  const found = await connectionsQueries.findConnection(context.db, {
    ...tenantOf(context),
    ...context.input,
  });
  if (!found) throw new AppError("not_found", "This connection does not exist.");
  return found;
}

const noWebhookHere = () =>
  invalidField("/webhook_secret", "is for connections to GitHub only; leave it out");
const labelTaken = (label: string) => (error: unknown) => {
  if (!isUniqueViolation(error)) throw error;
  throw new AppError("conflict", `There is a connection ${label} already; choose another label.`, {
    cause: error,
  });
};

export const connectionList = defineQuery(contract.connectionList, {
  read: ({ db, actor, input }) =>
    connectionsQueries.listConnections(db, { ...tenantOf({ actor }), ...input }),
});

export const connectionCreate = defineCommand(contract.connectionCreate, {
  prepare: async ({ input: { base_url, credentials, webhook_secret } }) => {
    if (credentials.kind === "git_password" && webhook_secret !== null) throw noWebhookHere();
    if (credentials.kind === "git_password" && base_url === contract.GITHUB_API)
      throw invalidField("/base_url", "must be the https address of the git server");
    return { base_url: await checkBaseUrl(base_url, "/base_url") };
  },
  write: async ({ db, actor, input, prepared, audit }) => {
    const key = { ...tenantOf({ actor }), connection_id: newId() };
    const { label, credentials, webhook_secret } = input;
    const added = await connectionsQueries
      .insertConnection(db, {
        ...key,
        ...prepared,
        ...sealCredentials(key, credentials),
        label,
        sealed_webhook: sealWebhookSecret(key, webhook_secret),
      })
      .catch(labelTaken(label));
    audit({ subject_id: added.id, detail: { label, kind: added.kind, base_url: added.base_url } });
    return added;
  },
});

export const connectionUpdate = defineCommand(contract.connectionUpdate, {
  load: loadConnection,
  prepare: async ({ input, subject }) => {
    const kind = input.credentials?.kind ?? subject.kind;
    if (kind === "git_password" && input.webhook_secret) throw noWebhookHere();
    // Sending kept credentials to a new address would give them to everybody who may change addresses.
    if (input.base_url !== undefined && input.credentials === undefined)
      throw invalidField("/base_url", "can change only together with credentials; enter them too");
    if (input.credentials !== undefined && (kind === "git_password") !== (subject.kind === "git_password"))
      throw invalidField("/credentials/kind", "cannot change between GitHub and git; add another connection");
    if (input.base_url === undefined) return {};
    return { base_url: await checkBaseUrl(input.base_url, "/base_url") };
  },
  write: async ({ db, actor, input, subject, prepared, now, audit }) => {
    const { connection_id, label, credentials, webhook_secret, version = subject.version } = input;
    const key = { ...tenantOf({ actor }), connection_id };
    const updated = await connectionsQueries
      .updateConnection(db, {
        ...key,
        version,
        now: now(),
        fields: {
          ...prepared,
          ...(label !== undefined && { label }),
          ...(credentials === undefined ? {} : sealCredentials(key, credentials)),
          ...(webhook_secret !== undefined && { sealed_webhook: sealWebhookSecret(key, webhook_secret) }),
        },
      })
      .catch(labelTaken(label ?? subject.label));
    if (!updated) throw new AppError("conflict", "The connection changed meanwhile; read it again.");
    audit({
      subject_id: connection_id,
      detail: {
        label: updated.label,
        ...(credentials !== undefined && { credentials: "replaced" }),
        ...(webhook_secret !== undefined && {
          webhook_secret: webhook_secret === null ? "removed" : "replaced",
        }),
      },
    });
    return updated;
  },
});

export const connectionTest = defineCommand(contract.connectionTest, {
  load: loadConnection,
  prepare: ({ db, actor, subject, now }) =>
    tryConnection(db, { ...tenantOf({ actor }), connection: subject, now: now() }),
  write: async ({ db, actor, input, prepared, audit }) => {
    const tested = await connectionsQueries.updateConnectionTest(db, {
      ...tenantOf({ actor }),
      ...input,
      ...prepared,
    });
    if (!tested) throw new AppError("not_found", "This connection does not exist.");
    audit({ subject_id: tested.id, detail: { ok: prepared.test.ok, account: prepared.test.account } });
    return tested;
  },
});

export const connectionRemove = defineCommand(contract.connectionRemove, {
  load: loadConnection,
  write: async ({ db, actor, input, subject, audit }) => {
    if (subject.repositories > 0)
      throw new AppError(
        "unprocessable",
        `Repositories that use it: ${subject.repositories}. Remove those first.`,
      );
    await connectionsQueries.deleteConnection(db, { ...tenantOf({ actor }), ...input });
    audit({
      subject_id: subject.id,
      before: { label: subject.label, kind: subject.kind, base_url: subject.base_url },
    });
    return { removed: true as const };
  },
});
