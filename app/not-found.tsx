import { getMessages } from "@/app/messages";
import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";
import { pages } from "@/messages/compiled/pages";

export default async function NotFound() {
  const t = await getMessages(pages);
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-start justify-center gap-2 px-6"
    >
      <h1 className="font-semibold text-lg">{t("not_found")}</h1>
      <p className="text-muted-foreground">{t("not_found_old_link")}</p>
      <Button asChild className="mt-2">
        <Link href="/">{t("to_overview")}</Link>
      </Button>
    </main>
  );
}
