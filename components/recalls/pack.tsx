import { formatCount } from "@/components/pieces/format";
import { CopyButton } from "@/components/ui/copy-button";

/** The pack exactly as the agent got it. */
export function PackAsGiven({
  markdown,
  tokens,
  characters,
  nothing,
  title = "The pack as given",
}: {
  markdown: string;
  tokens: number;
  characters: number;
  /** Why there is none. */
  nothing: string;
  title?: string;
}) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-medium">
          {title}{" "}
          <span className="font-normal text-muted-foreground tabular-nums">
            {formatCount(tokens)} tokens, {formatCount(characters)} characters
          </span>
        </h2>
        {markdown === "" ? null : <CopyButton text={markdown} label="Copy the pack" />}
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

/** How long each part took; they overlap. */
export function StageTimes({ stages }: { stages: readonly { name: string; ms: number }[] }) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {stages.map(({ name, ms }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stage may be there twice, and the list never changes
        <div key={`${name} ${index}`} className="flex gap-1">
          <dt className="text-muted-foreground">{name}</dt>
          <dd className="tabular-nums">{ms.toFixed(1)} ms</dd>
        </div>
      ))}
    </dl>
  );
}
