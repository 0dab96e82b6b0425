# An image of the command:
#
#   docker build -t ferrotape .
#   docker run --rm -i ferrotape -p '6 * 7'
#   docker run --rm -i -v "$PWD/data:/data:ro" ferrotape --allow-read=/data /data/report.mjs
#
# This was not built where it was written: there is no network for base images. The commands in it are those of a usual build.
FROM rust:1.95-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /ferrotape
COPY . .
RUN cargo build --locked --release -p ferrotape-cli

FROM debian:stable-slim
# Local time in zones that options name.
RUN apt-get update && apt-get install -y --no-install-recommends tzdata && rm -rf /var/lib/apt/lists/* \
    && useradd --no-create-home ferrotape
COPY --from=build /ferrotape/target/release/ferrotape /usr/local/bin/ferrotape
COPY --from=build /ferrotape/LICENSE-MIT /ferrotape/LICENSE-APACHE /usr/share/doc/ferrotape/
USER ferrotape
ENTRYPOINT ["ferrotape"]
