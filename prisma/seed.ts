import path from "node:path";
import { actorOfPerson, findFirstOwner } from "@/lib/access";
import { AGENT_TYPES, agentKeyCreate, agentKeyList, agentKeyRevoke } from "@/lib/access/contract";
import { loadTokenizer } from "@/lib/ai";
import { repositoryList } from "@/lib/citations/contract";
import type { Database } from "@/lib/db/client";
import { productOf } from "@/lib/doors/product";
import type { Call } from "@/lib/jobs";
import { configuredEmbedder } from "@/lib/runtime/parts";
import { EXAMPLE_REPOSITORY, fillExample } from "@/lib/upkeep";
import { findPrintedKey, keepPrintedKey } from "./demo/key";

const PRINTED_KEY = "Demo";
const PRINTED_AGENT = "demo-agent";

/**
 * Loads the demo, which is the example that every organization can play, into the organization of a first start. Once
 * loaded it stays as people left it.
 * @returns the agent key to print, the same at each start while it is not revoked.
 */
export async function loadDemo({
  db,
  data_dir,
  demo_dir,
  say,
}: {
  db: Database;
  data_dir: string;
  demo_dir: string;
  say: (text: string) => void;
}): Promise<string> {
  const now = new Date();
  const owner = await findFirstOwner(db);
  if (!owner) throw new Error("the demo needs the owner that a start makes");
  const person = await actorOfPerson(db, owner.person_id);
  if (!person) throw new Error("the owner is a member of no organization");
  const embedder = configuredEmbedder();
  const { signal } = new AbortController();
  const product = productOf({ db, ai: { embedder, language_model: null }, now: () => new Date(), signal });
  const asOwner = product.callAs(person);

  const { items } = await asOwner(repositoryList, {});
  if (!items.some((repository) => repository.name === EXAMPLE_REPOSITORY)) {
    await loadTokenizer();
    const folder = path.join(demo_dir, "harbor");
    await fillExample({ db, owner: person, product, folder, now, say });
  }
  await embedder?.close();
  const { organization_id } = person;
  const printed = await findPrintedKey(db, { data_dir, organization_id, agent: PRINTED_AGENT });
  if (printed !== null) return printed;
  const key = await renewPrintedKey(asOwner);
  await keepPrintedKey({ data_dir, key });
  return key;
}

/** Only hashes of keys are stored, so a key that is not at hand any more is replaced. */
async function renewPrintedKey(asOwner: Call): Promise<string> {
  const { items } = await asOwner(agentKeyList, { limit: 200 });
  for (const old of items.filter((item) => item.name === PRINTED_KEY && item.revoked_at === null))
    await asOwner(agentKeyRevoke, { agent_key_id: old.id });
  const { key } = await asOwner(agentKeyCreate, {
    name: PRINTED_KEY,
    agent: PRINTED_AGENT,
    // A client that is tried with it may speak as any of its agents.
    agent_types: ["main", ...AGENT_TYPES.filter((type) => type !== "main")],
  });
  return key;
}
