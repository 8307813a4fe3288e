-- title: Logs that could not be read to the end
-- needs: logs
-- A crash or a time limit is a row that names the log. These launches are few, so this query is for the team that has the logs.
select log_state, support_id, received_day, segments from launches
where log_state in ('unreadable', 'crashed', 'timedOut', 'damaged', 'torn') order by log_state, support_id;
