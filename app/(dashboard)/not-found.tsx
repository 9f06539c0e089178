import { FileQuestionMark } from "lucide-react";
import { getMessages } from "@/app/messages";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import Link from "@/components/ui/link";
import { pages } from "@/messages/compiled/pages";

export default async function NotFound() {
  const t = await getMessages(pages);
  return (
    <EmptyState
      icon={FileQuestionMark}
      title={<h1>{t("not_found")}</h1>}
      action={
        <Button asChild>
          <Link href="/">{t("to_overview")}</Link>
        </Button>
      }
    >
      {t("not_found_deleted")}
    </EmptyState>
  );
}
