import { pathParameters } from "@/lib/kernel/contract";
import type { AnyOperation } from "@/lib/runtime/operation";

type Route = { operation: AnyOperation; pattern: RegExp; names: string[]; fixed: number };

/** What a path and a method lead to: an operation with its path parameters, or the methods that would. */
export type Match =
  | { operation: AnyOperation; parameters: Record<string, string> }
  | { operation: null; methods: string[] };

/** A matcher over the operations' paths. `/memories/stats` wins over `/memories/{memory_id}`. */
export function createRouter(operations: readonly AnyOperation[]): (method: string, path: string) => Match {
  const routes = operations.map(toRoute).sort((a, b) => b.fixed - a.fixed);
  return (method, path) => {
    const matching = routes.flatMap((route) => {
      const found = route.pattern.exec(path);
      if (found) return [{ route, found }];
      return [];
    });
    const chosen = matching.find(({ route }) => route.operation.contract.http.method === method);
    if (!chosen) {
      // What has the path as it is written has its methods, not those of a parameter that could be called so.
      const nearest = matching.filter(({ route }) => route.fixed === matching[0]?.route.fixed);
      return { operation: null, methods: nearest.map(({ route }) => route.operation.contract.http.method) };
    }
    const values = chosen.route.names.map(
      (name, at) => [name, safeDecode(chosen.found[at + 1] ?? "")] as const,
    );
    return { operation: chosen.route.operation, parameters: Object.fromEntries(values) };
  };
}

function toRoute(operation: AnyOperation): Route {
  const { path } = operation.contract.http as { path: string };
  const segments = path.split("/").filter(Boolean);
  const source = segments
    .map((segment) => {
      if (segment.startsWith("{")) return "([^/]+)";
      return escapeRegExp(segment);
    })
    .join("/");
  return {
    operation,
    pattern: new RegExp(`^/${source}/?$`),
    names: pathParameters(path),
    fixed: segments.filter((segment) => !segment.startsWith("{")).length,
  };
}

function escapeRegExp(value: string): string {
  return value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function safeDecode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
