import type { DeviceAnswer } from './talk-device.ts'

/** Takes sound of 40 ms, 8 kHz. */
export type RemoteLine = { hear(samples: Int16Array): void; close(): void }

/**
 * The loudspeaker of a real device: calls it for a channel, and answers the way to it, or how the device answered.
 * `ended` comes once when the device ends the call, not after `close`. Its microphone is not heard.
 */
export type RemoteSpeaker = (
  chnId: number,
  ended: () => void,
) => Promise<RemoteLine | Exclude<DeviceAnswer, 'ok'>>
