/** What a kind of device is made of, apart from where it stands: one description a kind, in a file of its own. */
import type { Quantity } from '../world/types.ts'

/** A place where a controller or station measures, with its sensors. */
export type MonitoringPoint = {
  /** Number within the device, from 1. */
  point: number
  name: { zh: string; en: string }
  quantities: readonly Quantity[]
  /** Address on the RS-485 bus, where there is one. */
  busAddress?: number
}

export type DeviceModel = {
  /** What it measures; nothing for cameras and vehicles. */
  quantities(model: string | undefined): readonly Quantity[]
  /** Its points; a station without a bus is one point. */
  points?(model: string | undefined): readonly MonitoringPoint[]
  /** Usual time between two reports. */
  reportMs: number
  /** Runs on a battery that somebody has to charge. */
  onBattery: boolean
  /** Fed by the mains and without a battery: goes off line when the power fails. */
  onMains: boolean
  /** Is on the mobile network: has a signal that fades. */
  onRadio: boolean
  /** What it records of its pictures by itself. */
  records: 'always' | 'onDuty' | 'whileDriving' | 'never'
}
