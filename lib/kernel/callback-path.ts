/** The path of `wanted` where it leads to `base`'s own origin, also when it is read once more; "/" for anything else. */
export function safeCallbackPath({ wanted, base }: { wanted: string | undefined; base: string }): string {
  if (wanted === undefined || !URL.canParse(wanted, base)) return "/";
  const { origin } = new URL(base);
  const url = new URL(wanted, base);
  const path = `${url.pathname}${url.search}`;
  // Of "/.//evil.example" parsing leaves "//evil.example", which a browser takes for another host.
  const staysHere =
    url.origin === origin && URL.canParse(path, base) && new URL(path, base).origin === origin;
  if (staysHere) return path;
  return "/";
}
