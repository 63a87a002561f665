# #region base-url
curl 'http://127.0.0.1:8080/api/v2/accounts?pagination.first=1'
# #endregion
# #region min-height
curl -H 'X-Min-Block-Height: 100' 'http://127.0.0.1:8080/api/v2/accounts?pagination.first=1'
# #endregion
