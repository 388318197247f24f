"""Runs some tests a second time, on PostgreSQL and Redis: those that depend on the database.

``python -m tests.on_postgres [PYTEST ARGUMENTS]``. All pytest processes share one PostgreSQL server
and one Redis server. Each process has its own database, which is a copy of a migrated database, and
its own part of Redis. If the arguments name tests, only these run.
"""

import os
import subprocess
import sys

from cluster.postgres import NAME
from tests import ROOT
from tests.cluster.kit.servers import postgres_server, redis_server
from tests.cluster.kit.site_process import manage
from tests.databases import TEMPLATE

#: Tests whose result may depend on the database, for example tests of races, constraints, raw SQL
#: and notifications.
TESTS = """
    tests/database/bots/test_scheduler_heartbeat.py::test_after_a_gap_players_have_20_seconds
    tests/database/bots/test_scheduler_heartbeat.py::test_several_schedulers_share_one_heartbeat
    tests/database/bots/test_scheduler_heartbeat.py::test_the_clock_may_be_set_between_the_heartbeat_and_reading_due_games
    tests/database/bots/test_reviewing.py::test_a_killed_worker_is_replaced
    tests/database/bots/test_scheduler.py::test_two_schedulers_make_each_move_once
    tests/database/bots/test_scheduler.py::test_schedulers_do_the_work_in_the_background
    tests/database/bots/test_background.py::test_only_one_of_many_processes_runs_it
    tests/database/bots/test_background.py::test_work_of_a_killed_process_is_due_again
    tests/database/staff/test_dashboard.py::test_figures_of_the_start_page
    tests/database/staff/test_dashboard.py::test_the_start_page_costs_the_same_for_many_games
    tests/database/staff/test_people.py::test_deleting_a_person
    tests/database/staff/test_people.py::test_deleting_a_person_keeps_their_games
    tests/database/finished/history/test_history_page.py::test_a_persons_own_games_newest_first
    tests/database/finished/history/test_history_page.py::test_filters
    tests/database/finished/history/test_history_page.py::test_a_game_is_listed_once_with_several_others
    tests/database/finished/history/test_history_page.py::test_pages_lead_to_the_oldest_game_and_back
    tests/database/finished/history/test_history_page.py::test_a_new_game_does_not_shift_the_pages
    tests/database/finished/history/test_history_page.py::test_a_page_makes_the_same_queries_with_many_games
    tests/database/finished/history/test_history_page.py::test_every_list_is_read_in_order_from_an_index
    tests/database/game/play/test_results.py::test_a_participation_has_the_result_and_the_counts_of_moves
    tests/database/game/play/test_results.py::test_each_player_is_a_companion_of_the_others
    tests/database/game/play/test_results.py::test_results_are_stored_in_the_transaction_of_the_last_move
    tests/database/game/play/test_results.py::test_a_player_who_left_neither_won_nor_lost
    tests/database/finished/history/test_statistics.py::test_games_are_counted_when_they_end
    tests/database/finished/history/test_statistics.py::test_games_won_in_a_row
    tests/database/finished/history/test_statistics.py::test_the_page_shows_the_figures_in_charts_and_tables
    tests/database/game/play/test_request.py::test_a_move_is_not_made_again_in_the_next_game
    tests/database/game/play/test_request.py::test_a_request_id_cannot_be_used_for_another_move_in_the_next_game
    tests/database/game/play/test_request.py::test_request_ids_are_looked_up_in_an_index
    tests/database/game/play/test_moves.py
    tests/database/finished/replay/test_shared.py::test_only_one_page_leads_if_two_rows_say_so
    tests/database/finished/replay/test_shared.py::test_a_heartbeat_makes_up_for_a_lost_notification
    tests/database/game/test_lookups.py
    tests/database/game/test_constraints.py
    tests/database/live/test_notifications.py
    tests/database/game/test_database_time.py
    tests/database/game/test_play.py::test_a_game_has_a_roster_of_its_own
    tests/database/game/test_play.py::test_a_failed_start_stores_nothing
    tests/database/game/test_play.py::test_a_right_claim_scores_and_removes_the_cards
    tests/database/game/test_play.py::test_the_log_says_who_moved_and_when
    tests/database/game/test_play.py::test_the_last_move_ends_the_game
    tests/database/game/test_play.py::test_a_move_that_fails_in_the_middle_changes_nothing
    tests/database/game/test_play.py::test_a_future_version_is_stale
    tests/database/game/test_play.py::test_an_ask_that_is_sent_twice_is_made_once
    tests/database/game/test_play.py::test_a_repeated_request_gets_the_first_answer_much_later
    tests/database/game/test_play.py::test_claims_and_passes_that_are_sent_twice_are_made_once
    tests/database/game/test_play.py::test_different_people_may_use_the_same_request_id
    tests/database/game/test_races.py
    tests/database/rooms/test_bad_requests.py::test_bad_requests[host-50]
    tests/database/rooms/test_bad_requests.py::test_bad_requests[stranger-50]
    tests/database/rooms/test_history.py::test_pages_by_key_in_both_directions
    tests/database/rooms/test_history.py::test_a_list_has_links_only_to_visible_games
    tests/database/rooms/live/test_hub.py::test_a_move_reaches_every_socket_once
    tests/database/rooms/live/test_hub.py::test_a_heartbeat_heals_a_lost_notification
    tests/database/rooms/live/test_moving.py::test_processes_with_the_same_position_race
    tests/database/rooms/live/test_moving.py::test_a_permission_lost_just_before_storing_counts
    tests/database/rooms/live/test_moving.py::test_a_change_without_notification_counts[removed]
    tests/database/rooms/live/test_moving.py::test_a_request_has_one_answer_by_socket_and_by_post
    tests/database/rooms/live/test_moving.py::test_updates_from_a_snapshot_equal_updates_from_rows[nine-sets-anytime]
    tests/database/rooms/live/test_moving.py::test_a_change_just_before_storing_counts[left]
    tests/database/rooms/live/test_moving.py::test_a_change_just_before_storing_counts[moved]
    tests/database/rooms/live/test_moving.py::test_a_change_just_before_storing_counts[removed]
    tests/database/rooms/live/test_moving.py::test_a_change_just_before_storing_counts[paused]
    tests/database/rooms/actions/test_moderation.py::test_a_closed_room_ends_its_game_and_is_empty
    tests/database/rooms/actions/test_moderation.py::test_a_removed_person_leaves_a_game_to_a_bot
    tests/database/rooms/actions/test_moderation.py::test_the_sockets_of_a_removed_person_are_closed
    tests/database/rooms/actions/test_moderation.py::test_a_suspended_person_leaves_every_table
    tests/database/rooms/actions/test_moderation.py::test_a_new_name_is_shown_everywhere_at_once
    tests/database/rooms/actions/test_moderation.py::test_only_the_latest_changes_are_kept
    tests/database/rooms/test_one_time.py
    tests/database/rooms/live/test_presence.py
    tests/database/rooms/live/test_active_tab.py::test_the_first_tab_is_active
    tests/database/rooms/live/test_active_tab.py::test_a_tab_after_a_silence_makes_the_person_present
    tests/database/rooms/live/test_active_tab.py::test_another_tab_may_take_over
    tests/database/rooms/live/test_active_tab.py::test_a_closed_tab_releases_the_seat
    tests/database/rooms/live/test_active_tab.py::test_a_silent_tab_counts_as_closed
    tests/database/rooms/live/test_active_tab.py::test_taking_over_closes_the_first_tab
    tests/database/rooms/live/test_active_tab.py::test_a_closed_tab_frees_the_seat
    tests/database/rooms/live/test_active_tab.py::test_a_tab_that_changes_process_stays_active
    tests/database/rooms/test_retention.py
    tests/database/rooms/live/test_spectator_presence.py
    tests/cluster/literature_site/test_health.py
    tests/database/test_migrations.py::test_the_first_release_can_use_the_present_tables
    tests/database/test_migrations.py::test_the_first_release_deletes_a_person
""".split()


def main(arguments: list[str]) -> int:
    """Run pytest. Return its exit status."""
    named = any(argument.startswith("tests/") for argument in arguments)
    with postgres_server() as database, redis_server() as redis:
        manage("migrate", DATABASE_URL=database)
        services = {"DATABASE_URL": database, "REDIS_URL": redis, TEMPLATE: NAME}
        return subprocess.run(
            [sys.executable, "-m", "pytest", *([] if named else TESTS), *arguments],
            cwd=ROOT,
            env=os.environ | services,
        ).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
