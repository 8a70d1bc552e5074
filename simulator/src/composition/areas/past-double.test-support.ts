import type { PastQuantity, PastReport } from '../../areas/sensors/ports.ts'
import type { TrackPosition } from '../../areas/tracks/ports.ts'
import { onlineDays } from '../../history/online-days.ts'
import type { PlatformClock } from '../../kernel/clock.ts'
import { alarmKindOf } from '../alarm-kind-of.ts'
import type { PastPorts, SensingPorts } from './areas-deps.ts'
import { hoursOf } from './recorded-media-double.test-support.ts'
import { START_MS } from './test-start.test-support.ts'

/** A past in which everything is always online, recorded by the hour, and vehicles drive north. */
export function createPastDouble(clock: PlatformClock): PastPorts {
  const online = (_sn: string, fromMs: number, toMs: number) => [
    { fromMs, toMs: Math.min(toMs, clock.now()), online: true },
  ]
  return {
    online: { onlineSpansOf: online, onlineDays, pastVersionOf: () => '1' },
    // The dome measures the air: from the north at 2 m/s, dust that rises by one an hour of the day, a faulty CO.
    stations: {
      quantitiesOf: (sn, family) => (sn === 'N-PTZ' && family === 'hjt212' ? TEST_QUANTITIES : undefined),
      reportsOf: (_sn, fromMs, toMs, everyMs) =>
        testReports(fromMs, Math.min(toMs, clock.now() + 1), Math.max(everyMs, 60_000)),
      recallReports: async () => undefined,
    },
    // An hour a file, all day long, but for the hour from noon; the device's own disk has that one alone.
    recordings: {
      recordingsOf: (sn, chnId, fromMs, toMs, how) =>
        hoursOf(sn, chnId, fromMs, Math.min(toMs, clock.now()), how?.source ?? 'server'),
      onlineSpansOf: (_sn, fromMs, toMs) => [{ fromMs, toMs, online: true }],
    },
    // Vehicles drive north, ten metres a second, but for the hour from six.
    tracks: {
      trackOf: (sn, fromMs, toMs, everyMs) =>
        sn.endsWith('-CAR') ? drivenNorth(fromMs, Math.min(toMs, clock.now() + 1), everyMs) : [],
      recallTrack: async () => undefined,
      onlineSpansOf: online,
    },
  }
}

/** The dome and the gate measure dust; no station is on its line. */
export function createSensingDouble(): SensingPorts {
  return {
    readings: {
      latest: (sn, family) =>
        ['N-PTZ', 'N-GATE'].includes(sn) && family === 'hjt212'
          ? [
              {
                code: 'a34004',
                name: { zh: '细颗粒物', en: 'PM2.5' },
                icon: 'pm25',
                atMs: START_MS,
                value: 35.5,
                unit: 'µg/m³',
              },
            ]
          : undefined,
    },
    quantities: TEST_QUANTITIES,
    alarmKindOf,
    bus: { shownAt: () => 12.5 },
    wire: {
      isOpen: () => true,
      isConnected: () => false,
      packetsOf: () => [],
      request: async () => undefined,
    },
  }
}

/** Positions of a vehicle that starts with the test's day; from 06:00 to 07:00 it has none. */
function drivenNorth(fromMs: number, toMs: number, everyMs: number): TrackPosition[] {
  const list: TrackPosition[] = []
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs < toMs; atMs += everyMs) {
    if (new Date(atMs).getUTCHours() === 22) continue
    const metres = ((atMs - START_MS) / 1000) * 10
    list.push({
      atMs,
      longitude: 116.4,
      latitude: 39.9 + metres / 111_320,
      speedKmh: 36,
      directionDeg: 0,
      mileageKm: 1000 + metres / 1000,
    })
  }
  return list
}

const TEST_QUANTITIES: readonly PastQuantity[] = [
  { code: 'a34004', name: { zh: 'PM2.5', en: 'PM2.5' }, icon: 'pm25', unit: 'µg/m³', decimals: 1 },
  { code: 'a21005', name: { zh: '一氧化碳', en: 'CO' }, icon: 'co', unit: 'mg/m³', decimals: 2 },
  { code: 'a01007', name: { zh: '风速', en: 'Wind speed' }, icon: 'windSpeed', unit: 'm/s', decimals: 1 },
  {
    code: 'a01008',
    name: { zh: '风向', en: 'Wind direction' },
    icon: 'windDirection',
    unit: '°',
    decimals: 0,
  },
]

function testReports(fromMs: number, toMs: number, everyMs: number): PastReport[] {
  const list: PastReport[] = []
  for (let atMs = Math.ceil(fromMs / everyMs) * everyMs; atMs < toMs; atMs += everyMs) {
    const minute = Math.floor(atMs / 60_000)
    list.push({
      atMs,
      values: [
        { code: 'a34004', value: 40 + ((Math.floor(minute / 60) + 8) % 24) },
        { code: 'a21005', value: 99, flag: 'D' },
        { code: 'a01007', value: 2 },
        // Round north: 350° and 10° in turn.
        { code: 'a01008', value: minute % 2 === 0 ? 350 : 10 },
      ],
    })
  }
  return list
}
