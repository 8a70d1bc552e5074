import { z } from 'zod'

export const MESSAGE_LIMITS = {
  /** JT/T 808, 0x8300: at most 1024 bytes of GBK, two for a character. */
  text: 500,
  /** Rows of one answer. */
  rows: 100,
} as const

/** sent: in transit. acknowledged: the device confirmed it. failed: the device refused, or did not answer. */
const MESSAGE_STATES = ['sent', 'acknowledged', 'failed'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

/** refused: by the device. silent: it did not answer in time. gone: it left before it answered. */
const MESSAGE_FAILURES = ['refused', 'silent', 'gone'] as const
export type MessageFailure = (typeof MESSAGE_FAILURES)[number]

/** A text that an operator sent to a device with a display: vehicles' terminals, body-worn cameras. */
export const DeviceMessage = z.object({
  id: z.number().int(),
  sn: z.string(),
  /** As the device is called now; its serial number when it is gone. */
  name: z.string(),
  text: z.string(),
  /** Shown before everything else. */
  urgent: z.boolean(),
  /** Read aloud as well. */
  spoken: z.boolean(),
  state: z.enum(MESSAGE_STATES),
  failure: z.enum(MESSAGE_FAILURES).optional(),
  senderName: z.string(),
  /** Seconds. */
  time: z.number().int(),
  /** When the device answered, or was given up, seconds. */
  answerTime: z.number().int().optional(),
})
export type DeviceMessage = z.infer<typeof DeviceMessage>
