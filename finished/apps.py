from django.apps import AppConfig


class FinishedConfig(AppConfig):
    name = "finished"
