# syntax=docker/dockerfile:1

# By digest for what is to be the same tomorrow: `docker buildx imagetools inspect node:22-slim` prints it, then
# `docker compose build --build-arg NODE_IMAGE=node:22-slim@sha256:…`. A digest here would keep security fixes of the
# image out until somebody changed it.
ARG NODE_IMAGE=node:22-slim
FROM ${NODE_IMAGE} AS base
ENV NEXT_TELEMETRY_DISABLED=1

# The package as `npm run package` makes it. Packages for building in a layer of their own, made again only when the lock changes.
FROM base AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# Any existing file keeps Prisma from downloading a schema engine that Casebook never runs.
ENV PRISMA_SCHEMA_ENGINE_BINARY=/usr/local/bin/node
RUN npm ci --no-audit --no-fund && npm cache clean --force
COPY . .
RUN npm run package
WORKDIR /build/dist/package
# What the package needs beside itself, and the local embedder's fast engine (docs/operations.md, Models), without other
# platforms' and without CUDA's libraries.
RUN npm install --omit=dev --no-audit --no-fund \
  && ONNXRUNTIME_NODE_INSTALL=skip npm install --no-save --omit=dev --no-audit --no-fund onnxruntime-node@1.30.0 \
  && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32

FROM base AS runtime
# Citations read repositories with git, and clone them over HTTPS.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# Owned by root: what runs as node cannot change what is run.
COPY --from=build --chown=root:root /build/dist/package /app
# Clones of repositories, the sign-in secret and, without DATABASE_URL, the embedded database; and where
# docker-compose.yml puts backups.
RUN mkdir /data /backups && chown node:node /data /backups
VOLUME /data
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CASEBOOK_DATA_DIR=/data
USER node
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Web and worker in one container. docker-compose.yml runs them apart.
CMD ["node", "bin/casebook-server.mjs"]
