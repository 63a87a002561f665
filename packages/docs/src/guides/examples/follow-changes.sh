# #region first
curl 'http://127.0.0.1:8080/api/v2/stoporders?filter.liveOnly=true'
# #endregion
# #region next
curl -H 'If-None-Match: W/"the ETag of the response"' -H 'Prefer: wait=25' 'http://127.0.0.1:8080/api/v2/stoporders?filter.liveOnly=true'
# #endregion
