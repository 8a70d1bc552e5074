import { z } from 'zod'
import { DEVICE_TARGETS, deviceSpell } from './device-spell.ts'
import { defineFault } from './fault.ts'

/** A channel of devices is gone while they stay online: a cable is cut, a camera of a recorder is dead. */
export const deviceChannelOffline = defineFault({
  name: 'device-channel-offline',
  summary: 'Takes a channel of devices offline while the devices stay online.',
  targets: DEVICE_TARGETS,
  parameters: z.strictObject({
    /** Number of the channel; devices without it are passed over. */
    channel: z.number().int().min(1).max(65_535).default(1),
  }),
  attach(context) {
    const { channel } = context.parameters
    const fault = { kind: 'fault', fault: 'channelOffline', amount: channel } as const
    return deviceSpell(
      context,
      { begin: { ...fault, on: true }, end: { ...fault, on: false } },
      context.points.devices.withChannel(channel),
    )
  },
})
