-- title: Time to sign in, by way and version
-- chart: median_s by way, app_version
-- nothing: No version has 10 launches in which a viewer signed in.
-- How long do viewers need from the request to the completed sign-in?
select way, app_version, round(count(*), -1)::bigint as launches,
    round(quantile_cont(sign_in_ms, 0.5) / 1000, 1) as median_s, round(quantile_cont(sign_in_ms, 0.9) / 1000, 1) as p90_s,
    round(quantile_cont(sign_in_ms, 0.99) / 1000, 1) as p99_s
from launches where sign_in_ms is not null and way <> 'kept' group by all having count(*) >= 10 order by way, app_version;
