import { getMessages } from "@/app/messages";
import { Button } from "@/components/ui/button";
import { pages } from "@/messages/compiled/pages";

/** Outside the dashboard, whose pages name its scripts too: a plain link, which needs none. */
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
        <a href="/">{t("to_overview")}</a>
      </Button>
    </main>
  );
}
