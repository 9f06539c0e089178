import type { Session } from "../api";
import { asking, type Register } from "../command";
import { CliError } from "../exit";
import { isId, oneOf, wholeNumber } from "../input";

const PAGE = 200;

type CreateOptions = {
  agent: string;
  type?: string[];
  permission?: string[];
  repository?: string[];
  tools?: string[];
  expires?: number;
};

export const keys: Register = (program, cli) => {
  const key = program.command("keys").description("agent keys");
  key
    .command("list")
    .description("list agent keys, never the keys themselves")
    .option("--all", "revoked and expired ones too")
    .action(asking(cli, list));
  key
    .command("create")
    .description("create an agent key and print it, once")
    .argument("<name>", "what it is for")
    .requiredOption("--agent <agent>", "the agent's name, such as review-bot")
    .option("--type <type...>", "agent types it may use; default: every type")
    .option("--permission <permission...>", "default: work with memories and reviews, read the rest")
    .option("--repository <owner/name...>", "only these repositories and global memories")
    .option(
      "--tools <set...>",
      "sets of MCP tools besides the default one: reviews, administration, tasks, logs",
    )
    .option("--expires <days>", "valid for this many days", wholeNumber)
    .action(asking(cli, create));
  key
    .command("revoke")
    .description("revoke an agent key at once")
    .argument("<key>", "its id, its prefix as listed, or its name")
    .action(asking(cli, revoke));
  key
    .command("rotate")
    .description("replace a key with a new one with the same name, agent and permissions, and print it, once")
    .argument("<key>", "its id, its prefix as listed, or its name")
    .option("--overlap <hours>", "keep the old one working this long", wholeNumber, 0)
    .action(asking(cli, rotate));
};

async function allKeys(session: Session) {
  const { agentKeyList } = await import("@/lib/access/contract");
  const first = await session.call(agentKeyList, { limit: PAGE });
  const items = [...first.items];
  for (let cursor = first.next_cursor; cursor !== null; ) {
    const page = await session.call(agentKeyList, { limit: PAGE, cursor });
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

type Key = Awaited<ReturnType<typeof allKeys>>[number];

const stateOf = (key: Key, now: Date): "live" | "revoked" | "expired" => {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at !== null && new Date(key.expires_at) <= now) return "expired";
  return "live";
};

async function list(session: Session, options: { all?: true }): Promise<undefined> {
  const now = session.io.now();
  const items = (await allKeys(session)).filter((key) => options.all || stateOf(key, now) === "live");
  await session.answer({ items }, () => {
    if (items.length === 0)
      return session.say(
        "This key has made no key; people see every key under Settings → Agent keys. `casebook keys create <name> --agent <agent>` makes one.",
      );
    return session.table(items, [
      { title: "name", value: ({ name }) => name, flexible: true },
      { title: "agent", value: ({ agent }) => agent },
      { title: "prefix", value: ({ prefix }) => prefix },
      {
        title: "state",
        value: (key) => {
          if (stateOf(key, now) === "live" && key.replaced_by !== null) return "rotated";
          return stateOf(key, now);
        },
      },
      { title: "last used", value: ({ last_used_at }) => last_used_at?.slice(0, 10) ?? "never" },
      // One that was rotated ends at an hour, and what still uses it should hurry.
      {
        title: "expires",
        value: ({ expires_at, replaced_by }) =>
          expires_at?.slice(0, replaced_by === null ? 10 : 16).replace("T", " ") ?? "never",
      },
      { title: "MCP tools", value: ({ tool_sets }) => ["default", ...tool_sets].join(" ") },
      { title: "permissions", value: ({ permissions }) => permissions.join(" "), flexible: true },
      { title: "id", value: ({ id }) => id, style: () => "dim" },
    ]);
  });
  return undefined;
}

async function create(session: Session, name: string, options: CreateOptions): Promise<undefined> {
  const [{ agentKeyCreate }, { TOOL_SETS }, { PERMISSIONS }, { repositoriesNamed }] = await Promise.all([
    import("@/lib/access/contract"),
    import("@/lib/kernel/contract"),
    import("@/lib/kernel/permissions"),
    import("./verify"),
  ]);
  const { agent, type, permission, repository, tools, expires } = options;
  const repository_ids: string[] = [];
  for (const each of repository ?? [])
    repository_ids.push(...(await repositoriesNamed(session, each)).map(({ id }) => id));
  const made = await session.call(agentKeyCreate, {
    name,
    agent,
    agent_types: type,
    permissions: permission?.map((each) => oneOf(PERMISSIONS, each)),
    tool_sets: tools?.map((each) => oneOf(TOOL_SETS, each)),
    ...(repository !== undefined && { repository_ids }),
    ...(expires !== undefined && {
      expires_at: new Date(session.io.now().getTime() + expires * 86_400_000).toISOString(),
    }),
  });
  return tellKey(session, made);
}

/** The key alone on stdout, so that it can be passed on; what belongs to it beside. */
async function tellKey(session: Session, made: { agent_key: Key; key: string }): Promise<undefined> {
  await session.answer(made, async () => {
    session.io.stderr.write(`${made.agent_key.name}, for ${made.agent_key.agent}. It is shown this once:\n`);
    await session.say(made.key);
  });
  return undefined;
}

async function revoke(session: Session, which: string): Promise<undefined> {
  const { agentKeyRevoke } = await import("@/lib/access/contract");
  const key = await keyNamed(session, which);
  const revoked = await session.call(agentKeyRevoke, { agent_key_id: key.id });
  await session.answer(revoked, () => session.say(`${revoked.name} (${revoked.prefix}…) is revoked.`));
  return undefined;
}

async function rotate(session: Session, which: string, options: { overlap: number }): Promise<undefined> {
  const { agentKeyRotate } = await import("@/lib/access/contract");
  const key = await keyNamed(session, which, ({ replaced_by }) => replaced_by === null);
  const made = await session.call(agentKeyRotate, { agent_key_id: key.id, overlap_hours: options.overlap });
  await tellKey(session, made);
  const { revoked_at, expires_at, prefix } = made.replaced;
  let state = "no longer works";
  if (revoked_at === null) state = `works until ${expires_at?.slice(0, 16).replace("T", " ")} UTC`;
  session.io.stderr.write(`The old one (${prefix}…) ${state}.\n`);
  if (session.target.key?.startsWith(key.prefix))
    session.io.stderr.write("It is the key that you are using: store the new one with `casebook login`.\n");
  return undefined;
}

/** The one live key of this id, prefix or name, among those that are `meant`. */
async function keyNamed(
  session: Session,
  which: string,
  meant: (key: Key) => boolean = () => true,
): Promise<Key> {
  const now = session.io.now();
  const found = (await allKeys(session)).filter(
    (key) =>
      (isId(which) ? key.id === which : key.prefix === which || key.name === which) &&
      stateOf(key, now) === "live" &&
      meant(key),
  );
  const [first] = found;
  if (!first) throw new CliError("no", `No valid key is ${which}; \`casebook keys list\` names them.`);
  if (found.length > 1) throw new CliError("usage", `${found.length} keys are ${which}; name one by its id.`);
  return first;
}
