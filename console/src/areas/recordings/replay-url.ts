import { FILE_TYPES, PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import { momentOf } from '../../components/address-moment.ts'
import { channelKey, REPLAY_CHANNELS_MAX, type ReplayChannel } from './replay-channel.ts'
import type { ChosenSpan } from './replay-span.ts'

export type ReplaySpeed = (typeof PLAYBACK_SPEEDS)[number]

/** Contents of the replay's address. */
export type ReplayAddress = {
  channels: readonly ReplayChannel[]
  selected: number
  span: ChosenSpan
  /** Moment of the cursor, epoch milliseconds. */
  atMs: number | undefined
  speed: ReplaySpeed
  /** Undefined: nothing plays, the cursor is still. */
  play: 'playing' | 'paused' | undefined
  tab: 'videos' | 'pictures'
  source: 'server' | 'device'
  videoTypes: readonly number[]
  pictureTypes: readonly number[]
}

/** Where a link of another screen leads: plays a device or channel from a moment; without one, the minutes just gone. */
type ReplayLink = { sn: string; chnId?: number; fromMs: number | undefined }

/** Reads `?sn=…&chnId=…&from=…`, the moment in seconds or milliseconds. */
export function readLink(params: URLSearchParams): ReplayLink | undefined {
  const sn = params.get('sn')
  if (!sn) return undefined
  const chnId = wholeNumber(params.get('chnId'))
  return { sn, ...(chnId === undefined ? {} : { chnId }), fromMs: momentOf(params.get('from')) }
}

/**
 * Reads `?cameras=SN_1.SN_2&window=…&from=…&to=…&at=…&speed=…&play=…&tab=…&source=…&types=…&pictures=…`; moments in
 * seconds or milliseconds. Undefined without a camera; unreadable parts are left out.
 */
export function readReplay(params: URLSearchParams): ReplayAddress | undefined {
  const channels: ReplayChannel[] = []
  for (const part of (params.get('cameras') ?? '').split('.')) {
    const cut = part.lastIndexOf('_')
    const chnId = wholeNumber(part.slice(cut + 1))
    if (cut < 1 || chnId === undefined) continue
    const channel = { sn: part.slice(0, cut), chnId }
    if (!channels.some((one) => channelKey(one) === channelKey(channel))) channels.push(channel)
  }
  if (channels.length === 0) return undefined
  const shown = channels.slice(0, REPLAY_CHANNELS_MAX)
  const [fromMs, toMs, atMs] = ['from', 'to', 'at'].map((name) => momentOf(params.get(name)))
  const play = params.get('play')
  return {
    channels: shown,
    selected: Math.min(shown.length, wholeNumber(params.get('window')) || 1) - 1,
    span: { ...(fromMs === undefined ? {} : { fromMs }), ...(toMs === undefined ? {} : { toMs }) },
    atMs,
    speed: PLAYBACK_SPEEDS.find((speed) => String(speed) === params.get('speed')) ?? 1,
    play: play === 'playing' || play === 'paused' ? play : undefined,
    tab: params.get('tab') === 'pictures' ? 'pictures' : 'videos',
    source: params.get('source') === 'device' ? 'device' : 'server',
    videoTypes: fileTypesOf(params.get('types')),
    pictureTypes: fileTypesOf(params.get('pictures')),
  }
}

/** In the order in which they are written; the first two are a link's. */
const OWN_NAMES = [
  'sn',
  'chnId',
  'cameras',
  'window',
  'from',
  'to',
  'at',
  'speed',
  'play',
  'tab',
  'source',
  'types',
  'pictures',
] as const

/** The address with the shown state in place of the previous one or a link; defaults are left out. */
export function writeReplay(params: URLSearchParams, address: ReplayAddress): URLSearchParams {
  const next = new URLSearchParams(params)
  const { channels, span } = address
  for (const name of OWN_NAMES) next.delete(name)
  if (channels.length === 0) return next
  const set = (name: (typeof OWN_NAMES)[number], value: string | number | undefined) => {
    if (value !== undefined && value !== '') next.set(name, String(value))
  }
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : Math.round(ms / 1000))
  set('cameras', channels.map(({ sn, chnId }) => `${sn}_${chnId}`).join('.'))
  set('window', address.selected > 0 ? address.selected + 1 : undefined)
  set('from', seconds(span.fromMs))
  set('to', seconds(span.toMs))
  set('at', address.atMs === undefined ? undefined : Math.round(address.atMs))
  set('speed', address.speed === 1 ? undefined : address.speed)
  set('play', address.play)
  set('tab', address.tab === 'pictures' ? address.tab : undefined)
  set('source', address.source === 'device' ? address.source : undefined)
  set('types', address.videoTypes.join('.'))
  set('pictures', address.pictureTypes.join('.'))
  return next
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

function fileTypesOf(text: string | null): number[] {
  const known: readonly number[] = Object.values(FILE_TYPES)
  return known.filter((type) => (text ?? '').split('.').includes(String(type)))
}
