/** Exit codes of each command, and their meanings. */
export const exitCodes = {
  0: 'success',
  1: 'failure, or wrong usage; a failed database or disk may pass',
  65: 'wrong events: damaged, cut, incomplete or out of order; the same command fails again',
  130: 'ended by a second Ctrl-C',
  143: 'ended by a second SIGTERM',
}

/** For the help of each command. */
export const exitCodesHelp = ['', 'Exit codes:']
  .concat(Object.entries(exitCodes).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`))
  .join('\n')
