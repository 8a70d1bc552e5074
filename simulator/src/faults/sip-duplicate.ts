import { z } from 'zod'
import { defineSipFault, SipDirection } from './define-sip-fault.ts'

/** Datagrams that arrive more than once. */
export const sipDuplicate = defineSipFault({
  name: 'sip-duplicate',
  summary:
    'Delivers SIP datagrams between own cameras and the platform that they register at more than once.',
  parameters: z.strictObject({
    /** Further copies of each datagram. */
    copies: z.number().int().min(1).max(10).default(1),
    direction: SipDirection,
  }),
  effect:
    ({ copies: more }) =>
    (copies, isStruck) =>
      isStruck ? copies.flatMap((delayMs) => Array.from({ length: more + 1 }, () => delayMs)) : copies,
})
