import { createServer, type Server } from 'node:http'
import { expect, it } from 'vitest'
import { createCameraPorts } from './camera-ports.ts'
import { camera } from './onvif-rig.test-support.ts'

it('goes on after an error of a listener, as when the machine has no sockets left', async () => {
  const servers: Server[] = []
  const told: [object, string][] = []
  const note = (fields: object, text: string) => void told.push([fields, text])
  await using ports = createCameraPorts({ first: 47_210, last: 47_260 }, '127.0.0.1', {
    cameras: { all: () => [camera('CAM01')] },
    listen() {
      const server = createServer((_request, response) => void response.end('ok'))
      servers.push(server)
      return server
    },
    log: { warn() {}, error: note, debug() {} },
  })
  await ports.review()
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' })
  servers.at(-1)!.emit('error', error)
  const port = ports.portOf('CAM01')!
  expect(told).toEqual([[{ err: error, port }, 'the ONVIF listener failed']])
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('ok')
})
