# The server of the page, with everything it needs: docker build -t ruche . && docker run -p 8460:8460 -v games:/data ruche
FROM python:3.13-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY pyproject.toml setup.py README.md LICENSE ./
COPY src src
# A module that does not compile is a failure here, not a warning.
RUN RUCHE_COMPILE=yes pip wheel --no-cache-dir --wheel-dir /wheels '.[server,png,postgres]'

FROM python:3.13-slim
RUN --mount=from=build,source=/wheels,target=/wheels pip install --no-cache-dir --no-index /wheels/*.whl
RUN useradd --create-home ruche && install -d -o ruche /data
USER ruche
VOLUME /data
EXPOSE 8460
HEALTHCHECK CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8460/')"]
CMD ["ruche", "serve", "--host", "0.0.0.0", "--database", "/data/games.sqlite"]
