import type { Context } from "@/lib/runtime/operation";
import { add } from "./add";
import { createExport, event, events, getExport } from "./exports";
import { type Fields, notOffered } from "./fields";
import { entities, envelope, get, history, type Listed, list, search, type Version } from "./reading";
import { batch, deleteAll, deleteEntity, deleteOne, feedback, update } from "./writing";

export type Asked = {
  context: Context;
  /** The body, over the parameters of the query. */
  fields: Fields;
  url: URL;
  /** Of the path, decoded. */
  parts: readonly string[];
};

type Route = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: RegExp;
  status?: 201;
  answer: (asked: Asked) => unknown;
};

/** With `output_format` v1.1 the first versions answer an object instead of a list. */
const inObject = ({ fields }: Asked, results: unknown) => {
  if (fields.output_format === "v1.1") return { results };
  return results;
};

/** The second version's list is an envelope only for who asks for a page. */
function listed({ fields, url }: Asked, found: Listed) {
  if (fields.page !== undefined && fields.page_size !== undefined)
    return envelope({ ...found, url }, found.results);
  return inObject({ fields } as Asked, found.results);
}

const searching = (version: Version) => async (asked: Asked) => {
  const results = await search(asked.context, asked.fields, version);
  if (version === 3) return { results };
  return inObject(asked, results);
};

const listing = (version: Version) => async (asked: Asked) => {
  const found = await list(asked.context, asked.fields, version);
  if (version === 3) return envelope({ ...found, url: asked.url }, found.results);
  return listed(asked, found);
};

/** Who asks, as these clients check a key. An address with @ would be sent to their maker's telemetry. */
function ping({ context }: Asked) {
  const { organization_id, name } = context.actor;
  return {
    status: "ok",
    org_id: organization_id,
    project_id: organization_id,
    user_email: name.replaceAll("@", " at "),
  };
}

async function addFirst(asked: Asked) {
  const added = await add(asked.context, asked.fields);
  if (asked.fields.output_format === "v1.1") return added;
  return added.results;
}

const NOT_OFFERED = /^\/v[12]\/(profiles|summary|webhooks|orgs|projects)(\/.*)?$/;

const ROUTES: readonly Route[] = [
  { method: "GET", path: /^\/v1\/ping$/, answer: ping },
  { method: "POST", path: /^\/v1\/memories$/, answer: addFirst },
  { method: "POST", path: /^\/v3\/memories\/add$/, answer: ({ context, fields }) => add(context, fields) },
  { method: "POST", path: /^\/v1\/memories\/search$/, answer: searching(1) },
  { method: "POST", path: /^\/v2\/memories\/search$/, answer: searching(2) },
  { method: "POST", path: /^\/v3\/memories\/search$/, answer: searching(3) },
  { method: "GET", path: /^\/v1\/memories$/, answer: listing(1) },
  { method: "POST", path: /^\/v2\/memories$/, answer: listing(2) },
  { method: "POST", path: /^\/v3\/memories$/, answer: listing(3) },
  { method: "DELETE", path: /^\/v1\/memories$/, answer: ({ context, fields }) => deleteAll(context, fields) },
  {
    method: "GET",
    path: /^\/v1\/memories\/([^/]+)$/,
    answer: ({ context, parts: [id = ""] }) => get(context, id),
  },
  {
    method: "PUT",
    path: /^\/v1\/memories\/([^/]+)$/,
    answer: ({ context, fields, parts: [id = ""] }) => update(context, id, fields),
  },
  {
    method: "DELETE",
    path: /^\/v1\/memories\/([^/]+)$/,
    answer: ({ context, parts: [id = ""] }) => deleteOne(context, id),
  },
  {
    method: "GET",
    path: /^\/v1\/memories\/([^/]+)\/history$/,
    answer: ({ context, parts: [id = ""] }) => history(context, id),
  },
  {
    method: "GET",
    path: /^\/v1\/entities$/,
    answer: ({ context, fields, url }) => entities(context, fields, url),
  },
  {
    method: "DELETE",
    path: /^\/v[12]\/entities\/([^/]+)\/([^/]+)$/,
    answer: ({ context, parts: [type = "", name = ""] }) => deleteEntity(context, { type, name }),
  },
  { method: "PUT", path: /^\/v1\/batch$/, answer: ({ context, fields }) => batch(context, fields, "PUT") },
  {
    method: "DELETE",
    path: /^\/v1\/batch$/,
    answer: ({ context, fields }) => batch(context, fields, "DELETE"),
  },
  { method: "POST", path: /^\/v1\/feedback$/, answer: ({ context, fields }) => feedback(context, fields) },
  { method: "POST", path: /^\/v1\/exports$/, status: 201, answer: ({ fields }) => createExport(fields) },
  {
    method: "POST",
    path: /^\/v1\/exports\/get$/,
    answer: ({ context, fields }) => getExport(context, fields),
  },
  { method: "GET", path: /^\/v1\/exports$/, answer: ({ context, fields }) => getExport(context, fields) },
  { method: "GET", path: /^\/v1\/events$/, answer: ({ context }) => events(context) },
  {
    method: "GET",
    path: /^\/v1\/event\/([^/]+)$/,
    answer: ({ context, parts: [id = ""] }) => event(context, id),
  },
];

export type Match = { route: Route; parts: string[] } | { route: null; methods: string[] };

/** The route of a method and a path, with or without a slash at its end. @throws AppError not_found for what mem0 has and we have not. */
export function match(method: string, pathname: string): Match {
  const path = pathname.replace(/\/+$/, "");
  const methods: string[] = [];
  for (const route of ROUTES) {
    const found = route.path.exec(path);
    if (!found) continue;
    if (route.method === method) return { route, parts: found.slice(1).map(decoded) };
    methods.push(route.method);
  }
  if (NOT_OFFERED.test(path)) throw notOffered(path);
  return { route: null, methods };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
