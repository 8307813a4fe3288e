-- title: Alerts
-- needs: logs
-- nothing: No provider, version or setting with 10 failures or more fails twice as often as all others, beyond what chance explains.
-- A provider, a version of the app or a setting whose playbacks fail more than twice as often as all others', with at least 10 failures, and so
-- that chance explains it less than once in a million (5 standard deviations).
with plays as (
    select unnest(['provider ' || provider, 'app ' || app_version, 'policy ' || list_aggregate(policy, 'string_agg', ' ')]) as who,
        (not fulfilled and not ordinary)::int as failed, weight
    from asked where kind = 'play' and weight > 0
), counts as (select who, sum(weight) as n, sum(failed * weight) as x, sum(failed) as seen from plays where who is not null and who <> 'policy ' group by who),
total as (select sum(weight) as n, sum((not fulfilled and not ordinary)::int * weight) as x from asked where kind = 'play' and weight > 0),
compared as (
    select who, c.n, c.x, c.seen, c.x / c.n as share, (t.x - c.x) / nullif(t.n - c.n, 0) as others, t.x / t.n as all_together, t.n - c.n as others_n
    from counts c, total t
)
select who, round(n, -1)::bigint as plays, round(100 * share, 2) as percent, round(100 * others, 2) as others_percent,
    round((share - others) / sqrt(all_together * (1 - all_together) * (1 / n + 1 / others_n)), 1) as deviations
from compared
where seen >= 10 and others_n > 0 and share > 2 * others
    and (share - others) / sqrt(all_together * (1 - all_together) * (1 / n + 1 / others_n)) >= 5
order by deviations desc;
