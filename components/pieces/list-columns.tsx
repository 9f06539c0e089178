"use client";

import { Columns3 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMessages } from "@/components/ui/messages";
import { OpensOnDemand } from "@/components/ui/on-demand";
import { lists } from "@/messages/compiled/lists";
import type { Columns } from "./list-columns-opened";

const load = () => import("./list-columns-opened").then((part) => part.ListColumnsOpened);

/** Which columns a list shows, by what its rows are grouped, and how high they are. */
export function ListColumns(columns: Columns) {
  const t = useMessages(lists);
  return (
    <OpensOnDemand
      opens="menu"
      load={load}
      props={columns}
      trigger={
        <Button size="sm" variant="ghost" className="max-sm:hidden">
          <Columns3 aria-hidden />
          {t("columns")}
        </Button>
      }
    />
  );
}
