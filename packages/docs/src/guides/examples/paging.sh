# #region forwards
curl --get 'http://127.0.0.1:8080/api/v2/accounts' \
  --data-urlencode 'pagination.first=2'
# #endregion
# #region backwards
curl --get 'http://127.0.0.1:8080/api/v2/accounts' \
  --data-urlencode 'pagination.last=2' \
  --data-urlencode 'pagination.newestFirst=false'
# #endregion
