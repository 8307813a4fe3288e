-- title: Lifetimes that changed on a day
-- needs: logs
-- nothing: No median halved or doubled from one day to the next. A day counts from 10 launches in which such a lifetime was granted.
-- How long sign-ins, tokens and codes were valid when they were granted: a day whose median is less than half, or more than twice, that of
-- the day before.
with lengths as (
    select received_day, unnest(['sign-in', 'access token', 'code']) as what,
        unnest([profile_lifetime_ms, token_lifetime_ms, code_lifetime_ms]) as length
    from launches
), by_day as (
    select what, received_day, median(length) as length, count(*) as launches
    from lengths where length is not null group by all having count(*) >= 10
), compared as (select *, lag(length) over (partition by what order by received_day) as before from by_day)
select what, received_day, round(before / 3600000, 1) as hours_before, round(length / 3600000, 1) as hours, round(launches, -1)::bigint as launches
from compared where length < before / 2 or length > before * 2 order by received_day, what;
