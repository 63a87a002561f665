# #region back-up
node backup.mjs
# #endregion
# #region restore
trading-network ingest events.ndjson.gz --database backup.sqlite
trading-network serve --database backup.sqlite
# #endregion
