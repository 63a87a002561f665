#!/usr/bin/env node
import { simulateCommand } from './command.ts'

await simulateCommand('trading-network-simulate')
  .showHelpAfterError('(add --help for the options)')
  .parseAsync()
