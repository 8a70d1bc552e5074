import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

export type VisibleChannel = { chnId: number; name: Named; type: number; online: boolean }

/** A device that a caller may see, as it is now. */
export type VisibleDevice = {
  name: Named
  online: boolean
  /** It has a display and somebody who reads it. */
  isUnit: boolean
  ability: number
  channels: readonly VisibleChannel[]
}

/** Devices as a caller sees them. */
export type VisibleDevicesPort = {
  /** Undefined for a device that is not there or lies outside the scope. */
  find(sn: string, scope: ScopeIntervals): VisibleDevice | undefined
}

/** A video channel of a device; undefined where it has none of that number. */
export const videoChannelOf = (
  device: Pick<VisibleDevice, 'channels'> | undefined,
  chnId: number,
): VisibleChannel | undefined =>
  device?.channels.find((channel) => channel.chnId === chnId && channel.type === CHANNEL_TYPES.video)
