import { Badge } from "@/components/ui/badge";

/** Tells a citation that was read out of a memory's text from those that its author made. */
export function InferredBadge() {
  return <Badge title="Found in the memory's text; its author did not cite it">inferred</Badge>;
}
