-- title: Launches like this one
-- replace: SUPPORT_ID
-- nothing: This launch has no failure with a known cause, or fewer than 10 launches failed in the same way.
-- SUPPORT_ID is a launch, for example from a complaint: which launches failed in the same way, and what do they have in common?
with this as (select * from launches where support_id = 'SUPPORT_ID' limit 1)
select l.app_version, l.platform, l.provider, l.cause_id, l.adobe_code, round(count(*), -1)::bigint as launches,
    case when count(distinct l.installation) >= 10 then round(count(distinct l.installation), -1)::bigint end as installations, min(l.received_day) as first_day, max(l.received_day) as last_day
from launches l, this t
where l.cause_id = t.cause_id and l.adobe_code is not distinct from t.adobe_code
group by all having count(*) >= 10 order by launches desc;
