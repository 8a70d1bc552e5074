import { join } from 'node:path'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import { expect, test } from 'vitest'
import { openForWriting } from '../store/database-file.ts'
import { claim, folder, folderForEachTest, NOW, platform, SN } from './foreign-rig.test-support.ts'

folderForEachTest()

test('an unknown station joins the tree, and is there with its past after a restart', async () => {
  let id: number | undefined
  {
    await using p = await platform()
    const admission = await p.ingest.admit(claim(), NOW)
    if (!('admitted' in admission)) throw new Error(admission.refused)
    id = admission.admitted.id
    expect(p.directory.group(admission.admitted.groupId)?.name.en).toBe('Discovered')
    expect(p.trees).toEqual([[0, admission.admitted.groupId]])
    p.ingest.connected(SN, NOW)
    expect(p.directory.isOnline(admission.admitted.slot)).toBe(true)
    p.ingest.readings(SN, {
      atMs: NOW,
      interval: 'realtime',
      late: false,
      rows: [{ quantity: 'pm25', code: 'a34004', value: 35.5, flag: 'N' }],
    })
    // The other half of the same report.
    p.ingest.readings(SN, {
      atMs: NOW,
      interval: 'realtime',
      late: false,
      rows: [{ quantity: 'pm10', code: 'a34002', value: 61 }],
    })
    p.ingest.position(SN, {
      atMs: NOW,
      longitude: 116.4,
      latitude: 39.9,
      speedKmh: 0,
      directionDeg: 0,
      late: false,
    })
    expect(p.moved).toEqual([admission.admitted.slot])
    p.ingest.packet(SN, { atMs: NOW, direction: 'in', text: '##0101', problem: 'check' })
    const state = (interval: 'status' | 'restart', code: string, value: number, atMs: number) =>
      p.ingest.readings(SN, { atMs, interval, late: false, rows: [{ code, value }] })
    state('status', 'SB1-RS', 0, NOW + 2000)
    state('status', 'SB1-RS', 1, NOW + 3000)
    state('restart', 'RestartTime', NOW - 5000, NOW)
    expect(
      p.ingest
        .latestReadings(SN)
        ?.slice(2)
        .map(({ value }) => value),
    ).toEqual([1, NOW - 5000])
    await p.foreign.flush()
    p.host.advance(60_000)
    expect(p.foreign.history.readingsOf(SN, NOW, NOW + 1000, 1000)).toEqual([
      {
        atMs: NOW,
        late: false,
        values: [
          { quantity: 'pm25', code: 'a34004', value: 35.5, flag: 'N' },
          { quantity: 'pm10', code: 'a34002', value: 61 },
        ],
      },
    ])
    expect(p.foreign.history.trackOf(SN, NOW, NOW + 1000, 1000)).toMatchObject([
      { longitude: 116.4, late: false },
    ])
    expect(p.foreign.packetsOf(SN, 10)).toEqual([
      { atMs: NOW, direction: 'in', text: '##0101', problem: 'check' },
    ])
  }
  await using p = await platform()
  const device = p.directory.deviceBySn(SN)
  expect(device).toMatchObject({ id, foreign: true, model: 'air' })
  expect(p.directory.isOnline(device?.slot ?? -1)).toBe(false)
  expect(p.directory.state(device?.slot ?? -1)).toMatchObject({ longitude: 116.4, latitude: 39.9 })
  expect(p.ingest.latestReadings(SN)?.map(({ code, value }) => [code, value])).toEqual([
    ['a34004', 35.5],
    ['a34002', 61],
    ['RestartTime', NOW - 5000],
    ['SB1-RS', 1],
  ])
  p.host.advance(1000)
  await p.foreign.flush()
  expect(p.foreign.history.onlineSpansOf(SN, NOW - 5000, NOW + 5000)).toEqual([
    { fromMs: NOW - 5000, toMs: NOW, online: false },
    { fromMs: NOW, toMs: NOW + 1, online: true },
    { fromMs: NOW + 1, toMs: NOW + 1001, online: false },
  ])
  expect(await p.ingest.admit(claim(SN, '654321'), NOW)).toEqual({ refused: 'password' })
  expect(await p.ingest.admit(claim('ANOTHER1'), NOW)).toMatchObject({ admitted: { id: (id ?? 0) + 1 } })
})

test('unknown devices are refused when nobody is to be discovered', async () => {
  await using p = await platform({ discover: false })
  expect(await p.ingest.admit(claim(), NOW)).toEqual({ refused: 'unknown' })
  expect(p.directory.deviceCount()).toBe(0)
})

test('a device that connects to two gateways at once is one device', async () => {
  await using p = await platform()
  const both = await Promise.all([p.ingest.admit(claim(), NOW), p.ingest.admit(claim(), NOW)])
  expect(both.map((admission) => 'admitted' in admission)).toEqual([true, true])
  expect(p.directory.deviceCount()).toBe(1)
  expect(await p.ingest.admit({ ...claim(), protocolType: PROTOCOL_TYPES.jt808 }, NOW)).toEqual({
    refused: 'kind',
  })
})

test('a real device stands in for one of ours until it leaves; in the place of one on a wire it does not', async () => {
  const told: string[] = []
  await using p = await platform({
    drive: {
      // Driven devices are those that no wire speaks for: before the first, and after the second.
      release: ({ sn, wire }) => told.push(`release ${sn} ${wire}`),
      takeBack: ({ sn, wire }) => told.push(`take back ${sn} ${wire}`),
    },
  })
  const group = p.directory.addGroup(0, { zh: '站', en: 'Stations' })
  const own = (sn: string, index: number, wire: boolean) =>
    p.directory.addDevice({
      sn,
      kind: 'hj212Station',
      name: { zh: sn, en: sn },
      groupId: group.id,
      rosterIndex: index,
      protocolType: PROTOCOL_TYPES.hj212,
      ability: 0,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116,
      latitude: 39,
      installedAtMs: 0,
      installAddress: { zh: '', en: '' },
      installer: { zh: '', en: '' },
      wire,
    })
  const [inProcess, onWire] = [own('OWN1', 0, false), own('OWN2', 1, true)]
  expect(await p.ingest.admit(claim('OWN1'), NOW)).toEqual({ admitted: inProcess })
  expect(told).toEqual([])
  p.ingest.connected('OWN1', NOW)
  const rows = [{ quantity: 'pm25', code: 'a34004', value: 1 }] as const
  p.ingest.readings('OWN1', { atMs: NOW, interval: 'realtime', rows, late: false })
  expect([inProcess.wire, p.ingest.isOwnPlace('OWN1'), p.ingest.isOwnPlace('OWN2')]).toEqual([
    true,
    false,
    true,
  ])
  expect(p.directory.isOnline(inProcess.slot)).toBe(true)
  p.ingest.connected('OWN2', NOW)
  p.ingest.disconnected('OWN2', NOW)
  expect([onWire.wire, p.directory.isOnline(onWire.slot)]).toEqual([true, false])
  p.ingest.disconnected('OWN1', NOW)
  expect([inProcess.wire, p.ingest.latestReadings('OWN1')]).toEqual([false, undefined])
  // Its driver reports its state.
  expect(p.directory.isOnline(inProcess.slot)).toBe(true)
  expect(told).toEqual(['release OWN1 false', 'take back OWN1 false'])
})

test('a device that is removed goes with all that was stored of it, and is a new one when it comes again', async () => {
  await using p = await platform()
  const first = await p.ingest.admit(claim(), NOW)
  if (!('admitted' in first)) throw new Error(first.refused)
  const rows = [{ quantity: 'pm25', code: 'a34004', value: 35.5 }] as const
  p.ingest.connected(SN, NOW)
  p.ingest.readings(SN, { atMs: NOW, interval: 'realtime', rows, late: false })
  p.ingest.packet(SN, { atMs: NOW, direction: 'in', text: '##' })
  p.ingest.disconnected(SN, NOW)
  const going = p.foreign.remove(SN)
  // It comes again before it has gone, and with another password.
  const [removed, second] = await Promise.all([going, p.ingest.admit(claim(SN, '654321'), NOW)])
  expect(removed).toBe(true)
  expect(second).toMatchObject({ admitted: { id: first.admitted.id + 1 } })
  expect(p.directory.deviceCount()).toBe(1)
  expect(p.trees).toEqual([[0, 99_001], [0], [0, 99_001]])
  expect(p.foreign.history.readingsOf(SN, NOW - 1000, NOW + 1000, 1000)).toEqual([])
  expect(p.foreign.packetsOf(SN, 10)).toEqual([])
  expect(p.ingest.latestReadings(SN)).toBeUndefined()
  expect(await p.foreign.remove('NOBODY')).toBe(false)
  expect(await p.foreign.remove(SN)).toBe(true)
  expect(p.ingest.stats().foreign).toBe(0)
})

test('late reports do not take the place of newer ones; a clock that was set back is believed', async () => {
  await using p = await platform()
  await p.ingest.admit(claim(), NOW)
  const report = (atMs: number, value: number, late: boolean) =>
    p.ingest.readings(SN, {
      atMs,
      interval: 'realtime',
      late,
      rows: [{ quantity: 'pm25', code: 'a34004', value }],
    })
  report(NOW, 1, false)
  report(NOW - 3_600_000, 2, true)
  expect(p.ingest.latestReadings(SN)?.[0]?.value).toBe(1)
  report(NOW - 60_000, 3, false)
  expect(p.ingest.latestReadings(SN)?.[0]?.value).toBe(3)
})

test('a report of the future hides no later one: in the tree, in the track, among readings, after a restart', async () => {
  const place = (atMs: number, longitude: number) =>
    ({ atMs, longitude, latitude: 39.9, speedKmh: 0, directionDeg: 0, late: false }) as const
  const yearMs = 365 * 86_400_000
  {
    await using p = await platform()
    await p.ingest.admit(claim(), NOW)
    const slot = p.directory.slotOf(SN)!
    p.ingest.position(SN, place(NOW + yearMs, 116.1))
    expect(p.directory.state(slot).locationTimeMs).toBe(NOW)
    const report = (interval: 'minute' | 'realtime', atMs: number, value: number) =>
      p.ingest.readings(SN, { atMs, interval, late: false, rows: [{ code: 'a34004', value }] })
    report('minute', NOW + yearMs, 1)
    p.host.advance(20_000)
    report('minute', NOW - 60_000, 2)
    expect(p.ingest.latestReadings(SN)?.[0]).toMatchObject({ atMs: NOW - 60_000, value: 2 })
    p.ingest.position(SN, { ...place(NOW + 10_000, 116.2), late: true })
    expect(p.directory.state(slot)).toMatchObject({ longitude: 116.2, locationTimeMs: NOW + 10_000 })
    await p.foreign.flush()
    const track = p.foreign.history.trackOf(SN, NOW - 1000, NOW + 2 * yearMs, 1000)
    expect(track?.map(({ atMs, longitude }) => [atMs - NOW, longitude])).toEqual([
      [0, 116.1],
      [10_000, 116.2],
    ])
  }
  // Rows of the future stored by an earlier version are not the last position of a device either.
  const db = openForWriting(join(folder, 'backlot.db'))
  const kept = db.prepare(
    'INSERT INTO foreign_positions (sn, at_ms, longitude, latitude, speed_kmh, direction_deg, mileage_km, fuel_l, acc_on, satellites, late) SELECT sn, ?, ?, latitude, speed_kmh, direction_deg, mileage_km, fuel_l, acc_on, satellites, late FROM foreign_positions LIMIT 1',
  )
  kept.run(NOW + yearMs, 117)
  db.close()
  await using p = await platform()
  p.host.advance(20_000)
  expect(p.directory.state(p.directory.slotOf(SN)!)).toMatchObject({ locationTimeMs: NOW })
  expect(p.ingest.latestReadings(SN)?.[0]).toMatchObject({ value: 2 })
})

test('a report of the future, by a clock that was wrong, holds up none that come after it', async () => {
  const AHEAD = NOW + 365 * 86_400_000
  const MINUTE = 60_000
  const place = { longitude: 116.4, latitude: 39.9, speedKmh: 0, directionDeg: 0 }
  {
    await using p = await platform()
    const admission = await p.ingest.admit(claim(), NOW)
    if (!('admitted' in admission)) throw new Error(admission.refused)
    const report = (
      interval: 'realtime' | 'minute' | 'status',
      code: string,
      atMs: number,
      value: number,
      late = false,
    ) => p.ingest.readings(SN, { atMs, interval, late, rows: [{ code, value }] })
    const shown = () => p.ingest.latestReadings(SN)?.map(({ code, value }) => [code, value])
    // One that reports in time, one whose clock is behind from then on, one that has minute data alone.
    report('realtime', 'a34004', AHEAD, 1)
    report('realtime', 'a34002', AHEAD, 1)
    report('minute', 'a34001', AHEAD, 1)
    report('status', 'SB1-RS', AHEAD, 0)
    p.ingest.position(SN, { ...place, atMs: AHEAD, late: false })
    p.host.advance(30 * MINUTE)
    const now = p.host.now()
    report('realtime', 'a34004', now, 2)
    report('realtime', 'a34002', now - 20 * MINUTE, 2, true)
    report('minute', 'a34001', now - 10 * MINUTE, 2)
    report('status', 'SB1-RS', now, 1)
    p.ingest.position(SN, { ...place, latitude: 40, atMs: now - 20 * MINUTE, late: true })
    expect(shown()).toEqual([
      ['a34004', 2],
      ['a34002', 2],
      ['a34001', 2],
      ['SB1-RS', 1],
    ])
    expect(p.directory.state(admission.admitted.slot).latitude).toBe(40)
    // The newest by its own time again, as ever.
    report('realtime', 'a34002', now - 25 * MINUTE, 3, true)
    expect(shown()?.[1]).toEqual(['a34002', 2])
    await p.foreign.flush()
  }
  await using p = await platform({ nowMs: NOW + 30 * MINUTE })
  const device = p.directory.deviceBySn(SN)
  expect(p.ingest.latestReadings(SN)?.map(({ code, value }) => [code, value])).toEqual([
    ['a34004', 2],
    ['SB1-RS', 1],
  ])
  expect(p.directory.state(device?.slot ?? -1).latitude).toBe(40)
})

test('minute data of a station whose clock is ahead do not hide its realtime data', async () => {
  await using p = await platform()
  await p.ingest.admit(claim(), NOW)
  const HOUR = 3_600_000
  const report = (interval: 'realtime' | 'minute' | 'hour' | 'day', atMs: number, value: number) =>
    p.ingest.readings(SN, { atMs, interval, late: false, rows: [{ code: 'a34004', value }] })
  report('realtime', NOW + 2 * HOUR, 1)
  report('minute', NOW + 2 * HOUR - 600_000, 2)
  report('day', NOW - 22 * HOUR, 3)
  expect(p.ingest.latestReadings(SN)?.[0]?.value).toBe(1)
})
