import type { LanguageModel } from "@/lib/ai";
import {
  type ConversationMessage,
  conversationAppend,
  conversationGet,
  conversationList,
} from "@/lib/conversations/contract";
import {
  conversationExtractJob,
  conversationNightJob,
  conversationSynthesisJob,
} from "@/lib/conversations/jobs";
import { memoryEmbedMissingJob } from "@/lib/memories/jobs";
import { contextOf, createOrganization, run, type TestDatabase } from "../../support/database";
import { partsOf } from "../../support/parts";
import { wordEmbedder } from "../memories/support";

/** Monday morning. */
export const MORNING = new Date("2026-11-16T09:00:00.000Z");

/** An organization with a lead and two agents, at a moment that tests move, and its nights. */
export async function setUpConversations(database: TestDatabase, settings: Record<string, unknown> = {}) {
  const organization = await createOrganization(database.db, { enabled: true, ...settings });
  const { organization_id } = organization;
  const embedder = wordEmbedder();
  const clock = { at: MORNING };
  const now = () => clock.at;
  const context = async (actor: Parameters<typeof contextOf>[1]) =>
    contextOf(database, actor, { embedder, now });
  const lead = await context(await organization.person("lead"));
  const ada = await context(await organization.agent({ name: "ada-voice" }));
  const bob = await context(await organization.agent({ name: "bob-code" }));
  const parts = (language_model: LanguageModel | null = null) =>
    partsOf(database, { ai: { embedder, language_model }, now });
  const append = (agent: typeof ada, messages: ConversationMessage[]) =>
    run(conversationAppend, { messages }, agent);
  const days = async () => (await run(conversationList, {}, lead)).items;
  const extract = (day_id: string, model: LanguageModel | null = null) =>
    conversationExtractJob.handle({ organization_id, day_id }, parts(model));
  const extractAll = async () => {
    for (const { id } of await days()) await extract(id);
  };
  const logOf = (conversation_id: string) => run(conversationGet, { conversation_id }, lead);
  const night = () => conversationNightJob.handle({}, parts());
  const synthesize = () => conversationSynthesisJob.handle({}, parts());
  const embed = () => memoryEmbedMissingJob.handle({ organization_id }, parts());
  return {
    ...organization,
    lead,
    ada,
    bob,
    clock,
    append,
    days,
    extract,
    extractAll,
    logOf,
    night,
    synthesize,
    embed,
  };
}
