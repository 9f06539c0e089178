import { PowerOff } from "lucide-react";
import Link from "@/components/ui/link";

/** Says on every page that agents neither read nor store anything. */
export function MemoryOffBanner({ mayChange }: { mayChange: boolean }) {
  return (
    <p
      role="status"
      className="mb-4 flex items-start gap-2 rounded-md border border-danger/35 bg-danger-soft/50 px-3 py-2 text-sm"
    >
      <PowerOff aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 text-pretty">
        <span className="font-medium">Memory is switched off.</span> Agents are served nothing, and nothing
        they learn is stored.{" "}
        <Link href="/settings/organization" className="text-primary underline underline-offset-4">
          {mayChange && "Switch it on"}
          {!mayChange && "See the settings"}
        </Link>
      </span>
    </p>
  );
}
