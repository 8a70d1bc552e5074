// Values that fields of a name usually have, so that most calls meet something that there is.
import { createHash } from 'node:crypto'
import { DEMO_PASSWORD } from '../../../testing/operator.ts'
import { roomOf } from './harvest.ts'
import type { Rig } from './rig.ts'
import type { KnownValues } from './schema-arbitrary.ts'

const DAY_S = 86_400

/** Which kind of device the calls of a room are about. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  ptz: ['ptzCamera'],
  sensors: ['hj212Station'],
  solar: ['solarStation'],
  agriculture: ['farmStation'],
  gas: ['gasDetector'],
  senseControllers: ['sensorController'],
  tracks: ['vehicle'],
  deviceMessages: ['vehicle', 'bodyCamera'],
  liveVideo: ['camera', 'ptzCamera'],
  recordings: ['camera', 'ptzCamera'],
  preplans: ['camera', 'ptzCamera'],
  favourites: ['camera', 'ptzCamera'],
  aiView: ['camera'],
  deviceConfig: ['camera', 'ptzCamera'],
}

/** Usual values of fields by name in valid calls. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  chnId: [1, 1, 1, 0, 2],
  version: [0, 1, 2],
  speed: [1, 2, 4, 30],
  type: ['IoAlarm', 'IoAlarm', 'AIAlarm'],
  subType: ['SOS', ''],
  url: ['http://127.0.0.1:9/hook', 'https://hooks.example.org/a'],
  identityCard: [''],
  processingTime: [null],
  low: [null],
  high: [null],
  fence: [null],
}
const USUAL_TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', undefined])

/** `callName`: whose fields they are, or undefined for frames of sockets. */
export function knownValues(rig: Rig, callName?: string): KnownValues {
  const nowS = Math.floor(Date.now() / 1000)
  const seconds = [nowS, nowS - 60, nowS - 3600, nowS - DAY_S, nowS - 6 * DAY_S, nowS + 3600]
  const dates = seconds.map(dateText)
  const room = callName === undefined ? '' : roomOf(callName)
  const kinds = KINDS[room] ?? [...rig.sns.keys()]
  const sns = kinds.flatMap((kind) => (rig.sns.get(kind) ?? []).slice(0, 4))
  const ids = rig.harvest.idsOf(room)
  return (name, schema) => {
    if (schema.enum || schema.const !== undefined) return undefined
    if (name === 'address' && callName?.includes('Camera')) return rig.cameraAddresses
    if (USUAL_TYPES.has(schema.type) && Object.hasOwn(USUAL, name)) {
      const fitting = USUAL[name]!.filter(
        (value) => value === null || (typeof value === 'string') === (schema.type === 'string'),
      )
      if (fitting.length > 0) return fitting
    }
    if (schema.type === 'object') return schema.properties?.['alarmSeq'] ? rig.harvest.alarms : undefined
    if (schema.type === 'string') {
      if (/^(sn|sns|list|device|devices|mn)$/i.test(name))
        return callName === 'deviceAdmin.add' ? undefined : sns
      if (/password/i.test(name)) return [DEMO_DIGEST]
      if (/(time|begin|end|start|date|from|to|at)$/i.test(name) && !schema.pattern) return dates
      return undefined
    }
    if (schema.type !== 'integer' && schema.type !== 'number') return undefined
    if (name === 'parentId' || name === 'nodeId') return [0, 0, ...ids.slice(0, 3)]
    if (/ids?$/i.test(name)) return ids
    if (/time/i.test(name) && (schema.maximum ?? 0) > 1e9) return seconds
    if (name === 'toMs') return seconds.map((each) => each * 1000)
    return undefined
  }
}

/** SHA-256 of the demo's password: a change to it changes nothing. */
export const DEMO_DIGEST = createHash('sha256').update(DEMO_PASSWORD).digest('hex')

function dateText(seconds: number): string {
  return new Date(seconds * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
}
