"use client";

import { useMe } from "@/components/pieces/use-me";
import { ErasePersonSection, OwnDataSection } from "./personal-data";
import { RetentionSection } from "./retention";
import { NotYours } from "./section";

/** How long things are kept, what is stored about oneself, and erasing somebody. */
export function Privacy() {
  const { organization, me, may } = useMe();
  return (
    <div className="flex max-w-3xl flex-col gap-10">
      {organization !== null && may("audit:read") && (
        <RetentionSection organization={organization} editable={may("organization:manage")} />
      )}
      {me?.kind === "person" && <OwnDataSection />}
      {may("members:manage") && <ErasePersonSection />}
      {me !== null && !may("members:manage") && <NotYours>Owners erase a person; ask one of them.</NotYours>}
    </div>
  );
}
