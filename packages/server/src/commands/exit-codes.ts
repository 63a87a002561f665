/** For the help of each command. */
export const EXIT_CODES = `
Exit codes:
  0   success
  1   failure, or wrong usage; a failed database or disk may pass
  65  wrong events: damaged, cut, incomplete or out of order; the same command fails again
  130, 143  ended by a second Ctrl-C or SIGTERM`
