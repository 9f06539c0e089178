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
