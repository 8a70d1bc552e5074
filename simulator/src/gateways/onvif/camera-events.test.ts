import { expect, test } from 'vitest'
import type { ReceivedAlarm } from '../ingest.ts'
import { type CameraEvent, createCameraAlarms, readCameraEvent } from './camera-events.ts'

const HOST_MS = 1_795_000_000_000
const PLATFORM_MS = 1_700_000_000_000

function rig(earlier?: { atMs: number; alarmSeq: string }) {
  const told: ReceivedAlarm[] = []
  const alarms = createCameraAlarms({
    sn: 'CAM',
    chnId: 1,
    ingest: {
      alarm: (_sn, alarm) => void told.push(alarm),
      openAlarm: (_sn, prefix, chnId) => (chnId === 1 && prefix === 'onvif-motion-' ? earlier : undefined),
    },
    hostNow: () => HOST_MS,
    platformNow: () => PLATFORM_MS,
  })
  const take = (isActive: boolean, more: Partial<CameraEvent> = {}, aheadMs = 0) =>
    alarms.take({ state: 'motion', source: 'a', isActive, utcMs: HOST_MS, ...more }, aheadMs)
  return { told, take }
}

test('a state is one alarm from its beginning to its end, under however many topics it comes', () => {
  const { told, take } = rig()
  take(true)
  take(true, { source: 'b' })
  take(true)
  take(false)
  expect(told).toHaveLength(1)
  take(false, { source: 'b', utcMs: HOST_MS + 5 })
  expect(told).toHaveLength(2)
  const [begun, ended] = told
  expect(begun).toMatchObject({ type: 'VideoAlarm', subType: 'Motion', chnId: 1, atMs: PLATFORM_MS })
  expect(begun).not.toHaveProperty('endMs')
  expect(ended).toMatchObject({ alarmSeq: begun!.alarmSeq, atMs: PLATFORM_MS, endMs: PLATFORM_MS })
  take(false)
  expect(told).toHaveLength(2)
})

test('moments are those of the platform, whatever the clock of the camera shows', () => {
  const { told, take } = rig()
  take(true, { utcMs: HOST_MS + 3_600_000 - 4000 }, 3_600_000)
  take(true, { state: 'tamper', utcMs: HOST_MS - 400 * 86_400_000 })
  take(true, { state: 'digitalInput', utcMs: undefined })
  expect(told.map(({ subType, atMs }) => [subType, atMs - PLATFORM_MS])).toEqual([
    ['Motion', -4000],
    ['VideoCover', 0],
    ['DoorOpen', 0],
  ])
})

test('an alarm that was open when the program ended goes on, and ends', () => {
  const earlier = { atMs: PLATFORM_MS - 9000, alarmSeq: 'onvif-motion-1' }
  const { told, take } = rig(earlier)
  take(true)
  expect(told).toEqual([])
  take(false)
  expect(told).toEqual([expect.objectContaining({ ...earlier, endMs: PLATFORM_MS })])
})

const notification = (topic: unknown, item: unknown, more: object = {}) => ({
  topic,
  message: { message: { $: { UtcTime: '2026-11-25T10:00:00Z' }, data: { simpleItem: item }, ...more } },
})

test('notifications are read in the forms that the package makes of them', () => {
  const motion = { $: { Name: 'State', Value: true } }
  const source = { simpleItem: { $: { Name: 'Source', Value: 1 } } }
  expect(readCameraEvent(notification({ _: 'tns1:VideoSource/MotionAlarm' }, motion, { source }))).toEqual({
    state: 'motion',
    source: 'tns1:VideoSource/MotionAlarm 1',
    isActive: true,
    utcMs: Date.UTC(2026, 10, 25, 10),
  })
  const several = [{ $: { Name: 'Other', Value: true } }, { $: { Name: 'LogicalState', Value: 0 } }]
  expect(readCameraEvent(notification('tns1:Device/Trigger/DigitalInput', several))).toMatchObject({
    state: 'digitalInput',
    isActive: false,
  })
})

test.each([
  undefined,
  null,
  7,
  {},
  { topic: {} },
  { topic: { _: 'tns1:VideoSource/MotionAlarm' }, message: { message: 'x' } },
  notification({ _: 'tns1:Monitoring/ProcessorUsage' }, { $: { Name: 'State', Value: true } }),
  notification({ _: 'tns1:VideoSource/MotionAlarm' }, [null, 'x', { $: {} }]),
])('what is no event of ours is none: %j', (one) => {
  expect(readCameraEvent(one)).toBeUndefined()
})
