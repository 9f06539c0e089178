import { newId } from "@/lib/kernel/ids";
import {
  memoryGet,
  memoryGetRecent,
  memoryList,
  memorySearch,
  memorySearchByPath,
  memoryStore,
  memoryStoreMany,
} from "@/lib/memories/contract";
import { contextGet } from "@/lib/recall/contract";
import { makeNotes } from "../texts";
import type { Ask } from "./clients";
import type { ScaleData } from "./data";
import type { ScaleQuestion } from "./meaning";

export type ScaleOperation = {
  name: string;
  product: (round: number) => Ask;
  bare: (round: number) => Ask;
  /** Of an answer what must be the same in both; without it only `check` holds. */
  compared?: { product: (answer: unknown) => unknown; bare: (answer: unknown) => unknown };
  /** Why an answer of the product is wrong, or null. */
  check: (answer: unknown) => string | null;
};

const field = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

function itemsOf(answer: unknown): unknown[] {
  const items = field(answer, "items");
  return Array.isArray(items) ? items : [];
}

const idsOf = (answer: unknown) => itemsOf(answer).map((item) => field(item, "id"));
const sameIds = { product: idsOf, bare: idsOf };
const right = () => null;
const API = "/api/v1";

const bareAsk = (path: string, values: readonly unknown[]): Ask => ({
  method: "POST",
  path: `/${path}`,
  body: JSON.stringify({ values }),
});

function at<T>(values: readonly T[], index: number): T {
  const value = values[index % values.length];
  if (value === undefined) throw new Error("there is nothing to ask for");
  return value;
}

const BATCH = 100;
const RECENT = 50;
const FOUND = 10;

/** Each asks for something else in every round, so that no cache of an answer helps. */
export function operationsOf(data: ScaleData, questions: readonly ScaleQuestion[]): ScaleOperation[] {
  return [...readsOf(data), ...questionsOf(data, questions), ...writesOf(data)];
}

function readsOf({ ids, paths, cited_repository }: ScaleData): ScaleOperation[] {
  const get = (path: string, query: Record<string, string> = {}): Ask => ({
    method: "GET",
    path: `${API}${path}?${new URLSearchParams(query)}`,
  });
  return [
    {
      name: "get",
      product: (round) => get(memoryGet.http.path.replace("{memory_id}", at(ids, 17 * round))),
      bare: (round) => bareAsk("get", [at(ids, 17 * round)]),
      compared: {
        product: (answer) => [field(answer, "id"), field(answer, "statement")],
        bare: (answer) => [field(itemsOf(answer)[0], "id"), field(itemsOf(answer)[0], "statement")],
      },
      check: right,
    },
    {
      name: `recent ${RECENT}`,
      product: () => get(memoryGetRecent.http.path, { limit: String(RECENT) }),
      bare: () => bareAsk("recent", [RECENT]),
      compared: sameIds,
      check: right,
    },
    {
      name: "by path",
      product: (round) =>
        get(memorySearchByPath.http.path, { repository: cited_repository.name, path: at(paths, round) }),
      bare: (round) => bareAsk("by_path", [cited_repository.id, at(paths, round)]),
      compared: sameIds,
      check: right,
    },
    {
      name: `list ${RECENT} with the total`,
      product: () => get(memoryList.http.path, { limit: String(RECENT) }),
      bare: () => bareAsk("list", [RECENT]),
      compared: {
        product: (answer) => [idsOf(answer), field(answer, "total")],
        bare: (answer) => [idsOf(answer), field(itemsOf(answer)[0], "total")],
      },
      check: right,
    },
  ];
}

function questionsOf({ cited_repository }: ScaleData, questions: readonly ScaleQuestion[]): ScaleOperation[] {
  const post = (path: string, body: object): Ask => ({
    method: "POST",
    path: `${API}${path}`,
    body: JSON.stringify(body),
  });
  // A number keeps questions apart that have the same words.
  const textOf = (round: number) => `${at(questions, round).text}, case ${round}`;
  return [
    {
      name: "search",
      product: (round) => post(memorySearch.http.path, { query: textOf(round), limit: FOUND }),
      bare: (round) =>
        bareAsk("search", [at(questions, round).literal, at(questions, round).normalized, null]),
      check: (answer) => {
        const found = itemsOf(answer).length;
        const degraded = JSON.stringify(field(answer, "degraded"));
        if (found === FOUND && degraded === "[]") return null;
        return `found ${found}, degraded ${degraded}`;
      },
    },
    {
      name: "context pack",
      product: (round) =>
        post(contextGet.http.path, {
          task: textOf(round),
          agent_type: "builder",
          repository: cited_repository.name,
          session_id: `scale-${round}`,
        }),
      bare: (round) =>
        bareAsk("pack", [at(questions, round).literal, at(questions, round).normalized, cited_repository.id]),
      check: (answer) => {
        const outcome = String(field(answer, "outcome"));
        if (["served", "empty"].includes(outcome)) return null;
        return `the outcome was ${outcome}: ${JSON.stringify(field(answer, "degraded"))}`;
      },
    },
  ];
}

const NOTES = 5_000;

function writesOf({ cited_repository: { id, name: repository } }: ScaleData): ScaleOperation[] {
  const notes = makeNotes(NOTES);
  let stored = 0;
  // A new statement for each call and each run of a slice: none is stored twice.
  const statement = () => `${at(notes, stored++).statement} Noted ${stored} of ${repository}.`;
  const memory = () => ({ kind: "decision", statement: statement(), repository });
  const post = (path: string, body: object): Ask => ({
    method: "POST",
    path: `${API}${path}`,
    body: JSON.stringify(body),
  });
  const several = <T>(make: () => T): T[] => Array.from({ length: BATCH }, make);
  return [
    {
      name: "store",
      product: () => post(memoryStore.http.path, memory()),
      bare: () => bareAsk("store", [newId(), id, statement()]),
      check: (answer) => {
        if (field(answer, "stored") === true) return null;
        return `nothing was stored: ${JSON.stringify(answer).slice(0, 300)}`;
      },
    },
    {
      name: `store a batch of ${BATCH}`,
      product: () => post(memoryStoreMany.http.path, { memories: several(memory) }),
      bare: () => bareAsk("batch", [several(newId), id, several(statement)]),
      check: (answer) => {
        if (field(answer, "stored") === BATCH) return null;
        return `${field(answer, "stored")} of ${BATCH} were stored`;
      },
    },
  ];
}
