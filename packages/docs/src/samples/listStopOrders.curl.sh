curl --get 'http://127.0.0.1:8080/api/v2/stoporders' \
  --data-urlencode 'filter.partyIds=37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac' \
  --data-urlencode 'filter.marketIds=a0245abe0e871c65f7bb9be562d6f9ac7e6c4b8ded8f5c8a6c4634bc801615a2' \
  --data-urlencode 'pagination.first=3'
