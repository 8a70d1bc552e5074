import { once } from 'node:events'
import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { expect, it } from 'vitest'
import { broker, findingOf } from './broker-check.ts'

async function openBroker(password: string) {
  const aedes = await Aedes.createBroker()
  aedes.authenticate = (_client, _name, given, done) => done(null, given?.toString() === password)
  const server = createServer(aedes.handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    async [Symbol.asyncDispose]() {
      server.close()
      await new Promise<void>((resolve) => aedes.close(() => resolve()))
    },
  }
}

it('signs in at the broker of the environment, and says why it is not let in', async () => {
  await using own = await openBroker('right')
  const at = (password: string) => broker(`mqtt://fleet:${password}@127.0.0.1:${own.port}`)()
  expect(await at('right')).toEqual({
    name: 'BACKLOT_MQTT_TO',
    state: 'good',
    found: `127.0.0.1:${own.port} lets devices in`,
  })
  expect(await at('wrong')).toMatchObject({
    state: 'lacking',
    found: expect.stringContaining('Not authorized'),
  })
  expect(await broker('http://127.0.0.1')()).toMatchObject({ state: 'broken' })
})

it('says that nobody listens there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  expect(await broker(`mqtt://127.0.0.1:${port}`)()).toMatchObject({
    state: 'lacking',
    found: expect.stringContaining('ECONNREFUSED'),
  })
})

it('tells of devices at a broker, and what their connections failed of', () => {
  const to = {
    ...{ address: '127.0.0.1:1883', devices: 3, online: 3, sent: 40, acknowledged: 39, lost: 1 },
    ...{ set: 0, refused: 0, breaks: 0, lastError: null },
  }
  expect(findingOf(to)).toMatchObject({
    state: 'good',
    found: '3 of 3 online at 127.0.0.1:1883, 40 messages sent, 1 lost',
  })
  const lastError = { sn: '10294000084', atMs: 0, text: 'connect ECONNREFUSED' }
  expect(findingOf({ ...to, online: 0, breaks: 3, lastError })).toMatchObject({
    state: 'lacking',
    found: expect.stringContaining('last error, 10294000084: connect ECONNREFUSED'),
  })
})
