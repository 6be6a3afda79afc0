# docker build -t acc-delin . && docker run --rm -v "$PWD":/src -w /src acc-delin analyze .
FROM debian:trixie AS build
WORKDIR /build
COPY . .
RUN tools/packages release && tools/build release all && cpack --config build/release/CPackConfig.cmake -B /package

FROM debian:trixie-slim
RUN --mount=from=build,source=/package,target=/package \
    apt-get update -qq && apt-get install -y -qq --no-install-recommends /package/*.deb gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
ENTRYPOINT ["acc-delin"]
