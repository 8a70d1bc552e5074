import { expect, it } from 'vitest'
import { patternsIn } from '../simulate/simulated-calls.ts'
import { consoleCommand } from './console.ts'

it.each([
  [['--simulate'], []],
  [
    ['--simulate', 'alarms, map-heat', '--simulate', '/talk'],
    ['alarms', 'map-heat', '/talk'],
  ],
  [['--simulate', 'alarms', '--simulate'], ['alarms']],
  [['--simulate', '--simulate', 'alarms'], ['alarms']],
])('%j chooses %j', (given, chosen) => {
  const command = consoleCommand()
  command.parseOptions(['--platform', 'http://127.0.0.1:1', ...given])
  expect(patternsIn(command.opts<{ simulate: string[] }>().simulate)).toEqual(chosen)
})
