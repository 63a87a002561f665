# #region file
trading-network simulate --seed 7 --blocks 500 --output events.evts.gz
trading-network ingest events.evts.gz --types --database events.sqlite
# #endregion
# #region folder
mkdir recording
trading-network simulate --seed 7 --blocks 200 --output recording/events-1.evts.gz
trading-network simulate --seed 7 --blocks 500 --output recording/events-2.evts.gz
trading-network ingest recording --database recorded.sqlite
# #endregion
# #region stream
mkdir stream
node record.mjs ws://127.0.0.1:3008/api/v2/stream/event/bus stream
# #endregion
# #region follow
trading-network ingest stream --follow --database streamed.sqlite
# #endregion
# #region partial
trading-network ingest stream --partial --database partial.sqlite
# #endregion
# #region offer
trading-network snapshot --database events.sqlite --output snapshot.sqlite
# #endregion
# #region restore
trading-network restore --snapshot https://snapshots.example.org/snapshot.sqlite --database started.sqlite
trading-network ingest stream --database started.sqlite
# #endregion
# #region compare
trading-network-check http://127.0.0.1:8080
trading-network-check http://127.0.0.1:3008
# #endregion
