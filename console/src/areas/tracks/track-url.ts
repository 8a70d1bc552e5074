import { TRACK_LIMITS } from '@backlot/contract/tracks/limits'
import { momentOf } from '../../components/address-moment.ts'
import { PACES, type Pace, REPLAY_SPEEDS, type ReplaySpeed } from './playback.ts'
import type { ChosenSpan } from './track-span.ts'

/** Contents of the address: devices, span, the shown moment, speed and pace. */
type TrackAddress = {
  sns: readonly string[]
  span: ChosenSpan
  atMs: number | undefined
  speed: ReplaySpeed | undefined
  pace: Pace | undefined
}

/**
 * Reads `?sn=a,b&from=…&to=…&at=…&speed=…&pace=…`; moments in seconds or milliseconds. Unreadable parts are left out.
 */
export function readAddress(search: URLSearchParams): TrackAddress {
  const sns = [...new Set((search.get('sn') ?? '').split(',').filter(Boolean))]
  const [fromMs, toMs, atMs] = ['from', 'to', 'at'].map((name) => momentOf(search.get(name)))
  const one = <T extends number>(list: readonly T[], name: string): T | undefined =>
    list.find((value) => String(value) === search.get(name))
  return {
    sns: sns.slice(0, TRACK_LIMITS.devicesMax),
    span: { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) },
    atMs,
    speed: one(REPLAY_SPEEDS, 'speed'),
    pace: one(PACES, 'pace'),
  }
}

/** The address with the shown state; everything else in it stays. */
export function writeAddress(search: URLSearchParams, address: TrackAddress): URLSearchParams {
  const next = new URLSearchParams(search)
  const { sns, span, atMs, speed, pace } = address
  const set = (name: string, value: string | number | undefined) => {
    if (value === undefined || value === '') next.delete(name)
    else next.set(name, String(value))
  }
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms / 1000))
  set('sn', sns.join(','))
  set('from', seconds(span.fromMs))
  set('to', seconds(span.toMs))
  set('at', seconds(atMs))
  set('speed', speed === 1 ? undefined : speed)
  set('pace', pace)
  return next
}
