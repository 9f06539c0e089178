import { formatCount } from "@/components/pieces/format";
import { CopyButton } from "@/components/ui/copy-button";

/** A pack, character by character, with its size where it was given. */
export function PackAsGiven({
  markdown,
  tokens,
  characters,
  nothing,
  title = "The pack as given",
}: {
  markdown: string;
  /** Left out for a pack that nobody got. */
  tokens?: number;
  characters?: number;
  /** Why there is none. */
  nothing: string;
  title?: string;
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-medium">
          {title}{" "}
          {markdown !== "" && tokens !== undefined && characters !== undefined && (
            <span className="font-normal text-muted-foreground tabular-nums">
              {formatCount(tokens)} tokens, {formatCount(characters)} characters
            </span>
          )}
        </h2>
        {markdown !== "" && <CopyButton text={markdown} label="Copy the pack" />}
      </div>
      {markdown === "" ? (
        <p className="rounded-md border p-4 text-muted-foreground">{nothing}</p>
      ) : (
        <pre className="whitespace-pre-wrap wrap-anywhere rounded-md border bg-sunken p-3 font-mono text-xs leading-5">
          {markdown}
        </pre>
      )}
    </section>
  );
}

/** How long each part took, on demand; they overlap. */
export function StageTimes({ stages }: { stages: readonly { name: string; ms: number }[] }) {
  if (stages.length === 0) return null;
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-pointer text-muted-foreground hover:text-foreground">
        Where the time went: {stages.length} parts, which overlap
      </summary>
      <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
        {stages.map(({ name, ms }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a stage may be there twice, and the list never changes
          <div key={`${name} ${index}`} className="flex gap-1">
            <dt className="text-muted-foreground">{name.replaceAll("_", " ")}</dt>
            <dd className="tabular-nums">{ms.toFixed(1)} ms</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
