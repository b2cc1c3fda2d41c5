-- Who holds an advisory lock of this house: process of the server, application, role.
SELECT lock.pid, activity.application_name, activity.usename
FROM pg_locks AS lock JOIN pg_stat_activity AS activity USING (pid)
WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = %s AND lock.objid = %s AND lock.objsubid = 2
    AND lock.database = (SELECT oid FROM pg_database WHERE datname = current_database())
