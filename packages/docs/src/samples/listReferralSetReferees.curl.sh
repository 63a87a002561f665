curl --get 'http://127.0.0.1:8080/api/v2/referral-sets/referees' \
  --data-urlencode 'referralSetId=b93c33ba045cb042dd5ceb9fc9e1025e8b13f8438638e1885ec4de27f97b7f9e' \
  --data-urlencode 'aggregationEpochs=10' \
  --data-urlencode 'pagination.first=2'
