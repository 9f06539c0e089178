import { FileQuestionMark } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";

export default function NotFound() {
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={<h1>Page not found</h1>}
      action={
        <Button asChild>
          <Link href="/">Go to the overview</Link>
        </Button>
      }
    >
      It may have been deleted, or belong to another organization. Search for it with ⌘K or Ctrl K.
    </EmptyState>
  );
}
