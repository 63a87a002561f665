curl --get 'http://127.0.0.1:8080/api/v2/funding-periods/data-points/a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2' \
  --data-urlencode 'seq=42' \
  --data-urlencode 'pagination.first=2'
