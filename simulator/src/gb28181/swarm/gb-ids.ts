/** Ids of the devices of `backlot devices`: numbered up from the first one; channels of recorders have a type of their own. */
import { GB_TYPES, type GbId, readGbId, writeGbId } from '../../wire/gb28181/gb-id.ts'

const SERIALS = 1_000_000

export type SwarmIds = { deviceId: string; channelIds: readonly string[] }

/**
 * The ids of the i-th device. A camera is its own only channel; the channels of a recorder are network cameras of the same centre, numbered through
 * all recorders. A text says what is wrong: no 20 digits, or more devices or channels than six digits number.
 */
export function swarmIds(first: string, count: number, channels: number): string | ((i: number) => SwarmIds) {
  const read = readGbId(first)
  if (!read.ok) return `id ${first}: ${read.problem.message}`
  const id = read.value
  if (id.serial + count > SERIALS) return `id ${first}: ${count} ids from there on pass six digits`
  if (channels > 1 && id.serial + count * channels > SERIALS)
    return `${count * channels} channels pass six digits`
  if (channels > 1 && id.type === GB_TYPES.networkCamera)
    return `id ${first}: type 132 is a camera, with one channel`
  const ownOf = (serial: number, type = id.type): string => writeGbId({ ...id, type, serial } satisfies GbId)
  return (i) => {
    const deviceId = ownOf(id.serial + i)
    if (channels === 1) return { deviceId, channelIds: [deviceId] }
    const channelIds = Array.from({ length: channels }, (_, c) =>
      ownOf(id.serial + i * channels + c, GB_TYPES.networkCamera),
    )
    return { deviceId, channelIds }
  }
}
