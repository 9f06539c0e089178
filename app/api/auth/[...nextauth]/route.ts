import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { openRoute } from "@/lib/doors/limits/open-route";
import { optionsOfRequest } from "@/lib/doors/sign-in";

type RouteContext = { params: Promise<{ nextauth: string[] }> };

// The options are made at the first request, not when the build evaluates this module without settings.
const handle = openRoute(
  async (request, context: RouteContext): Promise<Response> =>
    NextAuth(await optionsOfRequest(request))(new NextRequest(request), context),
);

export { handle as GET, handle as POST };
