import { expect, test } from 'vitest'
import type { DeviceCommand } from '../../devices/commands.ts'
import { createDirectory } from '../../fleet/directory.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createGbControls } from './gb-control.ts'
import type { GbPlace, GbUnit } from './gb-roster.ts'

const ID = '34020000001320000001'
const PLACE: GbPlace = { id: ID, sn: '1001', chnId: 1 }

/** A PTZ camera that records by its plan, or does not. */
function camera(isRecording: boolean) {
  const directory = createDirectory(7)
  const group = directory.addGroup(0, { zh: '城东', en: 'East' }, 'east')
  directory.addDevice({
    sn: PLACE.sn,
    kind: 'ptzCamera',
    name: { zh: '设备', en: 'Camera' },
    groupId: group.id,
    rosterIndex: 0,
    protocolType: 0,
    ability: 0,
    isPtz: true,
    x: 0,
    y: 0,
    longitude: 121,
    latitude: 31,
    installedAtMs: 0,
    installAddress: { zh: '', en: '' },
    installer: { zh: '', en: '' },
  })
  directory.setOnline(directory.slotOf(PLACE.sn)!, { gisOnlineStatus: 1 })
  const clock = createManualClock(Date.UTC(2026, 10, 27, 4))
  const stored: DeviceCommand[] = []
  const controls = createGbControls({
    directory,
    commands: {
      async append(sn, atMs, action) {
        await undefined
        stored.push({ ...action, sn, atMs, seq: stored.length })
      },
      commandsOf: () => stored,
      onCommand: () => () => undefined,
    },
    alarms: { setGuard: () => undefined, reset: () => undefined },
    pictures: { isRecording: () => isRecording },
    clock,
    host: clock,
    log: { warn: () => undefined },
  })
  const unit: GbUnit = { id: ID, sn: PLACE.sn, name: 'Camera', places: [PLACE], speakers: [] }
  return { control: controls.of(unit), stored, clock }
}

test.each([
  ['records', true, { Record: true, StopRecord: false }],
  ['does not record', false, { Record: false, StopRecord: true }],
])('a camera that %s now carries out what says so, and not the opposite', (_what, isRecording, done) => {
  const { control } = camera(isRecording)
  expect({
    Record: control.run(ID, { kind: 'record', on: true }),
    StopRecord: control.run(ID, { kind: 'record', on: false }),
  }).toEqual(done)
})

test('an encoder does not begin a new group of pictures by order', () => {
  expect(camera(true).control.run(ID, { kind: 'keyFrame' })).toBe(false)
})

test('orders that follow one another at once build on those before them, which are not stored yet', async () => {
  const { control, stored, clock } = camera(true)
  const order = (command: number, second: number) => {
    clock.advance(1)
    const action = { kind: 'other', command, first: 1, second, high: 0 } as const
    return control.run(ID, { kind: 'ptz', action })
  }
  expect([order(0x84, 1), order(0x84, 2), order(0x88, 0)]).toEqual([true, true, true])
  expect(stored).toEqual([])
  await new Promise(setImmediate)
  expect(stored.map((one) => (one.kind === 'cruiseSet' ? one.steps.length : one.kind))).toEqual([
    1,
    2,
    'cruiseStart',
  ])
})

test('a scan begins once its limits are set', async () => {
  const { control, stored, clock } = camera(true)
  const scan = (second: number) => {
    clock.advance(10_000)
    const action = { kind: 'other', command: 0x89, first: 3, second, high: 0 } as const
    return control.run(ID, { kind: 'ptz', action })
  }
  const right = { kind: 'move', pan: 1, tilt: 0, zoom: 0, panSpeed: 9, tiltSpeed: 0, zoomSpeed: 0 } as const
  expect([scan(0), scan(1)]).toEqual([false, true])
  expect(control.run(ID, { kind: 'ptz', action: right })).toBe(true)
  expect([scan(2), scan(0)]).toEqual([true, true])
  await new Promise(setImmediate)
  expect(stored.map(({ kind }) => kind)).toEqual(['scanLimit', 'ptzMove', 'scanLimit', 'scanStart'])
})
