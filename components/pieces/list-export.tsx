"use client";

import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { lists } from "@/messages/compiled/lists";
import type { Exported } from "./list-export-opened";

const load = () => import("./list-export-opened").then((part) => part.ListExportOpened);

/** All rows that match the filters, as a file that the server sends; said before, how many they are. */
export function ListExport(exported: Exported) {
  const t = useMessages(lists);
  const { total } = exported;
  return (
    <OpensOnDemand
      opens="menu"
      load={load}
      props={exported}
      trigger={
        <Button size="sm" variant="ghost" disabled={total === undefined || total === 0}>
          <Download aria-hidden />
          {t("export")}
        </Button>
      }
    />
  );
}
