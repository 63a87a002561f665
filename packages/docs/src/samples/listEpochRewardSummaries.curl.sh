curl --get 'http://127.0.0.1:8080/api/v2/rewards/epoch/summaries' \
  --data-urlencode 'filter.assetIds=862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559' \
  --data-urlencode 'filter.fromEpoch=266' \
  --data-urlencode 'filter.toEpoch=276' \
  --data-urlencode 'pagination.first=3'
