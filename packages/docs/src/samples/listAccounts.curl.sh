curl --get 'http://127.0.0.1:8080/api/v2/accounts' \
  --data-urlencode 'filter.partyIds=37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac' \
  --data-urlencode 'filter.assetId=862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559' \
  --data-urlencode 'includeDerivedParties=true' \
  --data-urlencode 'pagination.first=3'
