curl --get 'http://127.0.0.1:8080/api/v2/node/signatures' \
  --data-urlencode 'id=236c2e77351e7996c35f971159cda72c8a09ee58167e667013a837bb01612181' \
  --data-urlencode 'pagination.first=2'
