curl --get 'http://127.0.0.1:8080/api/v2/liquidity/all-provisions' \
  --data-urlencode 'marketId=a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2' \
  --data-urlencode 'live=true' \
  --data-urlencode 'pagination.first=2'
