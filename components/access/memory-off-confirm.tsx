"use client";

import { useQuery } from "@tanstack/react-query";
import { TypedConfirm } from "@/components/pieces/typed-confirm";
import { useMessages } from "@/components/ui/messages";
import { Skeleton } from "@/components/ui/skeleton";
import { operationQuery } from "@/lib/doors/client";
import { recallStats } from "@/lib/recall/contract";
import { settingsMemoryOff } from "@/messages/compiled/settings-memory-off";

const DAYS = 7;

/** What agents would have gone without in the last days. */
function Stops() {
  const t = useMessages(settingsMemoryOff);
  const { data, isError } = useQuery(operationQuery(recallStats, { days: DAYS }));
  if (isError) return <p className="my-2">{t("use_unreadable")}</p>;
  if (data === undefined) return <Skeleton className="my-2 w-2/3" />;
  const { recalls, memories_served } = data.total;
  return <p className="my-2 font-medium">{t("use", { days: DAYS, recalls, memories: memories_served })}</p>;
}

/** Asks before memory is switched off for everybody, with what stops and what goes on. */
export function MemoryOffConfirm({
  isOpen,
  onClose,
  ...confirm
}: {
  isOpen: boolean;
  onClose: () => void;
  error: Error | null;
  busy: boolean;
  onConfirm: () => void;
}) {
  const t = useMessages(settingsMemoryOff);
  return (
    <TypedConfirm
      {...confirm}
      expected={t("typed")}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t("title")}
      verb={t("confirm")}
    >
      <p>{t("from_then_on")}</p>
      <ul className="my-2 list-disc pl-5">
        <li>{t("effect_on_agents")}</li>
        <li>{t("effect_on_learning")}</li>
      </ul>
      {isOpen && <Stops />}
      <p>{t("what_stays")}</p>
    </TypedConfirm>
  );
}
