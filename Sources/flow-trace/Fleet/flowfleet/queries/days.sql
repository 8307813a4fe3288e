-- title: Launches by day
-- chart: failed_percent by received_day
-- nothing: No day has 10 launches.
-- What share of launches had a request that was not fulfilled for a cause that is a fault?
-- Groups of fewer than 10 launches are left out, and counts are rounded to 10, so that no difference reveals a small group.
-- log_not_verified_percent is null for summaries, which do not know the state of a log.
select received_day, round(sum(weight), -1)::bigint as launches,
    round(100.0 * coalesce(sum(weight) filter (failed), 0) / sum(weight), 2) as failed_percent,
    round(100.0 * coalesce(sum(weight) filter (log_state not in ('verified', 'incomplete', 'torn')), 0) / sum(weight) filter (log_state is not null), 2)
        as log_not_verified_percent
from launches where weight > 0 group by all having count(*) >= 10 order by received_day;
