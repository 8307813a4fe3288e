-- title: Settings, and what they cost
-- chart: unreachable_percent by policy
-- needs: logs
-- nothing: No setting has 10 launches.
-- Launches by the policies that an app changed: how many fail because Adobe could not be reached, and how often calls were repeated.
select case when policy = [] then 'default' else list_aggregate(policy, 'string_agg', ' ') end as policy,
    round(sum(weight), -1)::bigint as launches,
    round(100.0 * coalesce(sum(weight) filter (cause_id = 'refused-unreachable'), 0) / sum(weight), 2) as unreachable_percent,
    round(sum(retries * weight) / sum(weight), 3) as retries_per_launch
from launches where weight > 0 group by all having count(*) >= 10 order by launches desc;
