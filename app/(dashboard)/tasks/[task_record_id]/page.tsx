import { HydrationBoundary } from "@tanstack/react-query";
import { titled } from "@/app/messages";
import { TaskScreen } from "@/components/tasks/task-screen";
import { prefetching, prefetchRecord } from "@/lib/doors/server";
import { taskGet } from "@/lib/tasks/contract";

export const generateMetadata = titled("task");

export default async function Page({ params }: { params: Promise<{ task_record_id: string }> }) {
  const { task_record_id } = await params;
  return (
    <HydrationBoundary state={await prefetchRecord(prefetching(taskGet, { task_record_id }))}>
      <TaskScreen task_record_id={task_record_id} />
    </HydrationBoundary>
  );
}
