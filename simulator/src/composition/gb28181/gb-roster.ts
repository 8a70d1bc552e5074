/**
 * Our own cameras as devices of GB/T 28181. Ids follow from the numbers of the devices, so that they stay: a device with
 * one camera is a network camera and its own channel; one with several is a recorder, whose channels have its number, and
 * differ in the digit of the network. A loudspeaker has the number of its device. With `channels`, recorders of so many cameras register instead of the devices.
 */
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import { FIRST_ADMIN_DEVICE_ID } from '../../fleet/admin-ids.ts'
import type { Device } from '../../fleet/device.ts'
import { type Directory, FIRST_DEVICE_ID } from '../../fleet/directory.ts'
import { isStreamable } from '../../media/stream-path.ts'
import { GB_TYPES, readGbId, writeGbId } from '../../wire/gb28181/gb-id.ts'
import type { GbUplinkOrder } from './uplink-order.ts'

/** A channel of ours, and its id over there. */
export type GbPlace = { id: string; sn: string; chnId: number }
/** What registers. */
export type GbUnit = {
  id: string
  /** Undefined: a recorder of several devices. */
  sn: string | undefined
  name: string
  /** Its cameras. */
  places: readonly GbPlace[]
  /** Loudspeakers of its devices, at most one each. */
  speakers: readonly GbPlace[]
}

export type GbRoster = {
  /** As the fleet is now, in the order of the devices' numbers. */
  units(): GbUnit[]
}

/** Devices that administrators add are numbered from here. */
const ADDED_FROM = 500_000
const SERIALS = 1_000_000
/** Channels that one digit tells apart. */
const CHANNELS_MOST = 10
const FIRST_SERIAL = '1320000001'

/** Throws a RangeError when there is no such group. */
export function createGbRoster(directory: Directory, order: GbUplinkOrder): GbRoster {
  const { target, channels, count, kinds } = order
  const first = readGbId(target.id ?? `${target.server.slice(0, 10)}${FIRST_SERIAL}`)
  if (!first.ok) throw new RangeError(first.problem.message)
  const base = first.value
  const groupId = groupIdOf(directory, order.group)

  const videoOf = ({ slot }: Device) =>
    directory.channelsOf(slot).filter(({ type }) => type === CHANNEL_TYPES.video)
  const isShown = (device: Device): boolean =>
    !device.foreign &&
    isStreamable(device.sn) &&
    (kinds?.includes(device.kind) ?? true) &&
    (groupId === undefined || directory.isInScope(directory.scopeOf([groupId]), device.slot)) &&
    serialOf(device) < SERIALS &&
    videoOf(device).length > 0
  const serialOf = ({ id }: Device): number =>
    base.serial +
    (id < FIRST_ADMIN_DEVICE_ID ? id - FIRST_DEVICE_ID : ADDED_FROM + id - FIRST_ADMIN_DEVICE_ID)
  const placesOf = (device: Device): GbPlace[] => {
    const serial = serialOf(device)
    const video = videoOf(device).slice(0, CHANNELS_MOST)
    return video.map(({ sn, chnId }, network) => ({
      id:
        video.length === 1
          ? writeGbId({ ...base, type: GB_TYPES.networkCamera, serial })
          : writeGbId({ ...base, type: GB_TYPES.camera, network, serial }),
      sn,
      chnId,
    }))
  }
  const speakersOf = (device: Device): GbPlace[] =>
    directory
      .channelsOf(device.slot)
      .filter(({ type }) => type === CHANNEL_TYPES.audio)
      .slice(0, 1)
      .map(({ sn, chnId }) => ({
        id: writeGbId({ ...base, type: GB_TYPES.voiceOutput, serial: serialOf(device) }),
        sn,
        chnId,
      }))
  const shown = (): Device[] => {
    const found: Device[] = []
    for (let slot = 0; slot < directory.slotLimit(); slot++) {
      const device = directory.device(slot)
      if (device && isShown(device)) found.push(device)
    }
    return found.sort((one, other) => one.id - other.id).slice(0, count)
  }
  const ownUnit = (device: Device): GbUnit => {
    const places = placesOf(device)
    const id =
      places.length === 1
        ? places[0]!.id
        : writeGbId({ ...base, type: GB_TYPES.nvr, serial: serialOf(device) })
    return { id, sn: device.sn, name: device.name.zh, places, speakers: speakersOf(device) }
  }
  /** Which recorder a place is in: it stays there while others come and go. */
  const recorderOf = new Map<string, number>()
  const recorders = (most: number): GbUnit[] => {
    const places = shown().flatMap(placesOf)
    const there = new Set(places.map(({ id }) => id))
    for (const id of [...recorderOf.keys()]) if (!there.has(id)) recorderOf.delete(id)
    const held = new Map<number, GbPlace[]>()
    const put = (place: GbPlace, at: number) => held.set(at, [...(held.get(at) ?? []), place])
    for (const place of places) {
      const at = recorderOf.get(place.id)
      if (at !== undefined) put(place, at)
    }
    for (const place of places) {
      if (recorderOf.has(place.id)) continue
      let at = 0
      while ((held.get(at)?.length ?? 0) >= most) at++
      recorderOf.set(place.id, at)
      put(place, at)
    }
    return [...held]
      .sort(([one], [other]) => one - other)
      .map(([at, own]) => ({
        id: writeGbId({ ...base, type: GB_TYPES.nvr, serial: (base.serial + at) % SERIALS }),
        sn: undefined,
        name: `录像机 ${at + 1}`,
        places: own,
        speakers: own.flatMap(({ sn, chnId }) => {
          const device = directory.deviceBySn(sn)
          const isFirst = device && videoOf(device)[0]?.chnId === chnId
          return isFirst ? speakersOf(device) : []
        }),
      }))
  }
  return { units: () => (channels === undefined ? shown().map(ownUnit) : recorders(channels)) }
}

function groupIdOf(directory: Directory, wanted: string | undefined): number | undefined {
  if (wanted === undefined) return undefined
  const found = directory
    .groupsInOrder()
    .find(({ id, key, name }) => [String(id), key, name.zh, name.en].includes(wanted))
  if (!found) throw new RangeError(`there is no group ${wanted}`)
  return found.id
}
