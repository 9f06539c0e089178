"use client";

import { Import } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { reviewsImports } from "@/messages/compiled/reviews-imports";

const load = () => import("./new-import-opened").then((part) => part.NewImportOpened);

const NOTHING = {};

/** The ways in for what a team has already: a pull request's review, an analyzer's log, evaluations of its own. */
export function NewImport() {
  const t = useMessages(reviewsImports);
  return (
    <OpensOnDemand
      opens="dialog"
      load={load}
      props={NOTHING}
      trigger={
        <Button variant="primary">
          <Import aria-hidden />
          {t("import")}
        </Button>
      }
    />
  );
}
