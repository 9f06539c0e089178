"use client";

import { useMe } from "@/components/pieces/use-me";
import Link from "@/components/ui/link";
import { useMessages } from "@/components/ui/messages";
import { settingsPrivacy } from "@/messages/compiled/settings-privacy";
import { OwnDataSection } from "./personal-data";
import { RetentionSection } from "./retention";
import { NotYours } from "./section";

/** How long things are kept, and what is stored about oneself. */
export function Privacy() {
  const t = useMessages(settingsPrivacy);
  const { organization, me, may } = useMe();
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      {organization !== null && may("audit:read") && (
        <RetentionSection organization={organization} editable={may("organization:manage")} />
      )}
      {me?.kind === "person" && <OwnDataSection />}
      {may("members:manage") && (
        <p className="text-sm">
          {t.rich("where_to_erase", {
            link: (words) => (
              <Link href="/settings/danger" className="text-primary underline underline-offset-4">
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {me !== null && !may("members:manage") && <NotYours>{t("owners_erase")}</NotYours>}
    </div>
  );
}
