"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import type { ProbePlace } from "@/lib/citations/contract";
import { codeViews } from "@/messages/compiled/code-views";
import { RelativeTime } from "./relative-time";

/** Of a place that was found by an earlier check too. */
type Since = { since?: string };

const linesOf = ({ line_start, line_end }: ProbePlace) => {
  if (line_start === line_end) return String(line_start);
  return `${line_start}–${line_end}`;
};

/** Where a file stands at the forge; GitHub and GitLab read the same anchor. */
const hrefOf = (files_url: string, { path, line_start }: ProbePlace) =>
  `${files_url}/${path.split("/").map(encodeURIComponent).join("/")}#L${line_start}`;

function PlaceName({ place, files_url }: { place: ProbePlace; files_url: string | null }) {
  const name = `${place.path}:${linesOf(place)}`;
  if (files_url === null) return <code className="wrap-anywhere text-xs">{name}</code>;
  return (
    <a
      href={hrefOf(files_url, place)}
      target="_blank"
      rel="noreferrer"
      className="wrap-anywhere font-mono text-primary text-xs underline-offset-4 hover:underline"
    >
      {name}
    </a>
  );
}

function FoundSince({ since }: Since) {
  const t = useMessages(codeViews);
  if (since === undefined) return null;
  return (
    <span className="text-muted-foreground text-xs">
      {t.rich("place_found", { when: () => <RelativeTime at={since} /> })}
    </span>
  );
}

/**
 * The places that a probe found, each with its first line. `files_url`: where the files of the commit are read at the
 * forge; null: nowhere that is known. `total`: how many there are, where not all are listed.
 */
export function ProbePlaces({
  places,
  total,
  files_url,
  label,
  shown = 5,
}: {
  places: readonly (ProbePlace & Since)[];
  total: number;
  files_url: string | null;
  label: string;
  /** How many are shown at first. */
  shown?: number;
}) {
  const t = useMessages(codeViews);
  const [all, setAll] = useState(false);
  if (places.length === 0) return null;
  const listed = all ? places : places.slice(0, shown);
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <ul aria-label={label} className="flex min-w-0 flex-col rounded-md border bg-card">
        {listed.map((place) => (
          <li
            key={`${place.path}:${place.line_start}:${place.line_end}:${place.text}`}
            className="min-w-0 border-b px-2.5 py-1.5 last:border-b-0"
          >
            <p className="flex flex-wrap items-baseline gap-x-2.5">
              <PlaceName place={place} files_url={files_url} />
              <FoundSince since={place.since} />
            </p>
            <code className="block truncate text-muted-foreground text-xs" title={place.text}>
              {place.text}
            </code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-3 text-muted-foreground text-xs">
        {places.length > listed.length && (
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t("all_places", { count: places.length })}
          </Button>
        )}
        {total > places.length && <span>{t("places_not_listed", { count: total - places.length })}</span>}
      </div>
    </div>
  );
}
