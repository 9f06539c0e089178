/**
 * Hosts that publish the documentation of languages, tools and standards, and nothing that others put there. A plain
 * link to a page of one of them, without a query, says nothing about the one who wrote it.
 */
const DOCUMENTATION_HOSTS: ReadonlySet<string> = new Set(
  (
    "conventionalcommits.org semver.org keepachangelog.com contributor-covenant.org opensource.org spdx.org choosealicense.com developercertificate.org editorconfig.org " +
    "json-schema.org json.org yaml.org toml.io commonmark.org ietf.org datatracker.ietf.org rfc-editor.org w3.org whatwg.org unicode.org openapis.org graphql.org " +
    "developer.mozilla.org en.wikipedia.org git-scm.com docs.github.com help.github.com cli.github.com docs.gitlab.com " +
    "python.org docs.python.org peps.python.org packaging.python.org pip.pypa.io pypa.github.io pypi.org python-poetry.org docs.astral.sh astral.sh pytest.org docs.pytest.org pre-commit.com " +
    "nodejs.org npmjs.com docs.npmjs.com pnpm.io yarnpkg.com bun.sh bun.com deno.com deno.land docs.deno.com typescriptlang.org eslint.org prettier.io biomejs.dev vite.dev vitejs.dev vitest.dev jestjs.io playwright.dev react.dev vuejs.org svelte.dev angular.dev nextjs.org turbo.build turborepo.com nx.dev " +
    "go.dev golang.org pkg.go.dev golangci-lint.run rust-lang.org doc.rust-lang.org rust-lang.github.io rustup.rs docs.rs crates.io nexte.st " +
    "php.net getcomposer.org packagist.org php-fig.org phpunit.de ruby-lang.org rubygems.org bundler.io guides.rubyonrails.org " +
    "openjdk.org docs.oracle.com adoptium.net kotlinlang.org gradle.org docs.gradle.org maven.apache.org scala-lang.org " +
    "learn.microsoft.com docs.microsoft.com dotnet.microsoft.com visualstudio.microsoft.com code.visualstudio.com nuget.org " +
    "swift.org developer.apple.com developer.android.com dart.dev flutter.dev docs.flutter.dev pub.dev elixir-lang.org hexdocs.pm erlang.org haskell.org ziglang.org " +
    "gnu.org llvm.org clang.llvm.org cmake.org ninja-build.org mesonbuild.com en.cppreference.com isocpp.org kernel.org sqlite.org postgresql.org redis.io mysql.com " +
    "docs.docker.com docker.com kubernetes.io helm.sh terraform.io developer.hashicorp.com docs.aws.amazon.com cloud.google.com developers.cloudflare.com brew.sh nixos.org " +
    "apple.com pypa.io modelcontextprotocol.io opentelemetry.io owasp.org google.github.io"
  ).split(" "),
);

/** Names that reach nobody outside: this machine, private networks and names reserved for examples. */
export function isReservedHost(host: string): boolean {
  return (
    /^(?:localhost|0\.0\.0\.0|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[?::1\]?|host\.docker\.internal)$/.test(
      host,
    ) ||
    !host.includes(".") ||
    /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost|local|internal|svc)$/.test(host)
  );
}

/** Domains below which everybody may publish: only the whole host says whose it is. */
const SHARED: ReadonlySet<string> = new Set(
  (
    "github.io gitlab.io codeberg.page vercel.app netlify.app netlify.com pages.dev workers.dev web.app firebaseapp.com appspot.com herokuapp.com onrender.com fly.dev railway.app " +
    "azurewebsites.net windows.net amazonaws.com cloudfront.net awsapprunner.com blogspot.com wordpress.com readthedocs.io readthedocs.org gitbook.io notion.site surge.sh glitch.me repl.co replit.app " +
    "ngrok.io ngrok.app ngrok-free.app trycloudflare.com loca.lt googleusercontent.com githubusercontent.com r2.dev supabase.co hf.space gradio.live streamlit.app slack.com discord.com medium.com substack.com dev.to"
  ).split(" "),
);

/** The part of a host that one owner has: the last two labels, or three below such as `co.uk`; of a shared domain the host. */
export function ownerOf(host: string): string {
  const labels = host.split(".");
  const isSecondLevel =
    /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? "") && labels.at(-1)?.length === 2;
  const owner = labels.slice(isSecondLevel ? -3 : -2).join(".");
  return SHARED.has(owner) ? host : owner;
}

/** Whose documentation `DOCUMENTATION_HOSTS` are. */
export const DOCUMENTATION_OWNERS: ReadonlySet<string> = new Set([...DOCUMENTATION_HOSTS].map(ownerOf));
