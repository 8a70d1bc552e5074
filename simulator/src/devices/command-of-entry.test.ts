import { PTZ } from '@backlot/contract/ptz/calls'
import { expect, test } from 'vitest'
import { actionOfPtzCommand, commandOfEntry, payloadOf } from './command-of-entry.ts'
import type { DeviceAction } from './commands.ts'

const ACTIONS: DeviceAction[] = [
  { kind: 'ptzMove', motion: { pan: -1, tilt: 1 }, speed: 30, forMs: 1000 },
  { kind: 'ptzStop' },
  { kind: 'presetSet', preset: 7 },
  { kind: 'presetSet', preset: 8, name: 'North gate' },
  { kind: 'presetName', preset: 8, name: 'Gate' },
  { kind: 'cruiseSet', cruise: 1, name: 'Night', steps: [{ preset: 7, dwellMs: 5000, speed: 40 }] },
  { kind: 'cruiseStart', cruise: 1 },
  { kind: 'cruiseStop' },
  { kind: 'ptzPoint', x: 0.5, y: -0.25, zoomFactor: 2 },
  { kind: 'connectivity', forced: 'offline' },
  { kind: 'reboot' },
  { kind: 'sosPressed', chnId: 4 },
]

test('an action survives the log', () => {
  for (const action of ACTIONS) {
    const payload = JSON.parse(JSON.stringify(payloadOf(action))) as unknown
    const entry = { atMs: 5, seq: 9, sn: 'x', kind: action.kind, payload }
    expect(commandOfEntry(entry)).toEqual({ atMs: 5, seq: 9, sn: 'x', ...action })
  }
})

test('entries of others and broken ones are no commands', () => {
  const entry = { atMs: 1, seq: 1, sn: 'x' }
  expect(commandOfEntry({ ...entry, kind: 'clockJump', payload: {} })).toBeUndefined()
  expect(commandOfEntry({ ...entry, kind: 'toString', payload: {} })).toBeUndefined()
  expect(commandOfEntry({ ...entry, kind: 'presetCall', payload: { preset: 'one' } })).toBeUndefined()
})

test('every stated PTZ number is an action, and left turns left', () => {
  for (const cmd of Object.values(PTZ)) expect(actionOfPtzCommand(cmd, 30)).toBeDefined()
  expect(actionOfPtzCommand(PTZ.left, 30)).toEqual({
    kind: 'ptzMove',
    motion: { pan: -1, tilt: 0 },
    speed: 30,
  })
  expect(actionOfPtzCommand(PTZ.stop, 0)).toEqual({ kind: 'ptzStop' })
  expect(actionOfPtzCommand(77, 1)).toBeUndefined()
})
