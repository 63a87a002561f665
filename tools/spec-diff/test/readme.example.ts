// #region compare
import { compareFiles, render } from '@trading-network/spec-diff'

const report = await compareFiles('old.yaml', 'new.yaml')
console.log(report.bump.wire, render(report, 'markdown'))
// #endregion
