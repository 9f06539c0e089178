"use client";

import { CopyButton } from "@/components/ui/copy-button";
import { useMessages } from "@/components/ui/messages";
import { recallParts } from "@/messages/compiled/recall-parts";

/** A pack, character by character, with its size where it was given. */
export function ServedPack({
  markdown,
  tokens,
  characters,
  nothing,
  title,
}: {
  markdown: string;
  /** Left out for a pack that nobody got. */
  tokens?: number;
  characters?: number;
  /** Why there is none. */
  nothing: string;
  /** Where it is not the pack that was given. */
  title?: string;
}) {
  const t = useMessages(recallParts);
  const heading = title ?? t("pack_as_given");
  return (
    <section aria-label={heading} className="min-w-0">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h2 className="font-medium">
          {heading}{" "}
          {markdown !== "" && tokens !== undefined && characters !== undefined && (
            <span className="font-normal text-muted-foreground tabular-nums">
              {t("pack_size", { tokens, characters })}
            </span>
          )}
        </h2>
        {markdown !== "" && <CopyButton text={markdown} label={t("copy_pack")} />}
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
