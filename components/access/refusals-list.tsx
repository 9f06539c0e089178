"use client";

import { useQuery } from "@tanstack/react-query";
import { ListExport } from "@/components/pieces/list-export";
import { REFUSAL_WORDS, refusedInWords } from "@/components/pieces/refusals";
import { RelativeTime } from "@/components/pieces/relative-time";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { refusalList } from "@/lib/access/contract";
import { operationQuery } from "@/lib/doors/client";
import { refusals } from "@/messages/compiled/refusals";
import { settingsOrganization } from "@/messages/compiled/settings-organization";

const SHOWN = 10;

/** What settings and keys kept agents from lately; nothing where they kept nobody from anything. */
export function RefusalsList() {
  const t = useMessages(settingsOrganization);
  const refusalWords = useMessages(refusals);
  const { data, isError } = useQuery(operationQuery(refusalList, { limit: SHOWN }));
  if (isError) return <p className="text-muted-foreground text-sm">{t("refusals_unreadable")}</p>;
  if (!data || data.total === 0) return null;
  return (
    <div className="flex flex-col gap-1.5">
      <h3 className="font-medium text-sm">{t("refusals")}</h3>
      <ul className="flex flex-col divide-y rounded-md border">
        {data.items.map((refusal) => (
          <li key={refusal.id} className="flex flex-col gap-0.5 px-3 py-2 text-sm">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 wrap-anywhere font-medium">
                {refusedInWords({ t: refusalWords, refusal })}
              </span>
              <span className="text-muted-foreground">
                {t("refusals_times", {
                  said: refusalWords(REFUSAL_WORDS[refusal.what].said),
                  count: refusal.count,
                })}
              </span>
              <RelativeTime at={refusal.last_at} className="ml-auto text-muted-foreground text-xs" />
            </p>
            <p className="text-muted-foreground text-xs">
              {refusalWords(REFUSAL_WORDS[refusal.what].remedy)}{" "}
              {refusal.session_id !== null && (
                <Link
                  href={`/sessions/${encodeURIComponent(refusal.session_id)}`}
                  className="whitespace-nowrap text-primary underline-offset-4 hover:underline"
                >
                  {t("refusals_session")}
                </Link>
              )}
            </p>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground text-xs">
        {data.total > SHOWN && t("refusals_shown", { shown: SHOWN, total: data.total })}
        <ListExport contract={refusalList} input={{}} total={data.total} />
      </div>
    </div>
  );
}
