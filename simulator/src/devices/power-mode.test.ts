import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from './commands.ts'
import { configAt } from './device-config.ts'
import { changesPositionSeconds, isLowPower, positionSecondsAt } from './power-mode.ts'

const log = (...actions: DeviceAction[]): DeviceCommand[] =>
  actions.map((action, i) => ({ ...action, atMs: 1000 * (i + 1), seq: i, sn: 'D' }))
const mode = (workMode: string): DeviceAction => ({
  kind: 'configSet',
  section: 'common',
  config: { ...configAt([], 'common', 0), workMode },
})
const report = (value: number): DeviceAction => ({ kind: 'setting', setting: 'reportSeconds', value })

test('in low power positions come once a minute at most, and as they were set after that', () => {
  const commands = log(report(5), mode('lowPower'), report(300), report(10), mode('full'))
  const at = (second: number) => positionSecondsAt(commands, second * 1000, 3)
  expect([0, 1, 2, 3, 4, 5].map(at)).toEqual([3, 5, 60, 300, 60, 10])
  expect(isLowPower(commands, 2500)).toBe(true)
  expect(commands.every(changesPositionSeconds)).toBe(true)
})
