import { Button } from "@/components/ui/button";
import Link from "@/components/ui/link";

export default function NotFound() {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-start justify-center gap-2 px-6"
    >
      <h1 className="font-semibold text-lg">Page not found</h1>
      <p className="text-muted-foreground">The link may be old, or mistyped.</p>
      <Button asChild className="mt-2">
        <Link href="/">Go to the overview</Link>
      </Button>
    </main>
  );
}
