-- title: Unfulfilled playbacks, by provider
-- chart: percent by provider
-- needs: logs
-- nothing: No provider has 10 launches with a playback.
-- Per provider: what share of playbacks was denied or refused for a fault, and how often with which code?
with plays as (select * from asked where kind = 'play' and weight > 0 and provider is not null)
select provider, round(sum(weight), -1)::bigint as plays,
    round(100.0 * coalesce(sum(weight) filter (not fulfilled and not ordinary), 0) / sum(weight), 2) as percent,
    mode(adobe_code) filter (not fulfilled) as usual_code
from plays group by all having count(distinct launch_key) >= 10 order by percent desc, provider;
