# #region first
curl 'http://127.0.0.1:8080/api/v2/stoporders?filter.liveOnly=true'
# #endregion
# #region next
curl -H 'If-None-Match: W/"the ETag of the response"' -H 'Prefer: wait=25' 'http://127.0.0.1:8080/api/v2/stoporders?filter.liveOnly=true'
# #endregion
# #region bot
npx -y pnpm exec node examples/stop-order-bot.ts \
  37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac \
  http://127.0.0.1:8080
# #endregion
