# #region back-up
trading-network snapshot --database network.sqlite --output backup.sqlite
# #endregion
# #region restore
trading-network restore --snapshot backup.sqlite --database restored.sqlite
trading-network ingest events.ndjson.gz --database restored.sqlite
trading-network serve --database restored.sqlite
# #endregion
# #region verify
trading-network verify --database network.sqlite
trading-network verify --database network.sqlite --against restored.sqlite
# #endregion
