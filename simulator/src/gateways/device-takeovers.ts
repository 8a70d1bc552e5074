/**
 * Real devices in the place of devices of our own that live in process: while one is connected the wire decides the
 * device's state, and when it leaves the device lives in process again.
 */
import type { Logger } from 'pino'
import type { Device } from '../fleet/device.ts'

/** Driver of the devices that live in process. */
export type TakeoverDrive = {
  /** A device is to be driven no more. */
  release(device: Device): void
  /** It is to be driven again, from its present state on. */
  takeBack(device: Device): void
}

export class DeviceTakeovers {
  readonly #drive: TakeoverDrive
  readonly #log: Logger
  readonly #sns = new Set<string>()

  constructor(drive: TakeoverDrive, log: Logger) {
    this.#drive = drive
    this.#log = log
  }

  /** A device came to a gateway. */
  came(device: Device): void {
    if (device.foreign || device.wire) return
    this.#sns.add(device.sn)
    this.#drive.release(device)
    device.wire = true
    this.#log.warn({ sn: device.sn }, 'a real device has taken over a simulated one')
  }

  /** The connection ended; answers whether it had taken over one of ours, which lives in process again. */
  left(device: Device): boolean {
    if (!this.#sns.delete(device.sn)) return false
    device.wire = false
    this.#drive.takeBack(device)
    this.#log.warn({ sn: device.sn }, 'the real device has left; the simulated one continues')
    return true
  }

  /** Whether the place of a device is its own: it is of our fleet and speaks over the wire itself. */
  isOwnPlace(device: Device): boolean {
    return !device.foreign && device.wire === true && !this.#sns.has(device.sn)
  }

  /** The device is gone from the platform. */
  forget(sn: string): void {
    this.#sns.delete(sn)
  }
}
