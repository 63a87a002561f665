# #region install
npx -y pnpm install
export PATH="$PWD/node_modules/.bin:$PATH"
# #endregion
# #region events
trading-network simulate --seed 7 --blocks 500 --output events.ndjson.gz
trading-network ingest events.ndjson.gz --database network.sqlite
trading-network serve --database network.sqlite
# #endregion
# #region workers
trading-network serve --database network.sqlite --workers 2 --log info
# #endregion
# #region plain
trading-network serve --database network.sqlite --no-docs
# #endregion
# #region limits
trading-network serve --database network.sqlite --rate-limit 1000/min --trust-proxy 10.0.0.0/8 --max-delay 500
# #endregion
# #region health
curl 'http://127.0.0.1:8080/health'
# #endregion
# #region ready
curl 'http://127.0.0.1:8080/ready'
# #endregion
# #region fleet
trading-network serve --database network.sqlite --max-age 1m --drain-delay 10s --wait --metrics 127.0.0.1:9464
# #endregion
# #region copy
trading-network ingest events.ndjson.gz --database copy.sqlite
# #endregion
