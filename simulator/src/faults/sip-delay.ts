import { z } from 'zod'
import { defineSipFault, SipDirection } from './define-sip-fault.ts'

/** Datagrams that arrive late; with different delays they overtake each other. */
export const sipDelay = defineSipFault({
  name: 'sip-delay',
  summary: 'Delays SIP datagrams between own cameras and the platform that they register at.',
  parameters: z.strictObject({
    delayMs: z.number().min(0).max(60_000).default(500),
    jitterMs: z.number().min(0).max(60_000).default(0),
    direction: SipDirection,
  }),
  effect:
    ({ delayMs, jitterMs }, aim) =>
    (copies, isStruck) =>
      isStruck ? copies.map((before) => before + delayMs + jitterMs * aim.draw()) : copies,
})
