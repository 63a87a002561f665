# #region open-stop-orders
npx -y pnpm exec node examples/recipes/open-stop-orders.ts \
  37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac \
  http://127.0.0.1:8080
# #endregion
# #region balance-sheet
npx -y pnpm exec node examples/recipes/balance-sheet.ts \
  37dc9c89f23d86164f318df03bc490d9457d30bd83e6077c173f53e781a0dbac \
  http://127.0.0.1:8080
# #endregion
# #region order-history
npx -y pnpm exec node examples/recipes/order-history.ts \
  b423706acd5c94655c1273dcd6c78ef7f72b4186e0f69553c376e845b45c4c44 \
  http://127.0.0.1:8080
# #endregion
# #region reward-income
npx -y pnpm exec node examples/recipes/reward-income.ts \
  862351eebf34551d328c09f1c294a2095c9f9e7790193cb4b9665533af2b7559 \
  http://127.0.0.1:8080
# #endregion
# #region referral-income
npx -y pnpm exec node examples/recipes/referral-income.ts \
  57dfee082c7284f103a4be67bf085ca75c0bae34d1a4f14badf4a5937f04f003 \
  http://127.0.0.1:8080
# #endregion
