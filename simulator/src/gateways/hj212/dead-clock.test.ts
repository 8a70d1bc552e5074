import { expect, test } from 'vitest'
import { hj212Rig, platformClock, upload } from './hj212-rig.test-support.ts'

const { open, station } = hj212Rig()
const NOON = Date.UTC(2026, 10, 20, 4)
const REPORTS = 50

/** A gateway and a station whose packets come a minute apart; `time` is the text before the pollutant in each. */
async function reporting(time: (n: number) => string) {
  let nowMs = NOON
  const { gateway, alarms } = await open({ platformClock: { ...platformClock, now: () => nowMs } })
  const s = await station(gateway.port)
  let sent = 0
  async function report(kind: 0 | 1, cn = '2072') {
    nowMs += 60_000
    const cp = `${time(sent++)}a34002-Ala=420,AlarmType=${kind}`
    s.say(upload('A1', { cp }).replace('CN=2011', `CN=${cn}`))
    await expect.poll(() => s.packets.length, { interval: 1 }).toBe(sent)
  }
  return { alarms, report, now: () => nowMs }
}

const two = (n: number) => String(n % 60).padStart(2, '0')

test.each([
  ['was never set', () => 'AlarmTime=00000000000000;', '0000-00-00 00:00:00'],
  ['stands still in 2099', () => 'AlarmTime=20990101000000;', '2099-01-01 00:00:00'],
  ['began anew in 2000', (n: number) => `AlarmTime=200001010000${two(n)};`, '2000-01-01 00:00:00'],
  ['runs in 2099', (n: number) => `AlarmTime=209901010000${two(n)};`, '2099-01-01 00:00:00'],
  ['says no digits', () => 'AlarmTime=昨天 yesterday;', '?? yesterday'],
  ['is left out', () => '', undefined],
])('alarms of a station whose clock %s are one that goes on, until its end', async (_, time, deviceTime) => {
  const { alarms, report, now } = await reporting(time)
  for (let n = 0; n < REPORTS; n++) await report(1)
  const beganMs = NOON + 60_000
  expect(alarms).toMatchObject([{ subType: 'PM10', atMs: beganMs }])
  expect(alarms[0]?.deviceTime).toBe(deviceTime)
  await report(0)
  await report(0)
  const { alarmSeq } = alarms[0]!
  expect(alarms.slice(1)).toMatchObject([{ alarmSeq, atMs: beganMs, endMs: now() - 60_000 }])
  await report(1)
  await report(1)
  expect(alarms.slice(2)).toMatchObject([{ atMs: now() - 60_000 }])
  expect(alarms[2]?.alarmSeq).not.toBe(alarmSeq)
})

test('old records that were asked for keep their times', async () => {
  const { alarms, report } = await reporting((n) => `AlarmTime=2005010100000${n};`)
  for (let n = 0; n < 3; n++) await report(1, '2071')
  const firstMs = Date.UTC(2004, 11, 31, 16)
  expect(alarms.map(({ atMs }) => atMs - firstMs)).toEqual([0, 1000, 2000])
  expect(new Set(alarms.map(({ alarmSeq }) => alarmSeq)).size).toBe(3)
})
