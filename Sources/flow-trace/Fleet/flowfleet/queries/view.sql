-- The views that every other query uses. FLEET is the fleet's folder: replace it if you paste this.
-- union_by_name: a file of an earlier version lacks the later columns, and reads as null there.
create or replace view launches as select * from read_parquet('FLEET/launches/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view requests as select * from read_parquet('FLEET/requests/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view events as select * from read_parquet('FLEET/events/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view verdicts as select * from read_parquet('FLEET/verdicts/*/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
create or replace view logs as select * from read_parquet('FLEET/logs/*/*.parquet', union_by_name = true, hive_partitioning = true, hive_types = {'received_day': date});
-- A request with what is known of its launch. Weights: a sampled log stands for many launches.
create or replace view asked as
    select r.*, l.app_version, l.platform, l.api, l.system, l.policy, l.installation, l.weight
    from requests r join launches l using (launch_key, received_day);
