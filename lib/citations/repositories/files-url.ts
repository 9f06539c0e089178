/** Forges whose pages of files have an address that is known. */
const PAGES: Readonly<Record<string, string>> = { "github.com": "blob", "gitlab.com": "-/blob" };

/**
 * Where the files of a commit are read in a browser; a path and `#L12` follow. Null for a folder, and for a forge whose
 * addresses are not known. `api_url`: of the connection to GitHub.
 */
export function filesUrl({
  kind,
  location,
  api_url,
  commit,
}: {
  kind: string;
  location: string;
  api_url: string | null;
  commit: string;
}): string | null {
  if (kind === "github") return api_url && `${webOf(api_url)}/${location}/blob/${commit}`;
  if (kind !== "url" || !URL.canParse(location)) return null;
  const { protocol, hostname, pathname } = new URL(location);
  const page = PAGES[hostname];
  if (protocol !== "https:" || page === undefined) return null;
  return `https://${hostname}${pathname.replace(/\/$|\.git\/?$/, "")}/${page}/${commit}`;
}

/** The pages of the GitHub behind an API: `https://api.github.com`, or `https://github.acme.example/api/v3`. */
function webOf(api_url: string): string {
  const { origin, hostname } = new URL(api_url);
  return hostname === "api.github.com" ? "https://github.com" : origin;
}
