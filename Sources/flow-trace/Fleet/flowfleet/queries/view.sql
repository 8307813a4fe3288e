-- The views that every other query uses. FLEET is the fleet's folder: replace it if you paste this.
-- union_by_name: a file of an earlier version lacks the later columns, and reads as null there.
create or replace view summaries as select * from read_parquet('FLEET/summaries/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
-- What the device said about the log that it uploaded: why, and how many launches it stands for. It takes precedence over what judge was told.
create or replace view uploads as
    select support_id, any_value(upload_reason) as said_reason, any_value(upload_weight) as said_weight, any_value(installation) as said_installation
    from summaries group by support_id;
create or replace view launches as
    select l.* replace (coalesce(said_reason, upload_reason) as upload_reason, coalesce(said_weight, weight) as weight, coalesce(installation, said_installation) as installation)
    from read_parquet('FLEET/launches/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date}) l
    left join uploads using (support_id);
create or replace view requests as select * from read_parquet('FLEET/requests/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view events as select * from read_parquet('FLEET/events/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view verdicts as
    select v.* replace (coalesce(said_reason, upload_reason) as upload_reason, coalesce(said_weight, weight) as weight, coalesce(installation, said_installation) as installation)
    from read_parquet('FLEET/verdicts/*/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date}) v
    left join uploads using (support_id);
create or replace view logs as select * from read_parquet('FLEET/logs/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
-- A request with what is known of its launch. Weights: a sampled log stands for many launches.
create or replace view asked as
    select r.*, l.app_version, l.platform, l.api, l.system, l.policy, l.installation, l.weight
    from requests r join launches l using (launch_key, received_day);
