import { HydrationBoundary } from "@tanstack/react-query";
import type { SearchParams } from "nuqs/server";
import { titled } from "@/app/messages";
import { loadTaskParameters, tasksInput } from "@/components/tasks/parameters";
import { TasksScreen } from "@/components/tasks/tasks-screen";
import { prefetch, prefetching } from "@/lib/doors/server";
import { taskList } from "@/lib/tasks/contract";

export const generateMetadata = titled("tasks");

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const parameters = await loadTaskParameters(searchParams);
  return (
    <HydrationBoundary state={await prefetch(prefetching(taskList, tasksInput(parameters)))}>
      <TasksScreen />
    </HydrationBoundary>
  );
}
