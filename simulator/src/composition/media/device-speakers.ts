import type { Directory } from '../../fleet/directory.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { Speakers } from '../../media/media-ports.ts'
import type { TalkDevices } from '../../talk/talk-devices.ts'

const AUDIO = 4

/** The loudspeakers of simulated cameras: a device with an audio channel has one, and one sound path for all calls. */
export function deviceSpeakers(directory: Directory, devices: TalkDevices, host: HostClock): Speakers {
  return {
    has(sn) {
      const device = directory.deviceBySn(sn)
      return (
        device !== undefined &&
        !device.foreign &&
        directory.channelsOf(device.slot).some(({ type }) => type === AUDIO)
      )
    },
    open(sn) {
      const device = devices.get(sn)
      if (device.takenBy) return undefined
      const call = {}
      device.takenBy = call
      return {
        hear: (samples) => device.hear(host.now(), samples),
        close() {
          if (device.takenBy === call) device.takenBy = undefined
        },
      }
    },
  }
}
