import { z } from 'zod'
import { DEVICE_TARGETS } from './device-spell.ts'
import { defineFault } from './fault.ts'

/** Devices stay connected and say nothing: no positions, and on a wire no packet at all. */
export const deviceSilence = defineFault({
  name: 'device-silence',
  summary: 'Devices stay connected and say nothing.',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({}),
  attach({ target, aim, places }) {
    const silent = new Set(places.devices.pick(target, aim.draw))
    const letGo = places.devices.silence((sn) => silent.has(sn) && aim.strikes())
    const offWire = places.wire.attach('content', ({ sn }, pieces) =>
      silent.has(sn) && aim.strikes() ? [] : pieces,
    )
    return {
      detach() {
        letGo()
        offWire()
      },
    }
  },
})
