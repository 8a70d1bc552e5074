import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Jt808Version } from '../../wire/jt808/header.ts'
import type { TerminalMedia } from './jt808/terminal-media.ts'
import type { Uplink, UplinkDeps, UplinkDevice } from './uplink.ts'

/**
 * Offset of a device's reports from multiples of their interval: each at its own moment, and at the same ones wherever it
 * is carried, so that no report comes twice when another machine takes it over.
 */
export const phaseOf =
  ({ entity }: Pick<UplinkDevice, 'entity'>) =>
  (intervalMs: number): number =>
    Math.floor((((entity >>> 0) % 1000) / 1000) * intervalMs)

/** Devices of a wire that connect to any platform (`backlot devices`). */
export type WireSwarm = {
  kind: DeviceKind
  /** Sites that hold enough of them. */
  placement: 'traffic' | 'roads'
  /**
   * The device side, in an edition of the standard and with so many seconds between reports. `mediaOf`: cameras of
   * terminals that have some; left out: none.
   */
  uplinkOf(
    edition: string,
    reportSeconds: number,
    mediaOf?: (terminal: { sn: string; version: Jt808Version }) => TerminalMedia,
  ): (device: UplinkDevice, deps: UplinkDeps) => Uplink
}
