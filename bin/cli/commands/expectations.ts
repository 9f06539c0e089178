import type { Expectation } from "@/lib/recall/contract";
import type { Session } from "../api";
import { asking, type Register } from "../command";

/** Each is a pack of its own to be made, so few enough that an answer comes within seconds. */
const AT_ONCE = 20;

export const expectations: Register = (program, cli) => {
  program
    .command("replay")
    .description("replay the questions of all expectations, and show which of them pass")
    .action(
      asking(cli, async (session) => {
        const { expectationReplay } = await import("@/lib/recall/contract");
        const ids = await expectationIds(session);
        const items: Expectation[] = [];
        const bar = session.progress("replayed");
        try {
          for (let at = 0; at < ids.length; at += AT_ONCE) {
            bar.show(at, ids.length);
            const expectation_ids = ids.slice(at, at + AT_ONCE);
            items.push(...(await session.call(expectationReplay, { expectation_ids })).items);
          }
        } finally {
          bar.end();
        }
        const failed = items.filter(({ passed }) => passed !== true).length;
        await session.answer({ passed: items.length - failed, failed, items }, async () => {
          if (items.length === 0)
            return session.say("There are no expectations. Add them in the playground.");
          await session.table(items, [
            {
              title: "holds",
              value: ({ passed }) => {
                if (passed === true) return "yes";
                return "no";
              },
              style: ({ passed }) => {
                if (passed === true) return "green";
                return "red";
              },
            },
            { title: "place", value: ({ found_at }) => found_at ?? "none", align: "right" },
            { title: "within", value: ({ within }) => within, align: "right" },
            { title: "expectation", value: ({ name }) => name, flexible: true },
            { title: "memory", value: ({ memory }) => memory.statement, flexible: true },
          ]);
        });
        if (failed > 0) return "no";
        return undefined;
      }),
    );
};

async function expectationIds(session: Session): Promise<string[]> {
  const { expectationList } = await import("@/lib/recall/contract");
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await session.call(expectationList, { limit: 200, cursor });
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
