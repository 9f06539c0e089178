import NextAuth from "next-auth";
import { authOptions } from "@/lib/access/members/login";
import { openRoute } from "@/lib/doors/limits/open-route";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// The options are made at the first request, not when the build evaluates this module without settings.
const handle = openRoute(
  (request, context: RouteContext): Promise<Response> => NextAuth(authOptions())(request, context),
);

export { handle as GET, handle as POST };
