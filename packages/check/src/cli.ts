#!/usr/bin/env node
import { loadProgram } from './program.ts'

await loadProgram().parseAsync()
