import { expect, it } from 'vitest'
import { createPortPool } from './port-pool.ts'
import { LOOPBACK } from './ps-rig.test-support.ts'
import { openUdpLink } from './udp-link.ts'

it.each([0, 65_535])(
  'drops what cannot go to a peer at port %i, and gives its own port back',
  async (port) => {
    const ports = createPortPool({ from: 31_021, to: 31_024 })
    const none = () => undefined
    const link = await openUdpLink(
      { host: LOOPBACK, ports },
      { ready: none, packet: none, report: none, end: none },
    )
    link.start({ host: LOOPBACK, port })
    link.send([Buffer.from('rtp')])
    link.report(Buffer.from('rtcp'))
    await link.close()
    expect(ports.inUse()).toBe(0)
  },
)
