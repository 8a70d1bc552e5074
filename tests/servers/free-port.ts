import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that nobody uses at this moment. */
export async function freePort(transport: 'tcp' | 'udp' = 'tcp'): Promise<number> {
  const socket =
    transport === 'tcp' ? createServer().listen(0, '127.0.0.1') : createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const address = socket.address()
  socket.close()
  await once(socket, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
