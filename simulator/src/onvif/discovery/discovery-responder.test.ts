import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import onvif from 'onvif'
import { expect, it } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { DISCOVERY } from '../../wire/onvif/discovery-message.ts'
import { DISCOVERY_NAMESPACES } from '../../wire/onvif/namespaces.ts'
import { readXmlDocument } from '../../wire/onvif/read-xml-document.ts'
import { textAt, type XmlNode } from '../../wire/onvif/xml-node.ts'
import { endpointOf } from '../device/device-identity.ts'
import { camera, HOST_MS } from '../onvif-rig.test-support.ts'
import { openDiscoveryResponder } from './discovery-responder.ts'

/** Not the port of the standard: other programs may speak there. */
const PORT = 37_020

async function rig(port = PORT) {
  const hostClock = createManualClock(HOST_MS)
  const list = [camera('CAM01'), camera('CAM02', { isOnline: false }), camera('CAM03')]
  const log = { warn() {}, error() {}, debug() {} }
  const responder = await openDiscoveryResponder(
    { port, serviceOf: (sn) => `http://127.0.0.1:8000/onvif/${sn}/device_service` },
    { cameras: { all: () => list }, hostClock, log },
  )
  const client = createSocket('udp4')
  client.bind(0, '127.0.0.1')
  await once(client, 'listening')
  client.setMulticastInterface('127.0.0.1')
  const heard: XmlNode[] = []
  const take = (bytes: Buffer) => {
    const read = readXmlDocument(bytes.toString())
    if (read.ok) heard.push(read.root)
  }
  client.on('message', take)
  const sockets: Socket[] = [client]
  const turnOnce = async (ms: number) => {
    hostClock.advance(ms)
    await new Promise(setImmediate)
  }
  return {
    hostClock,
    list,
    heard,
    responder,
    /** What is said to all. */
    async listen() {
      const group = createSocket({ type: 'udp4', reuseAddr: true })
      sockets.push(group)
      group.bind(port, DISCOVERY.group)
      await once(group, 'listening')
      group.addMembership(DISCOVERY.group, '127.0.0.1')
      group.on('message', take)
    },
    send: (text: string) => client.send(text, port, DISCOVERY.group),
    async until(isSo: () => boolean, stepMs = 20) {
      for (let turn = 0; !isSo(); turn++) {
        if (turn > 20_000) throw new Error('nothing came')
        await turnOnce(stepMs)
      }
    },
    turn: turnOnce,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.close()
      await responder[Symbol.asyncDispose]()
    },
  }
}

const { d, wsa, dn, env } = DISCOVERY_NAMESPACES
const message = (id: string, body: string) =>
  `<e:Envelope xmlns:e="${env}" xmlns:a="${wsa}" xmlns:d="${d}" xmlns:n="${dn}"><e:Header><a:Action e:mustUnderstand="1">${d}/Probe</a:Action><a:MessageID>${id}</a:MessageID><a:To>${DISCOVERY.to}</a:To></e:Header><e:Body>${body}</e:Body></e:Envelope>`
const probe = (id: string, inner = '') => message(id, `<d:Probe>${inner}</d:Probe>`)
const matchOf = (root: XmlNode, name = 'Probe') =>
  textAt(root, 'Body', `${name}Matches`, `${name}Match`, 'XAddrs')
const relatesTo = (root: XmlNode) => textAt(root, 'Header', 'RelatesTo')

it('answers a Probe with every camera that is online, one in a message', async () => {
  await using r = await rig()
  r.send(probe('urn:uuid:1', '<d:Types>n:NetworkVideoTransmitter</d:Types>'))
  await r.until(() => r.heard.length >= 2)
  expect(r.heard.map((root) => matchOf(root)).sort()).toEqual([
    'http://127.0.0.1:8000/onvif/CAM01/device_service',
    'http://127.0.0.1:8000/onvif/CAM03/device_service',
  ])
  expect(r.heard.map(relatesTo)).toEqual(['urn:uuid:1', 'urn:uuid:1'])
  expect(r.responder.stats().requests).toBe(1)
})

it('answers neither repetitions, nor other types and scopes, nor what is no Probe', async () => {
  await using r = await rig()
  const name = 'onvif://www.onvif.org/name/North%20gate%20%26%20yard'
  for (const text of [
    'nonsense',
    '',
    probe('urn:uuid:2', '<d:Types>d:Device</d:Types>'),
    probe('urn:uuid:3', '<d:Scopes>onvif://www.onvif.org/name/South</d:Scopes>'),
    probe('urn:uuid:4', `<d:Scopes MatchBy="http://example.com/rule">${name}</d:Scopes>`),
    message('urn:uuid:5', '<d:Hello/>'),
    probe('urn:uuid:6', `<d:Scopes>${name.replaceAll('&', '&amp;')}</d:Scopes>`),
    probe('urn:uuid:6', `<d:Scopes>${name}</d:Scopes>`),
  ])
    r.send(text)
  r.send(
    message(
      'urn:uuid:7',
      `<d:Resolve><a:EndpointReference><a:Address>${endpointOf('CAM03')}</a:Address></a:EndpointReference></d:Resolve>`,
    ),
  )
  await r.until(() => r.heard.some((root) => relatesTo(root) === 'urn:uuid:7'))
  expect(r.heard.map(relatesTo)).toEqual(['urn:uuid:6', 'urn:uuid:6', 'urn:uuid:7'])
  expect(matchOf(r.heard[2]!, 'Resolve')).toBe('http://127.0.0.1:8000/onvif/CAM03/device_service')
})

it('bounds what one sender may ask', async () => {
  await using r = await rig()
  for (let at = 0; at < 100; at++) r.send(probe(`urn:uuid:a${at}`, '<d:Types>d:None</d:Types>'))
  await r.until(() => r.responder.stats().requests + r.responder.stats().refused >= 100, 0)
  expect(r.responder.stats().requests).toBeLessThanOrEqual(21)
  r.hostClock.advance(10_000)
  r.send(probe('urn:uuid:b'))
  await r.until(() => r.heard.length > 0)
})

it('says who comes and who goes', async () => {
  await using r = await rig()
  await r.listen()
  await r.until(() => r.heard.length >= 2)
  const addresses = (name: string) =>
    r.heard.map((root) => textAt(root, 'Body', name, 'EndpointReference', 'Address')).filter(Boolean)
  expect(addresses('Hello')).toEqual([endpointOf('CAM01'), endpointOf('CAM03')])
  r.list[1] = camera('CAM02')
  r.list.splice(2, 1)
  await r.until(() => r.heard.length >= 4, 500)
  expect(addresses('Hello')).toContain(endpointOf('CAM02'))
  expect(addresses('Bye')).toEqual([endpointOf('CAM03')])
})

it('says that all go when it ends', async () => {
  await using r = await rig()
  await r.listen()
  await r.until(() => r.heard.length >= 2)
  await r.responder[Symbol.asyncDispose]()
  await r.until(() => r.heard.length >= 4)
  const gone = r.heard.map((root) => textAt(root, 'Body', 'Bye', 'EndpointReference', 'Address'))
  expect(gone.filter(Boolean)).toEqual([endpointOf('CAM01'), endpointOf('CAM03')])
})

it('is found by a client that others wrote', async () => {
  await using r = await rig(DISCOVERY.port)
  const loopback = Object.entries(networkInterfaces()).find(([, addresses]) =>
    addresses?.some(({ address }) => address === '127.0.0.1'),
  )
  let found: { hostname?: string; path?: string }[] | undefined
  onvif.Discovery.on('error', () => undefined)
  onvif.Discovery.probe({ device: loopback![0], timeout: 500 }, (_error: unknown, cams: unknown) => {
    found = cams as typeof found
  })
  // It listens for a time of its own.
  while (!found) await r.turn(20)
  const paths = found.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['/onvif/CAM01/device_service', '/onvif/CAM03/device_service']),
  )
})
