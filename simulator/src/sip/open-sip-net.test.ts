import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { openSipNet } from './open-sip-net.ts'
import type { SipPeer } from './sip-net.ts'

test('a peer at port 0 cannot be reached', async () => {
  const clock = createManualClock(0)
  await using net = await openSipNet({ host: '127.0.0.1', port: 0, udp: true, tcp: 'call' }, clock)
  const gone: SipPeer[] = []
  net.listen({
    onMessage: () => undefined,
    onBroken: () => undefined,
    onCut: () => undefined,
    onUnreachable: (peer) => void gone.push(peer),
  })
  const nowhere = { transport: 'udp', address: '127.0.0.1', port: 0 } as const
  net.send(Buffer.from('x'), nowhere)
  clock.advance(0)
  expect(gone).toEqual([nowhere])
})
