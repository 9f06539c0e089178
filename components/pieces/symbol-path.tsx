/** `PriceList.round ›` before the place of cited lines; nothing outside of any definition. */
export function SymbolPath({ path }: { path: string | null | undefined }) {
  if (path === null || path === undefined) return null;
  return (
    <>
      <span className="min-w-0 truncate font-medium" title={path}>
        {path}
      </span>
      <span aria-hidden className="shrink-0 px-1 text-muted-foreground">
        ›
      </span>
    </>
  );
}
