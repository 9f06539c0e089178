import { outageOf } from "@/lib/kernel/outages";
import type { Database } from "./client";

/** What only the primary can do. What this misses the replica refuses, and it is sent to the primary then. */
const CHANGES =
  /\b(?:insert\s+into|update\s+\S+(?:\s+(?:as\s+)?\w+)?\s+set|delete\s+from|merge\s+into|truncate|for\s+(?:no\s+key\s+)?update|for\s+(?:key\s+)?share|nextval|setval|pg_(?:try_)?advisory\w*|pg_notify|pg_current_wal\w*)\b/i;

const READS = /^(?:find|count|aggregate|groupBy)/;

type Call = (...params: readonly unknown[]) => Promise<unknown>;
type Calls = Record<string, Call>;

function textOf([first]: readonly unknown[]): string {
  if (typeof first === "string") return first;
  if (Array.isArray(first)) return first.join(" ");
  const strings: unknown = first !== null && typeof first === "object" ? Reflect.get(first, "strings") : null;
  if (Array.isArray(strings)) return strings.join(" ");
  return "";
}

/** A call that goes to another database than the one it was made for. */
const callOf = (holder: object, name: string): Call => {
  const found: unknown = Reflect.get(holder, name);
  if (typeof found !== "function") throw new Error(`There is no ${name} to call.`);
  return (...params) => Reflect.apply(found, holder, params);
};

/**
 * A database whose reads go to a replica until something is changed through it, which goes to the primary as everything after
 * it does. A read that fails because the replica is away, or because it changes something after all, is sent to the primary.
 */
export function routed({
  primary,
  replica,
  onFailure,
}: {
  primary: Database;
  replica: Database;
  onFailure: (error: unknown) => void;
}): { db: Database; hasChanged: () => boolean } {
  let has_changed = false;

  function change(holder: object, name: string): Call {
    return (...params) => {
      has_changed = true;
      return callOf(holder, name)(...params);
    };
  }

  const read = ({ own, other, name }: { own: object; other: object; name: string }): Call => {
    return async (...params) => {
      if (has_changed) return callOf(own, name)(...params);
      try {
        return await callOf(other, name)(...params);
      } catch (error) {
        if (outageOf(error) === null && !isConflictOfRecovery(error)) throw error;
        onFailure(error);
        return callOf(own, name)(...params);
      }
    };
  };

  const statement =
    (name: string): Call =>
    (...params) => {
      if (CHANGES.test(textOf(params))) return change(primary, name)(...params);
      return read({ own: primary, other: replica, name })(...params);
    };

  const model = (own: object, other: object): object => {
    const calls: Calls = {};
    return new Proxy(own, {
      get(target, name) {
        if (typeof name !== "string" || typeof Reflect.get(target, name) !== "function")
          return Reflect.get(target, name);
        calls[name] ??= READS.test(name) ? read({ own, other, name }) : change(own, name);
        return calls[name];
      },
    });
  };

  const held = new Map<string, unknown>();
  const made = (name: string): unknown => {
    if (name === "$queryRaw" || name === "$queryRawUnsafe") return statement(name);
    const own: unknown = Reflect.get(primary, name);
    if (typeof own === "function") return name.startsWith("$") ? change(primary, name) : own;
    const other: unknown = Reflect.get(replica, name);
    if (own !== null && typeof own === "object" && other !== null && typeof other === "object")
      return model(own, other);
    return own;
  };
  const db = new Proxy(primary, {
    get(target, name) {
      if (typeof name !== "string") return Reflect.get(target, name);
      if (!held.has(name)) held.set(name, made(name));
      return held.get(name);
    },
  });
  return { db, hasChanged: () => has_changed };
}

/** 40001 and its relatives: the replica had to remove what a long read looked at. */
function isConflictOfRecovery(error: unknown): boolean {
  return error instanceof Error && /conflict with recovery/i.test(error.message);
}
