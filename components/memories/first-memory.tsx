"use client";

import { BookOpenText } from "lucide-react";
import { useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { memories } from "@/messages/compiled/memories";

const never = () => () => undefined;

/** How the first memory gets here: an agent stores it, over REST or MCP. */
export function FirstMemory({ repository }: { repository: string | null }) {
  const t = useMessages(memories);
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "http://localhost:3000",
  );
  const body = JSON.stringify(
    {
      kind: "decision",
      statement: "Money is whole cents; only what is printed has decimals.",
      reasoning: "Sums of floats were off by a cent in the March invoices.",
      repository: repository ?? undefined,
    },
    null,
    2,
  );
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-4 px-4 py-8">
      <div>
        <BookOpenText aria-hidden className="mb-2 size-5 text-muted-foreground" strokeWidth={1.5} />
        <p className="font-medium text-base">{t("first_title")}</p>
        <p className="text-pretty text-muted-foreground text-sm">
          {t.rich("first_ways", {
            keys: (content) => (
              <Link href="/settings/keys" className="text-primary underline-offset-4 hover:underline">
                {content}
              </Link>
            ),
          })}
        </p>
      </div>
      <section className="flex min-w-0 flex-col gap-1.5">
        <h2 className="font-medium text-sm">{t("first_mcp")}</h2>
        <CodeBlock
          label={t("first_mcp_command")}
          code={`claude mcp add --transport http casebook ${origin}/api/mcp \\\n  --header "Authorization: Bearer $CASEBOOK_KEY"`}
        />
      </section>
      <section className="flex min-w-0 flex-col gap-1.5">
        <h2 className="font-medium text-sm">{t("first_curl")}</h2>
        <CodeBlock
          label={t("first_curl_command")}
          code={`curl -X POST ${origin}/api/v1/memories \\\n  -H "Authorization: Bearer $CASEBOOK_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`}
        />
      </section>
    </div>
  );
}
