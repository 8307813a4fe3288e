-- title: Logs that could not be read to the end
-- needs: logs
-- nothing: Every log could be read to its end.
-- A crash or a time limit is a row that names the log. These launches are few, so this query is for the team that has the logs.
with found as (
    select log_state, support_id, launch_key, received_day, segments from launches
    where log_state in ('unreadable', 'crashed', 'timedOut', 'damaged', 'torn')
), files as (select coalesce(support_id, segment_key) as log, received_day, min(name) as first_file from logs group by all)
select log_state, support_id, f.received_day, segments, first_file
from found f left join files on log = coalesce(support_id, launch_key) and files.received_day = f.received_day
order by log_state, support_id, first_file;
