/** Two SIP endpoints, A and B, on a network in memory, and what is asked and answered between them. */
import { createManualClock } from '../timeline/manual-clock.ts'
import type { SipRequest, SipResponse } from '../wire/sip/sip-message.ts'
import { createMemoryNet } from './memory-net.test-support.ts'
import type { RequestHandler } from './sip-calls.ts'
import { createSipEndpoint } from './sip-endpoint.ts'

export const [A, B] = ['10.0.0.1', '10.0.0.2']
export const peer = (address: string) => ({ transport: 'udp' as const, address, port: 5060 })

export function rig(handlers: Record<string, RequestHandler>) {
  const clock = createManualClock(1_800_000_000_000)
  const net = createMemoryNet(clock)
  const defects: unknown[] = []
  const warned: object[] = []
  const log = {
    error: (fields: object) => void defects.push(fields),
    warn: (fields: object) => void warned.push(fields),
  }
  const open = (address: string, own: Record<string, RequestHandler>) =>
    createSipEndpoint(
      { handlers: own, serves: (uri) => !uri.includes('nobody') },
      { net: net.open(address), hostClock: clock, log },
    )
  return { clock, net, defects, warned, a: open(A, {}), b: open(B, handlers) }
}

export const request = (method: string, number = 1, more: Partial<SipRequest> = {}): SipRequest => ({
  kind: 'request',
  method,
  uri: `sip:34020000002000000001@${B}`,
  headers: [
    { name: 'Max-Forwards', value: '70' },
    { name: 'From', value: '<sip:34020000001320000001@3402000000>;tag=f1' },
    { name: 'To', value: '<sip:34020000002000000001@3402000000>' },
    { name: 'Call-ID', value: `call-${method}` },
    { name: 'CSeq', value: `${number} ${method}` },
  ],
  body: new Uint8Array(),
  ...more,
})

export function outcome() {
  const seen: (number | string)[] = []
  return {
    seen,
    progress: ({ status }: SipResponse) => void seen.push(status),
    answered: ({ status }: SipResponse) => void seen.push(status),
    failed: (reason: string) => void seen.push(reason),
  }
}
