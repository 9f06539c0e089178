/** What an installation is asked for at its busiest. */
export type Load = {
  memories: number;
  /** Working at the same time. */
  agents: number;
  /** Of each agent, an hour. */
  tasks: number;
  /** For each task, besides the pack that it begins with. */
  searches: number;
  reads: number;
  stores: number;
  /** For each memory. */
  citations: number;
  /** So long recalls are kept. */
  recall_days: number;
  /** Of a day in which agents work so much. */
  hours: number;
};

/** Milliseconds on a processor of the process that serves a request, and of PostgreSQL. */
type Cost = { web: number; database: number };

const REQUESTS = ["pack", "search", "read", "store"] as const;
type Request = (typeof REQUESTS)[number];

/**
 * As `npm run bench -- --only scale` measured them among 10,000 and 100,000 memories, questions embedded by WebAssembly
 * (docs/scaling.md, 26 November 2026, an EPYC processor).
 */
const COSTS: Record<Request, { few: Cost; many: Cost }> = {
  pack: { few: { web: 16.2, database: 15.8 }, many: { web: 15.1, database: 45.6 } },
  search: { few: { web: 31.8, database: 16.7 }, many: { web: 33.3, database: 28.4 } },
  read: { few: { web: 5.5, database: 4 }, many: { web: 8.5, database: 5.1 } },
  store: { few: { web: 7.6, database: 3.2 }, many: { web: 9.2, database: 3.6 } },
};
const FEW = 10_000;
export const MOST_MEASURED = 100_000;

/** Of the worker, for each memory that is stored. */
const EMBEDDING_MS = 113;
/**
 * Kilobytes of a row with its indexes, as 120,000 memories, 2,000 citations and 150 recalls left them; a candidate takes 280 bytes
 * less since its scores are columns.
 */
const KILOBYTES = { memory: 3.2, vector: 2.2, citation: 5.1, recall: 3.7, candidate: 0.49 };
const CANDIDATES_A_RECALL = 34;
/** What updates leave until it is cleared, and room to grow. */
const ROOM = 1.5;
/** Above this share of a core requests wait for each other. */
const BUSY = 0.6;
/** Under load of 200 agents, flat over five minutes (docs/measurements.md). */
const PROCESS_GB = 1;

/** The cost among so many memories: by the power of their number that lies between the two that were measured. */
function costOf(request: Request, memories: number): Cost {
  const { few, many } = COSTS[request];
  const exponent = Math.max(0, Math.log10(memories / FEW) / Math.log10(MOST_MEASURED / FEW));
  const between = (part: keyof Cost) => few[part] * (many[part] / few[part]) ** exponent;
  return { web: between("web"), database: between("database") };
}

export const STEPS = ["engine", "processes", "own_database", "replica", "pooler", "workers"] as const;
export type Step = (typeof STEPS)[number];

export type Capacity = {
  requests_a_second: number;
  /** Busy at the peak, of processes that serve, of PostgreSQL and of workers. */
  cores: { web: number; database: number; worker: number };
  /** To have, so that requests do not wait for each other. */
  cores_wanted: number;
  web_processes: number;
  workers: number;
  disk_gb: { memories: number; citations: number; recalls: number };
  /** What PostgreSQL reads again and again, and the processes. */
  memory_gb: { database: number; processes: number };
  connections: number;
  /** What to do first, in this order. */
  steps: Step[];
  /** False where the costs are drawn further than they were measured. */
  measured: boolean;
};

/** Busy with PostgreSQL's work: a second machine takes its reads. */
const REPLICA_CORES = 4;
/** Of the 100 that PostgreSQL takes by default, some are for those who look after it. */
const MOST_CONNECTIONS = 80;
/** Up to so many one machine does everything. */
const ONE_MACHINE_CORES = 4;
/** The web process, the worker and PostgreSQL never wait for one core. */
const FEWEST_CORES = 2;

/** What an installation needs for a load, from what the bench measured. Pages that people open come on top. */
export function capacityFor(load: Load, { pool_size }: { pool_size: number }): Capacity {
  const tasks_a_second = (load.agents * load.tasks) / 3600;
  const rates: Record<Request, number> = {
    pack: tasks_a_second,
    search: tasks_a_second * load.searches,
    read: tasks_a_second * load.reads,
    store: tasks_a_second * load.stores,
  };
  const busy = (part: keyof Cost) =>
    REQUESTS.reduce(
      (sum, request) => sum + (rates[request] * costOf(request, load.memories)[part]) / 1000,
      0,
    );
  const cores = {
    web: busy("web"),
    database: busy("database"),
    worker: (rates.store * EMBEDDING_MS) / 1000,
  };
  const web_processes = Math.max(1, Math.ceil(cores.web / BUSY));
  const workers = Math.max(1, Math.ceil(cores.worker / BUSY));
  const recalls = tasks_a_second * 3600 * load.hours * load.recall_days;
  const rows_gb = gigabytes(load.memories * (KILOBYTES.memory + KILOBYTES.vector));
  const recalls_gb = gigabytes(recalls * (KILOBYTES.recall + CANDIDATES_A_RECALL * KILOBYTES.candidate));
  const citations_gb = gigabytes(load.memories * load.citations * KILOBYTES.citation);
  const connections = (web_processes + workers) * pool_size;
  const cores_wanted = Math.max(FEWEST_CORES, Math.ceil((cores.web + cores.database + cores.worker) / BUSY));
  const wanted: Record<Step, boolean> = {
    engine: web_processes > 1 || workers > 1,
    processes: web_processes > 1,
    own_database: cores_wanted > ONE_MACHINE_CORES,
    replica: cores.database > REPLICA_CORES,
    pooler: connections > MOST_CONNECTIONS,
    workers: workers > 1,
  };
  return {
    requests_a_second: REQUESTS.reduce((sum, request) => sum + rates[request], 0),
    cores,
    cores_wanted,
    web_processes,
    workers,
    disk_gb: { memories: rows_gb * ROOM, citations: citations_gb * ROOM, recalls: recalls_gb * ROOM },
    memory_gb: { database: rows_gb + citations_gb, processes: (web_processes + workers) * PROCESS_GB },
    connections,
    steps: STEPS.filter((step) => wanted[step]),
    measured: load.memories <= MOST_MEASURED,
  };
}

const gigabytes = (kilobytes: number) => kilobytes / 1_000_000;
