-- title: Where viewers give up
-- chart: launches by cause_id, way
-- needs: logs
-- nothing: No cause made viewers give up in 10 launches or more.
-- Requests that the viewer canceled, or left unanswered at a screen, by cause.
select cause_id, kind, way, round(sum(weight), -1)::bigint as launches
from asked where owner = 'viewer' and not fulfilled and weight > 0
group by all having count(distinct launch_key) >= 10 order by launches desc, cause_id, kind, way;
