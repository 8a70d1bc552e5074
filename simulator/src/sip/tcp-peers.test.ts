import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { createManualClock } from '../timeline/manual-clock.ts'
import { openSipNet } from './open-sip-net.ts'

test('a peer that asks for pongs and reads none is cut', async () => {
  await using net = await openSipNet(
    { host: '127.0.0.1', port: 0, udp: false, tcp: 'listen' },
    createManualClock(0),
  )
  const cuts: string[] = []
  net.listen({
    onMessage: () => undefined,
    onBroken: () => undefined,
    onUnreachable: () => undefined,
    onCut: (_peer, why) => void cuts.push(why),
  })
  const socket = connect(net.local('tcp').port!, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const pings = Buffer.from('\r\n\r\n'.repeat(50_000))
  const send = (error?: Error | null): void => {
    if (!error) socket.write(pings, send)
  }
  send()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(net.stats().cuts).toBe(1)
  expect(cuts).toEqual(['more than 2097152 bytes that it does not read'])
})
