# The images of the site and of its proxy, for docker-compose.yml.

FROM python:3.11.14-slim-bookworm AS libraries
COPY requirements.lock requirements-uv.lock ./
RUN pip install --no-cache-dir --require-hashes --requirement requirements-uv.lock \
    && uv venv /libraries \
    && uv pip sync --no-cache --compile-bytecode --require-hashes --python /libraries requirements.lock


FROM python:3.11.14-slim-bookworm AS site
ENV PATH=/libraries/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HOST=0.0.0.0 \
    PORT=8000
RUN useradd --system --no-create-home --uid 10001 literature
COPY --from=libraries /libraries /libraries
WORKDIR /site
COPY . .
# The code belongs to root, because the site writes only to its database. This key is only for the
# commands below; a running site gets a key of its own.
RUN export SECRET_KEY=for-building-alone \
    && python manage.py collectstatic --noinput --verbosity 0 \
    && python manage.py proxy_pages \
    && python -m compileall -q .
USER literature
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=3s --start-period=30s --retries=3 CMD ["python", "-c", \
    "import os, urllib.request as request; request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/healthz', timeout=2)"]
CMD ["python", "manage.py", "serve"]


# From 1.27.3 on, nginx resolves the names of web processes again when their addresses change.
FROM nginx:1.28.0-bookworm AS proxy
ENV NGINX_ENVSUBST_OUTPUT_DIR=/run \
    NGINX_ENVSUBST_FILTER=^PROXY_ \
    PROXY_RELEASE=/release
COPY cluster/nginx/templates /etc/nginx/templates
# The image runs the scripts in this folder before it starts nginx.
COPY cluster/nginx/keep-static.sh /docker-entrypoint.d/keep-static.sh
COPY --from=site /site/var/static /release
COPY --from=site /site/var/pages /pages
# Only the folders for temporary files are writable, so the finished configuration is there.
CMD ["nginx", "-c", "/run/nginx.conf", "-g", "daemon off;"]
