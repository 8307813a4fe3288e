-- title: What launches with a fault have in common
-- nothing: No fault is twice as frequent with a property as without it, in 10 launches of 5 installations or more, beyond what chance explains.
-- Triage's correlation over the fleet: a property with which a fault is more frequent than without it, counted by launch, at least 10
-- launches of at least 5 installations (where the app gives an id), at least twice as often, and 6 standard deviations. A log that could not be read to
-- its end is a fault, too: "log damaged".
with faults as (
    select * replace (coalesce(cause_id, case when log_state in ('damaged', 'torn', 'unreadable', 'crashed', 'timedOut') then 'log ' || log_state end) as cause_id)
    from launches where weight > 0
), properties as (
    select launch_key, coalesce(installation, launch_key) as device, cause_id, weight,
        unnest([
            'app ' || app_version, 'provider ' || provider, 'platform ' || platform, 'api ' || api, 'system ' || system, 'library ' || library,
            'day ' || received_day, case when policy = [] then null else 'policy ' || list_aggregate(policy, 'string_agg', ' ') end
        ]) as property
    from faults
), totals as (select sum(weight) as n from faults),
causes as (select cause_id, sum(weight) as x from faults where cause_id is not null and owner is distinct from 'viewer' group by 1),
having_it as (select property, sum(weight) as n from properties where property is not null group by 1),
pairs as (
    select cause_id, property, sum(weight) as x, count(*) as seen, count(distinct device) as devices
    from properties where cause_id is not null and property is not null group by all
), compared as (
    select b.cause_id, b.property, b.x, h.n, c.x - b.x as others_x, t.n - h.n as others_n, c.x / t.n as p, b.seen, b.devices
    from pairs b join causes c using (cause_id) join having_it h using (property), totals t where t.n > h.n
), scored as (
    select *, (x / n - others_x / others_n) / sqrt(p * (1 - p) * (1 / n + 1 / others_n)) as deviations from compared
)
select cause_id, property, round(x, -1)::bigint as launches, round(100.0 * x / n, 2) as percent,
    round(100.0 * others_x / others_n, 2) as others_percent, round(deviations, 1) as deviations
from scored where seen >= 10 and devices >= 5 and x / n > 2 * (others_x / others_n) and deviations >= 6 order by deviations desc;
