-- title: The installation of a launch, and its launches
-- replace: SUPPORT_ID
-- nothing: This launch has no installation id: the app logs none, and no summary of this launch was loaded.
-- SUPPORT_ID is a launch, for example from a complaint: which installation is it, and how did its launches go? The answer names launches, so
-- this query is for the team that may see the logs.
select installation, support_id, received_day, make_timestamp(started_at * 1000) as started, app_version, provider, failed, cause_id
from launches where installation = (select installation from launches where support_id = 'SUPPORT_ID' limit 1)
order by started, support_id;
