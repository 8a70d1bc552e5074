import { expect, test } from 'vitest'
import { StartError } from '../kernel/start-error.ts'
import { openDataFolder } from './data-folder.ts'

test.runIf(process.platform === 'linux')('where no folder can be made it says so, and ends', () => {
  expect(() => openDataFolder('/proc/backlot/data')).toThrow(StartError)
})
