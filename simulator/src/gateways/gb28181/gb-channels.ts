/** Channels of a device, as its catalog has them (GB/T 28181-2016, A.2.1.9). */
import type { CatalogItem } from '../../wire/gb28181/catalog-shapes.ts'
import { GB_TYPES, readGbId } from '../../wire/gb28181/gb-id.ts'
import { GB_LIMITS } from './gateway-limits.ts'

export type GbChannel = {
  /** 1–99, the same for as long as the device is known. */
  chnId: number
  gbId: string
  name: string
  type: 'video' | 'alarmIn' | 'alarmOut' | 'audio'
  isPtz: boolean
  isOnline: boolean
  /** Gone from the catalog: it keeps its number. */
  isGone?: boolean
}

/** What is kept of a device over restarts. */
export type GbRecord = {
  channels: readonly GbChannel[]
  name?: string
  maker?: string
  model?: string
  firmware?: string
}

const TYPES: ReadonlyMap<number, GbChannel['type']> = new Map([
  [GB_TYPES.camera, 'video'],
  [GB_TYPES.networkCamera, 'video'],
  [GB_TYPES.alarmInput, 'alarmIn'],
  [GB_TYPES.alarmOutput, 'alarmOut'],
  [GB_TYPES.voiceOutput, 'audio'],
])
/** PTZType: 1 dome, 4 remote bullet (2016); 2 half dome, 5 to 7 of 2022 turn too, except 3, a fixed bullet. */
const TURNING = new Set([1, 2, 4, 5, 6, 7])

function typeOf({ deviceId }: CatalogItem): GbChannel['type'] | undefined {
  const id = readGbId(deviceId)
  return id.ok ? TYPES.get(id.value.type) : undefined
}

/**
 * The channels after a catalog, or after some items of it. Groups, regions and lower platforms are left out: what is in
 * them follows the device itself. Known channels keep their numbers; past 99 there is none. `isWhole`: channels without
 * an item are gone.
 */
export function channelsAfter(
  before: readonly GbChannel[],
  items: readonly CatalogItem[],
  { isWhole }: { isWhole: boolean },
): { channels: GbChannel[]; dropped: number } {
  const byId = new Map(before.map((channel) => [channel.gbId, channel]))
  const used = new Set(before.map(({ chnId }) => chnId))
  const seen = new Set<string>()
  let next = 1
  let dropped = 0
  for (const item of items) {
    const type = typeOf(item)
    if (!type) continue
    const known = byId.get(item.deviceId)
    if (item.event === 'DEL') {
      if (known) byId.set(item.deviceId, { ...known, isGone: true, isOnline: false })
      continue
    }
    if (!known && item.event !== undefined && item.event !== 'ADD' && item.event !== 'UPDATE') continue
    while (!known && used.has(next)) next++
    const chnId = known?.chnId ?? next
    if (chnId > GB_LIMITS.channels) {
      dropped++
      continue
    }
    used.add(chnId)
    seen.add(item.deviceId)
    const ptzType = item.info?.ptzType
    byId.set(item.deviceId, {
      chnId,
      gbId: item.deviceId,
      name: (item.name ?? known?.name ?? item.deviceId).slice(0, 64),
      type,
      isPtz: type === 'video' && (ptzType === undefined ? (known?.isPtz ?? false) : TURNING.has(ptzType)),
      isOnline: onlineOf(item, known),
    })
  }
  const channels = [...byId.values()].map((channel) =>
    isWhole && !seen.has(channel.gbId) ? { ...channel, isGone: true, isOnline: false } : channel,
  )
  return { channels: channels.sort((one, other) => one.chnId - other.chnId), dropped }
}

/** VLOST and DEFECT are a channel without a picture; an item without a state is online. */
function onlineOf({ event, status }: CatalogItem, known: GbChannel | undefined): boolean {
  if (event === 'ON') return true
  if (event === 'OFF' || event === 'VLOST' || event === 'DEFECT') return false
  return status === undefined ? (known?.isOnline ?? true) : status === 'ON'
}

/** Number of the loudspeaker of a device whose catalog has none: any may have one. */
const OWN_SPEAKER = 99

export type GbSpeaker = {
  chnId: number
  /** Whom a call for speech names. */
  gbId: string
  /** Undefined: the device's own. */
  name: string | undefined
  /** The channel of pictures that it stands beside. */
  videoChnId: number
}

/** The last six digits number what belongs together (annex D of 2016). */
const serialOf = (gbId: string): string => gbId.slice(14)

/**
 * Loudspeakers of a device: those of its catalog, beside one channel of pictures each (that of the same number, else of
 * the same place in the list); else its own, by the id of its one camera, or by its own id.
 */
export function speakersOf(sn: string, channels: readonly GbChannel[]): GbSpeaker[] {
  const present = channels.filter(({ isGone }) => !isGone)
  const videos = present.filter(({ type }) => type === 'video')
  const [first] = videos
  if (!first) return []
  const listed = present.filter(({ type }) => type === 'audio')
  if (listed.length > 0)
    return listed.map(({ chnId, gbId, name }, i) => ({
      chnId,
      gbId,
      name,
      videoChnId: (videos.find((video) => serialOf(video.gbId) === serialOf(gbId)) ?? videos[i] ?? first)
        .chnId,
    }))
  if (channels.some(({ chnId }) => chnId === OWN_SPEAKER)) return []
  const gbId = videos.length === 1 ? first.gbId : sn
  return [{ chnId: OWN_SPEAKER, gbId, name: undefined, videoChnId: first.chnId }]
}
