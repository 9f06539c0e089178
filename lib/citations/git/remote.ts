import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { SourceError } from "../repositories/source";

/** Where a repository is fetched from, in parts that are safe to log and to pass on. */
export interface Remote {
  protocol: "https" | "ssh" | "file";
  /** Null for `file`. Whether a host may be contacted is for the caller to decide. */
  host: string | null;
  /** What git is given: without credentials. */
  url: string;
  /** The value of an Authorization header made from credentials in the address; null when there were none. */
  authorization: string | null;
}

const refused = (why: string) => new SourceError("refused", `The address of the repository ${why}.`);

/**
 * Reads the address of a repository: https, ssh (also `user@host:path`) and, if allowed, an absolute path or file
 * URL. Everything else (`ext::` and other helpers, http, git, options in disguise) is `refused`.
 */
export function parseRemote(address: string, allow_file_paths = false): Remote {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  if (address === "" || address.length > 2048 || /[\u0000-\u0020\u007f]/.test(address)) {
    throw refused("is empty, too long or holds white space");
  }
  if (address.startsWith("-")) throw refused("must not begin with -");
  if (/^[a-z0-9+.-]+::/i.test(address)) throw refused("must not name a helper program");
  if (isAbsolute(address) || address.startsWith("file:")) {
    if (!allow_file_paths) throw refused("is a path on this server, which is not allowed here");
    return parseFilePath(address);
  }
  return parseScp(address) ?? parseRemoteUrl(address);
}

function parseFilePath(address: string): Remote {
  const path = isAbsolute(address) ? address : filePathOf(address);
  if (path === null) throw refused("is not a file on this server");
  return { protocol: "file", host: null, url: path, authorization: null };
}

/** `user@host:path`; null for an address of another form. */
function parseScp(address: string): Remote | null {
  const [, user, host, path] = /^(?:([\w.+][\w.+-]*)@)?([\w][\w.-]*):(?!\/\/)(.+)$/.exec(address) ?? [];
  if (host === undefined || path === undefined) return null;
  if (path.startsWith("-")) throw refused("has a path that begins with -");
  const login = user === undefined ? "" : `${user}@`;
  return { protocol: "ssh", host, url: `${login}${host}:${path}`, authorization: null };
}

function parseRemoteUrl(address: string): Remote {
  const url = /^\w+:\/\/[^/]/.test(address) && URL.canParse(address) ? new URL(address) : null;
  if (!url) throw refused("cannot be read; use https://host/owner/name.git or git@host:owner/name.git");
  if (url.protocol !== "https:" && url.protocol !== "ssh:")
    throw refused("must begin with https:// or ssh://");
  if (url.hostname === "" || !/^[\w[]/.test(url.hostname)) throw refused("has no proper host");
  if (url.search !== "" || url.hash !== "") throw refused("must not have a query or a fragment");
  const { hostname: host, username, password } = url;
  if (url.protocol === "ssh:") {
    if (!/^(?:[\w.+][\w.+-]*)?$/.test(username)) throw refused("has an improper user");
    url.password = "";
    return { protocol: "ssh", host, url: url.href, authorization: null };
  }
  url.username = "";
  url.password = "";
  const credentials = `${decoded(username)}:${decoded(password)}`;
  const authorization = credentials === ":" ? null : `Basic ${Buffer.from(credentials).toString("base64")}`;
  return { protocol: "https", host, url: url.href, authorization };
}

/** A part of the credentials in an address, as it was before it was put there. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused("has a % in its user or password that encodes nothing");
  }
}

function filePathOf(address: string): string | null {
  try {
    return fileURLToPath(address);
  } catch {
    return null;
  }
}
