"use client";

import { useFormat } from "@/components/pieces/use-format";
import { CodeBlock } from "@/components/ui/code-block";
import { useMessages } from "@/components/ui/messages";
import { members } from "@/messages/compiled/members";

/** A one-time link to hand over, and until when it is good. */
export function SignInLink({ url, expires_at }: { url: string; expires_at: string }) {
  const t = useMessages(members);
  const { formatDay } = useFormat();
  return (
    <>
      <CodeBlock code={url} label={t("sign_in_link")} wrap />
      <p className="mt-2 text-muted-foreground text-xs">{t("valid_until", { day: formatDay(expires_at) })}</p>
    </>
  );
}
