import { Badge, type BadgeTone } from "@/components/ui/badge";

const TONES: Record<string, BadgeTone> = { GET: "neutral", DELETE: "danger" };

/** An HTTP method as a badge: those that change something stand out. */
export function Method({ method }: { method: string }) {
  return (
    <Badge tone={TONES[method] ?? "primary"} className="font-mono">
      {method}
    </Badge>
  );
}
