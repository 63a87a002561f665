import { checkPackage } from './packages.ts'

/** The `check:packed` of a package, run in its folder. */
const problems = await checkPackage(process.cwd())
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
