import type { Voice } from "./api";
import { type Capacity, capacityFor, type Load, MOST_MEASURED, type Step } from "./capacity-estimate";
import { counted } from "./counted";
import { CliError, type Exit } from "./exit";

const STEPS: Record<Step, string> = {
  engine:
    "Install the native engine (`casebook install-engine`): embedding is most of what a search and a store cost.",
  processes: "Run more than one web process or API host behind a balancer.",
  own_database: "Give PostgreSQL a machine of its own.",
  replica: "Read from a streaming replica (DATABASE_READ_URL).",
  pooler: "Put PgBouncer between, or lower DATABASE_POOL_SIZE.",
  workers: "Run more than one worker.",
};

export type CapacityOptions = Omit<Load, "recall_days"> & {
  recallDays: number;
  poolSize: number;
  corePrice?: number;
  gigabytePrice?: number;
};

/** What an installation needs for a load: processors, memory, disk, and which step to take first. */
export async function showCapacity(voice: Voice, options: CapacityOptions): Promise<Exit | undefined> {
  const { poolSize: pool_size, recallDays: recall_days, corePrice, gigabytePrice, ...rates } = options;
  if (rates.hours > 24) throw new CliError("usage", "--hours is of a day: at most 24.");
  const capacity = capacityFor({ ...rates, recall_days }, { pool_size });
  await voice.answer(capacity, async () => {
    await voice.pairs(pairsOf(capacity, { corePrice, gigabytePrice }));
    for (const [index, step] of capacity.steps.entries())
      await voice.say(`${index === 0 ? "\n" : ""}${index + 1}. ${STEPS[step]}`);
    if (capacity.steps.length === 0)
      await voice.say("\nOne machine and one process of each kind are enough.");
    if (!capacity.measured)
      await voice.say(
        `Nothing was measured beyond ${MOST_MEASURED.toLocaleString("en")} memories: this is drawn further.`,
      );
    await voice.say(
      "Pages that people open come on top: 40 to 100 ms of a web process each. docs/scaling.md says how it was measured.",
    );
  });
  return undefined;
}

type Prices = Pick<CapacityOptions, "corePrice" | "gigabytePrice">;

function pairsOf(capacity: Capacity, prices: Prices): [string, string][] {
  const { cores, disk_gb, memory_gb, workers } = capacity;
  const disk = disk_gb.memories + disk_gb.citations + disk_gb.recalls;
  const busy = `web ${fixed(cores.web)}, PostgreSQL ${fixed(cores.database)}, worker ${fixed(cores.worker)}`;
  const pairs: [string, string][] = [
    ["requests a second", fixed(capacity.requests_a_second)],
    ["cores", `${capacity.cores_wanted}; busy at the peak: ${busy}`],
    ["processes", `${capacity.web_processes} web, ${counted(workers, "worker")}`],
    ["connections", String(capacity.connections)],
    [
      "memory",
      `${fixed(memory_gb.database)} GB for PostgreSQL, ${fixed(memory_gb.processes)} GB for the processes`,
    ],
    [
      "disk",
      `${fixed(disk)} GB: memories ${fixed(disk_gb.memories)}, citations ${fixed(disk_gb.citations)}, recalls ${fixed(disk_gb.recalls)}`,
    ],
  ];
  const { corePrice = 0, gigabytePrice = 0 } = prices;
  const price = capacity.cores_wanted * corePrice + disk * gigabytePrice;
  return price === 0 ? pairs : [...pairs, ["price", `${fixed(price)} for the cores and the disk`]];
}

const fixed = (value: number) => value.toLocaleString("en", { maximumSignificantDigits: 2 });
