# #region start
npx -y pnpm start
# #endregion
# #region first-answer
curl 'http://127.0.0.1:8080/api/v2/accounts?pagination.first=2'
# #endregion
# #region typescript
npx -y pnpm exec node packages/docs/src/guides/examples/quick-start.ts http://127.0.0.1:8080
# #endregion
