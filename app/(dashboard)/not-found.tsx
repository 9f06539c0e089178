import { FileQuestionMark } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={<h1>There is nothing at this address</h1>}
      action={
        <Button asChild>
          <Link href="/">Go to the overview</Link>
        </Button>
      }
    >
      It may have been deleted, or belong to another organization. Search finds what is still here.
    </EmptyState>
  );
}
