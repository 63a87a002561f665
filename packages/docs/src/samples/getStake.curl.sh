curl --get 'http://127.0.0.1:8080/api/v2/parties/37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac/stake' \
  --data-urlencode 'pagination.first=3'
