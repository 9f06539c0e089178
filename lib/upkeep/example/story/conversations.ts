import { type ConversationMessage, conversationAppend, conversationList } from "@/lib/conversations/contract";
import { startOfBucket, stepBucket } from "@/lib/kernel/buckets";
import type { CallOf, Contract, OutputOf } from "@/lib/kernel/contract";
import { DAY_MS } from "@/lib/kernel/time";
import type { AgentName } from "./agents";

type Call = <C extends Contract>(contract: C, input: CallOf<C>) => Promise<OutputOf<C>>;

type Said = readonly [speaker: string, text: string];
/** What was said on one weekday of the week before, Monday first; null: nothing. */
type Week = readonly (readonly Said[] | null)[];

const MORNING_MS = 9 * 3_600_000;
const MINUTE_MS = 60_000;

/** A telephone in the harbour office, answered by an agent. */
const TELEPHONE: Week = [
  [
    ["Jansen", "Good morning, is the office open today?"],
    ["agent", "Good morning, it is, until six."],
    ["Jansen", "We need shore power over night, and the socket on pier C has been dead since May."],
    ["agent", "I note it for the electrician. Shall I find you another berth?"],
    ["Jansen", "No, thanks. Our boat is fourteen metres long and fits nowhere else."],
  ],
  [
    ["Okafor", "I always use the socket on pier C, and it has no power after ten in the evening."],
    ["Okafor", "Can somebody look at it?"],
    ["agent", "The electrician comes on Thursday."],
    ["Okafor", "I prefer to be called in the morning, before I am at sea."],
  ],
  [
    ["Lindqvist", "We usually arrive after eight in the evening."],
    ["Lindqvist", "Our dog is afraid of the crane, so please give us a berth far from it."],
    ["agent", "I will see what is free on pier A."],
  ],
  [
    ["duty", "Please remember that pier C gets a new box for its power sockets in spring."],
    ["agent", "I remember that."],
    ["duty", "The fuse on pier C can't be changed by guests, only by the electrician."],
  ],
  [
    ["Brandt", "We always pay by invoice, never by card."],
    ["Brandt", "Our company needs its tax number on every invoice."],
    ["agent", "I will tell the office."],
  ],
];

/** A client that writes the booking service with the team. */
const CLIENT: Week = [
  [
    ["user", "We deploy the booking service on Tuesdays only."],
    ["assistant", "Understood. I will leave the release for tomorrow."],
    ["user", "Can you look at the failing test of the calendar?"],
  ],
  [
    ["user", "Our releases of the booking service are done by hand, by two people."],
    ["assistant", "`priceOf()` returns null without a tariff, so the caller has to check it."],
  ],
  null,
  [
    ["user", "I prefer short commit messages that say why."],
    ["user", "We never rename columns in the same release that stops using them."],
    ["assistant", "I will add the new column first."],
  ],
  [["user", "Remember that the booking service must not be deployed before a bank holiday."]],
];

/** Of today: these lines wait for the night. */
const TODAY: readonly Said[] = [
  ["Jansen", "We leave on Sunday before noon."],
  ["agent", "Thank you, I note it."],
];

/**
 * A week of two agents' logs, from which facts are learned and whose patterns are named, and a day that waits for its night.
 * @param nights what the worker does at night, after a week, and when it embeds: the same jobs.
 */
export async function loadConversations({
  as,
  nights,
  now,
}: {
  as: (agent: AgentName) => Call;
  nights: {
    extract: (day_id: string) => Promise<void>;
    embed: () => Promise<void>;
    synthesize: () => Promise<void>;
  };
  now: Date;
}): Promise<void> {
  // Of the last week that has ended.
  const monday = stepBucket("week", startOfBucket("week", now), -1).getTime();
  const logs = [
    { agent: "harbor-telephone", source: "voice_agent", week: TELEPHONE },
    { agent: "harbor-client", source: "claude_code", week: CLIENT },
  ] as const;
  for (const { agent, source, week } of logs) {
    const call = as(agent);
    for (const [day, said] of week.entries())
      if (said !== null)
        await call(conversationAppend, { source, messages: spoken(said, monday + day * DAY_MS) });
    const { items } = await call(conversationList, {});
    for (const { id } of items) await nights.extract(id);
  }
  await nights.embed();
  await nights.synthesize();
  const said = TODAY.map(([speaker, text]) => ({ speaker, text }));
  await as("harbor-telephone")(conversationAppend, { source: "voice_agent", messages: said });
}

const spoken = (said: readonly Said[], day: number): ConversationMessage[] =>
  said.map(([speaker, text], index) => ({
    speaker,
    text,
    at: new Date(day + MORNING_MS + index * MINUTE_MS).toISOString(),
  }));
