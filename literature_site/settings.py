"""All settings. Environment variables set some of them; the defaults are safe for one machine."""

from pathlib import Path
from urllib.parse import urlsplit

import sentry_sdk
import structlog
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from environs import Env
from jinja2 import StrictUndefined

from accounts.rate_limits import account_rates
from alerts.keys import stored_key
from literature_site.logs import line_of_log
from literature_site.static_files import static_headers

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"  # The running site writes its files here.
VAR_DIR.mkdir(exist_ok=True)

env = Env()

# Hosts, keys and HTTPS

DEBUG = env.bool("DEBUG", False)
SECRET_KEY = env.str("SECRET_KEY", "") or stored_key(VAR_DIR / "secret_key", 50)
# Earlier keys keep people signed in after the key has changed.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
# Health checks on the machine itself need 127.0.0.1, so it is always allowed.
ALLOWED_HOSTS = [*env.list("ALLOWED_HOSTS", ["localhost", "[::1]"]), "127.0.0.1"]
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])

# Links in e-mails, and addresses in the heads of pages, begin with this URL. If it is empty, the
# request’s host is used.
SITE_URL = env.str("SITE_URL", "")

# Set HTTPS if people use the site over https. Set BEHIND_PROXY if one or more proxies (PROXY_COUNT)
# forward the requests: the outermost proxy sets or extends X-Forwarded-For, and the other proxies
# extend it. Without a proxy any client could write this header, so BEHIND_PROXY is off by default.
# HTTPS is off by default, because browsers do not send secure cookies over http.
HTTPS = env.bool("HTTPS", False)
BEHIND_PROXY = env.bool("BEHIND_PROXY", False)
PROXY_COUNT = env.int("PROXY_COUNT", 1)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if HTTPS else 0

# A guest can come back only with their session. accounts/session_renewal.py renews the sessions of
# people who come back.
SESSION_COOKIE_AGE = 365 * 24 * 3600

# Switched off: these checks are about subdomains, preloading and redirects to https. The operator
# decides about the first two, and the proxy redirects.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W008", "security.W021"]

# No page uses these features. Switching them off keeps an injected script from using them.
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi"
        " payment usb"
    ).split()
}

# Apps and middleware

INSTALLED_APPS = [
    "literature_site",
    "bots",
    "alerts",
    "previews",
    "puzzles",
    "rooms",
    "game",
    "finished",
    "accounts",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.discord",
    "allauth.socialaccount.providers.google",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "staff.apps.StaffConfig",
    "channels",
    "csp",
    "django.contrib.humanize",
    "django_htmx",
    "staff.apps.StaffAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    "literature_site.request_log.ObserveRequests",
    # A table page loads about forty small static files. They do not need the middleware below,
    # and skip it.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    # HTML becomes four times smaller. Django adds random bytes, so that nobody can guess the
    # content from the length.
    "django.middleware.gzip.GZipMiddleware",
    "literature_site.search_engines.NoIndexMiddleware",
    "literature_site.errors.RefuseUnreadable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "accounts.session_renewal.SessionRenewalMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.suspended_page.MeasuresMiddleware",
    "accounts.blocked_page.AddressBlockMiddleware",
    "accounts.middleware.AccountPagesMiddleware",
    "puzzles.answer_store.TakeOverAnswersMiddleware",
    "game.refusal_responses.RefusalMiddleware",
]

ROOT_URLCONF = "literature_site.urls"
ASGI_APPLICATION = "literature_site.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
    # Jinja2 renders templates/table, because it is fast, and each move renders a table again; and
    # pictures, because it has macros. Django renders all other templates.
    {
        "NAME": "table",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates" / "table", BASE_DIR / "templates" / "pictures"],
        "OPTIONS": {
            "environment": "game.presentation.rendering.environment",
            "extensions": ["jinja2.ext.i18n"],
            "undefined": StrictUndefined,
        },
    },
]

# Sign-in with other providers is off until the environment has their keys. The browser follows a
# form to the provider's page.
SOCIALACCOUNT_PROVIDERS: dict[str, dict[str, object]] = {}
PROVIDER_ORIGINS: list[str] = []
if GOOGLE_CLIENT_ID := env.str("GOOGLE_CLIENT_ID", ""):
    keys = {"client_id": GOOGLE_CLIENT_ID, "secret": env.str("GOOGLE_CLIENT_SECRET", "")}
    SOCIALACCOUNT_PROVIDERS["google"] = {
        "APPS": [keys],
        "SCOPE": ["openid", "email"],
        "OAUTH_PKCE_ENABLED": True,
    }
    PROVIDER_ORIGINS.append("https://accounts.google.com")
if DISCORD_CLIENT_ID := env.str("DISCORD_CLIENT_ID", ""):
    keys = {"client_id": DISCORD_CLIENT_ID, "secret": env.str("DISCORD_CLIENT_SECRET", "")}
    SOCIALACCOUNT_PROVIDERS["discord"] = {"APPS": [keys], "OAUTH_PKCE_ENABLED": True}
    PROVIDER_ORIGINS.append("https://discord.com")
if OPENID_CLIENT_ID := env.str("OPENID_CLIENT_ID", ""):
    OPENID_URL = env.str("OPENID_URL")
    openid = {
        "provider_id": "openid",
        "name": env.str("OPENID_NAME", "OpenID"),
        "client_id": OPENID_CLIENT_ID,
        "secret": env.str("OPENID_CLIENT_SECRET", ""),
        "settings": {"server_url": OPENID_URL, "oauth_pkce_enabled": True},
    }
    SOCIALACCOUNT_PROVIDERS["openid_connect"] = {"APPS": [openid]}
    PROVIDER_ORIGINS.append("{0.scheme}://{0.netloc}".format(urlsplit(OPENID_URL)))

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],  # This also allows sockets on the same host.
        "script-src": [SELF],
        "style-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF, *PROVIDER_ORIGINS],
        "frame-ancestors": [NONE],
    },
}

# Database, cache and files

DATABASES = {
    "default": env.dj_db_url("DATABASE_URL", f"sqlite:///{VAR_DIR / 'db.sqlite3'}", conn_max_age=0)
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "literature_site.sqlite3"
    DATABASES["default"]["OPTIONS"] = {
        # The write lock is taken at the start of a transaction. This avoids "database is locked".
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL means that a commit is on the disk before it is acknowledged, even if the power
        # fails.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
else:
    # Under ASGI there are so many threads that they can't each have a connection. So they share a
    # pool. The pool tests each connection before use, so nobody notices that the database was
    # restarted. While the database is away, a request fails after `timeout` seconds, and the pool
    # tries to connect every second or two.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    DATABASES["default"]["OPTIONS"] = {
        "pool": {
            "min_size": 1,
            "max_size": 14,
            "max_idle": 60,
            "timeout": 4,
            "reconnect_timeout": 2,
        },
        "connect_timeout": 3,
        # After this number of executions a statement is prepared. Django's cursors never prepare
        # statements, but the cursor in ``game.play.moves`` does.
        "prepare_threshold": 5,
        # Both sides close a dead connection after a while. PostgreSQL then releases the locks of
        # the connection.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 10_000,
        "options": "-c idle_in_transaction_session_timeout=20s -c tcp_keepalives_idle=10"
        " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3",
    }

# A site with one process needs no Redis. If Redis is away, a request waits only a moment for it.
# After that, the cache does not ask Redis for a while.
REDIS_URL = env.str("REDIS_URL", "")
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {"address": REDIS_URL, "socket_connect_timeout": 0.5, "socket_timeout": 2},
                ],
            },
        },
    }
    CACHES = {
        "default": {
            "BACKEND": "literature_site.cache.ForgivingRedisCache",
            "LOCATION": REDIS_URL,
            "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
        },
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # With more entries, the cache drops some, and their rate limits start again.
            "OPTIONS": {"MAX_ENTRIES": 10_000},
        },
    }

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
PROXY_PAGES_ROOT = VAR_DIR / "pages"  # The proxy shows these pages if no process answers.
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {"BACKEND": "literature_site.static_files.StaticFiles"},
}
WHITENOISE_ALLOW_ALL_ORIGINS = False  # Other sites do not use our static files.
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers

# People

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
LOGIN_URL = "accounts:guest"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "live.sign_outs.CloseSocketsOfOtherDevices"},
]

# An account has a user name and a password. The e-mail address is optional. A confirmed address can
# get a link for a new password.
ACCOUNT_ADAPTER = "accounts.guest_to_account.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "request_login_code": "accounts.forms.CodeForm",
    "reset_password": "accounts.forms.LostPasswordForm",
    "signup": "accounts.forms.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_CONFIRMATION_ANONYMOUS_REDIRECT_URL = "/accounts/login/"
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/accounts/email/"
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
# The page for signing up does not reveal which addresses have accounts.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# A guest counts as signed in. But a guest may still sign in to an account.
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
ACCOUNT_SESSION_REMEMBER = True
# A passkey signs in alone, or is the second step after a password.
MFA_ADAPTER = "accounts.adapter.TwoStepAdapter"
MFA_FORMS = {"add_webauthn": "accounts.forms.PasskeyForm"}
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Literature"
# Nobody can reserve the address of somebody else: an address counts only when it is confirmed.
MFA_ALLOW_UNVERIFIED_EMAIL = True
# A new person chooses a user name. The provider's word is not enough for the account that already
# has the e-mail address; its owner signs in and adds the provider.
SOCIALACCOUNT_ADAPTER = "accounts.adapter.ProviderAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
# accounts/session_renewal.py notes the last visit once a day. allauth would do so at each request.
USERSESSIONS_TRACK_ACTIVITY = False
USERSESSIONS_ADAPTER = "live.sign_outs.SessionsAdapter"
# By default a subject begins with the host that the request names.
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
EMAIL_HOST = env.str("EMAIL_HOST", "")  # Without a host, e-mails are printed to the console.
EMAIL_PORT = env.int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_TIMEOUT = 10
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", True)
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
# Without a mail server nobody can get a code.
ACCOUNT_LOGIN_BY_CODE_ENABLED = bool(EMAIL_HOST)
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 10 * 60
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "literature@localhost")
# People who can't send an appeal, for example because they can't sign in, read this address.
APPEAL_ADDRESS = env.str("APPEAL_ADDRESS", "")

# Alerts

# The key that signs push messages. Without it, the first process that needs it makes
# ``VAR_DIR / "vapid_key"``.
VAPID_PRIVATE_KEY = env.str("VAPID_PRIVATE_KEY", "")
# For tests alone: a file with a certificate. If this is set, push messages and webhooks go only to
# loopback, at any port, and to servers with this certificate.
OUTGOING_TEST_CA = env.str("OUTGOING_TEST_CA", "")

# Language and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"

# The game

# If this is set, it is the average thinking time of bots at every table, and replaces the table's
# pace. Bots and the turn clock then do not wait until pages have shown a claim or the deal.
BOT_THINK_SECONDS = env.float("BOT_THINK_SECONDS", None)
# Each scheduler and each web process starts at most this many processes for hard bots and for help.
# With 0 it starts none, and computes both itself.
BOT_PROCESSES = env.int("BOT_PROCESSES", 1)
AWAY_AFTER_SECONDS = env.float("AWAY_AFTER_SECONDS", 20)
# Every rate limit is multiplied by this factor, for example for many programs at one address.
RATE_LIMIT_FACTOR = env.float("RATE_LIMIT_FACTOR", 1)
ACCOUNT_RATE_LIMITS = account_rates(RATE_LIMIT_FACTOR)
# Most caps are multiplied by this factor: caps on games, connections, stored rows and sizes.
CAP_FACTOR = env.float("CAP_FACTOR", 1)
# If this is true, `manage.py serve` runs the scheduler. Set it to false if `run_clock` is a
# separate process.
RUN_CLOCK = env.bool("RUN_CLOCK", True)

# A stopping process still accepts requests for this time, while /readyz answers 503. Load balancers
# that poll /readyz need this; nginx does not.
DRAIN_SECONDS = env.float("DRAIN_SECONDS", 0)

# Logs

# "line" is for people, "json" for programs.
LOG_FORMATS = {"line": line_of_log, "json": structlog.processors.JSONRenderer()}
LOG_FORMAT = env.str("LOG_FORMAT", "line")
LOG_STEPS: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *LOG_STEPS,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)

# If this is set, `/metrics` answers Prometheus, which must send it as the bearer token.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# `run_clock` has no pages, so it answers `/healthz` and `/metrics` at this port of HOST.
METRICS_PORT = env.int("METRICS_PORT", None)

# If this is set, errors are also sent to Sentry, without the values of variables, because these may
# contain hands.
SENTRY_DSN = env.str("SENTRY_DSN", "")
if SENTRY_DSN:
    sentry_sdk.init(
        SENTRY_DSN,
        include_local_variables=False,
        max_request_body_size="never",
    )

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "log": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "foreign_pre_chain": LOG_STEPS,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                LOG_FORMATS[LOG_FORMAT],
            ],
        },
    },
    "filters": {"outages": {"()": "literature_site.errors.OneLineForOutages"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "log",
            "filters": ["outages"],
        },
    },
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", "WARNING")},
    "loggers": {
        # At lower levels, requests from scanners would fill the log.
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # Its only line at this level says where the site is open.
        "literature_site.management.commands.serve": {"level": "INFO"},
    },
}
