import { openRoute } from "@/lib/doors/limits/open-route";
import { passkeyOptions } from "@/lib/doors/sign-in";

export const POST = openRoute(() => passkeyOptions());
