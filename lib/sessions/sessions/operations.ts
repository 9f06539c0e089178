import { settingsOf } from "@/lib/access";
import type { Db } from "@/lib/db/client";
import type { Actor } from "@/lib/kernel/actor";
import { AppError } from "@/lib/kernel/errors";
import { namedRepository } from "@/lib/memories";
import { defineQuery } from "@/lib/runtime/operation";
import { dayOf, sumModelUses } from "@/lib/skills";
import * as contract from "../contract";
import { reportNow } from "../hooks/stop";
import * as learningQueries from "../learning/queries";
import { maySeeSession } from "../policy";
import * as sessionsQueries from "./queries";
import { timelineOf } from "./timeline";

export const sessionList = defineQuery(contract.sessionList, {
  load: ({ db, actor, input: { repository } }) => namedRepository(db, { actor, repository }),
  authorize: "filtered",
  read: ({ db, actor, input: { repository: _, ...asked }, subject: repository_id }) =>
    sessionsQueries.listSessions(db, {
      organization_id: actor.organization_id,
      actor,
      ...asked,
      repository_id,
    }),
});

type OfSession = { db: Db; actor: Actor; input: { session_id: string } };

async function loadSession({ db, actor, input: { session_id } }: OfSession): Promise<contract.Session> {
  const found = await sessionsQueries.findSession(db, { organization_id: actor.organization_id, session_id });
  if (!found) throw new AppError("not_found", "This session does not exist.");
  return found;
}

export const sessionGet = defineQuery(contract.sessionGet, {
  load: loadSession,
  authorize: maySeeSession,
  read: async ({ db, actor, subject: session }) => {
    const { organization_id } = actor;
    const steps = await sessionsQueries.listSteps(db, { organization_id, session_id: session.session_id });
    return { ...session, steps, timeline: await timelineOf(db, { actor, session, steps }) };
  },
});

export const sessionReportGet = defineQuery(contract.sessionReportGet, {
  load: loadSession,
  authorize: maySeeSession,
  read: async ({ db, actor, subject: session }) => {
    const { organization_id } = actor;
    const { session_id } = session;
    return { session_id, report: await reportNow(db, { organization_id, session_id, session }) };
  },
});

export const modelUseGet = defineQuery(contract.modelUseGet, {
  read: async ({ db, actor: { organization_id }, ai, now }) => {
    const since = dayOf(now());
    const settings = await settingsOf(db, { organization_id });
    const uses = await sumModelUses(db, { organization_id, since });
    const purposes = uses.map(({ input_tokens, output_tokens, ...use }) => ({
      ...use,
      tokens: input_tokens + output_tokens,
    }));
    return {
      model: ai.language_model?.id ?? null,
      since: since.toISOString(),
      daily_tokens: settings.language_model_daily_tokens,
      extraction_daily_tokens: settings.extraction_daily_tokens,
      used_tokens: purposes.reduce((sum, { tokens }) => sum + tokens, 0),
      purposes,
      answers: await learningQueries.countReadings(db, { organization_id, since }),
    };
  },
});
