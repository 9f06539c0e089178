"use client";

import { ViewsNav } from "@/components/pieces/views-nav";
import { useMessages } from "@/components/ui/messages";
import { taskWords } from "@/messages/compiled/task-words";

/** Solutions, errors, the tasks in which they were, and whether it helps. */
export function TasksNav() {
  const t = useMessages(taskWords);
  return (
    <ViewsNav
      label={t("views")}
      views={[
        { href: "/patterns", label: t("patterns") },
        { href: "/failures", label: t("failures") },
        { href: "/failures/returned", label: t("came_back") },
        { href: "/tasks", label: t("tasks") },
        { href: "/patterns/figures", label: t("figures") },
      ]}
    />
  );
}
