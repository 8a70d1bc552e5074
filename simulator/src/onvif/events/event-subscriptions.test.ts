import { expect, it } from 'vitest'
import { NAMESPACES } from '../../wire/onvif/namespaces.ts'
import { childrenOf, nodeAt, textAt } from '../../wire/onvif/xml-node.ts'
import { HOST_MS, onvifRig, PLATFORM_MS, type SoapAnswer, securityHeader } from '../onvif-rig.test-support.ts'

type Rig = Awaited<ReturnType<typeof onvifRig>>
const CONCRETE_SET = 'http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet'
const filter = (text: string, dialect = CONCRETE_SET) =>
  `<e:Filter><w:TopicExpression xmlns:w="${NAMESPACES.wsnt}" xmlns:top="${NAMESPACES.tns1}" Dialect="${dialect}">${text}</w:TopicExpression></e:Filter>`

const create = (rig: Rig, inner = '', sn = 'CAM01') =>
  rig.ask(
    `${sn}/event_service`,
    `<e:CreatePullPointSubscription xmlns:e="${NAMESPACES.tev}">${inner}</e:CreatePullPointSubscription>`,
  )
const pathOf = ({ node }: SoapAnswer) =>
  new URL(textAt(node, 'SubscriptionReference', 'Address')!).pathname.replace('/onvif/', '')
const pull = (rig: Rig, path: string, timeout = 'PT1M', limit = 10) =>
  rig.ask(
    path,
    `<e:PullMessages xmlns:e="${NAMESPACES.tev}"><e:Timeout>${timeout}</e:Timeout><e:MessageLimit>${limit}</e:MessageLimit></e:PullMessages>`,
  )
const topicsOf = ({ node }: SoapAnswer) =>
  childrenOf(node, 'NotificationMessage').map((one) => `${textAt(one, 'Topic')}`.replace('tns1:', ''))
const wsnt = (rig: Rig, path: string, name: string, inner = '') =>
  rig.ask(path, `<w:${name} xmlns:w="${NAMESPACES.wsnt}">${inner}</w:${name}>`)
const turns = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
}

it('holds a pull until something happens, and counts its time by the host', async () => {
  await using rig = await onvifRig()
  const path = pathOf(await create(rig))
  expect(topicsOf(await pull(rig, path))).toHaveLength(4)
  let answered = false
  const held = pull(rig, path).finally(() => {
    answered = true
  })
  await turns()
  expect(answered).toBe(false)
  rig.raise({ kind: 'motion', isActive: true })
  const answer = await held
  expect(topicsOf(answer)).toEqual(['VideoSource/MotionAlarm', 'RuleEngine/CellMotionDetector/Motion'])
  const message = nodeAt(answer.node, 'NotificationMessage', 'Message', 'Message')!
  expect(message.attributes.get('PropertyOperation')).toBe('Changed')
  expect(message.attributes.get('UtcTime')).toMatch(/Z$/)

  // Nothing: an empty answer after the time.
  const beginMs = rig.hostClock.now()
  let empty: SoapAnswer | undefined
  pull(rig, path, 'PT30S').then((one) => {
    empty = one
  }, console.error)
  await rig.until(() => empty !== undefined, 100)
  expect(topicsOf(empty!)).toEqual([])
  expect(rig.hostClock.now() - beginMs).toBeGreaterThanOrEqual(30_000)
})

it.each([
  ['top:VideoSource/MotionAlarm', ['VideoSource/MotionAlarm']],
  ['top:VideoSource//.', ['VideoSource/MotionAlarm', 'VideoSource/GlobalSceneChange/ImagingService']],
  [
    'top:Device//. | top:RuleEngine/CellMotionDetector/Motion',
    ['RuleEngine/CellMotionDetector/Motion', 'Device/Trigger/DigitalInput'],
  ],
])('delivers what the filter %s asks for', async (text, topics) => {
  await using rig = await onvifRig()
  const answer = await pull(rig, pathOf(await create(rig, filter(text))))
  expect(topicsOf(answer).sort()).toEqual([...topics].sort())
})

it.each([
  [filter('top:Nothing'), 'wsnt:TopicNotSupportedFault'],
  [filter('other:VideoSource'), 'wsnt:InvalidTopicExpressionFault'],
  [filter('a b'), 'wsnt:InvalidTopicExpressionFault'],
  [filter('x', 'http://example.com'), 'wsnt:TopicExpressionDialectUnknownFault'],
  ['<e:Filter><e:MessageContent>x</e:MessageContent></e:Filter>', 'wsnt:InvalidFilterFault'],
  [
    '<e:InitialTerminationTime>soon</e:InitialTerminationTime>',
    'wsnt:UnacceptableInitialTerminationTimeFault',
  ],
  [
    '<e:InitialTerminationTime>2001-01-01T00:00:00Z</e:InitialTerminationTime>',
    'wsnt:UnacceptableInitialTerminationTimeFault',
  ],
])('refuses %s with %s', async (inner, fault) => {
  await using rig = await onvifRig()
  expect(await create(rig, inner)).toMatchObject({ fault })
  expect(rig.listeners.size).toBe(0)
})

it('takes the end of a subscription as a moment or as a time, and lets it end then', async () => {
  await using rig = await onvifRig()
  const absolute = new Date(PLATFORM_MS + 20_000).toISOString()
  const created = await create(rig, `<e:InitialTerminationTime>${absolute}</e:InitialTerminationTime>`)
  const path = pathOf(created)
  expect(textAt(created.node, 'TerminationTime')).toBe(
    new Date(PLATFORM_MS + 20_000).toISOString().replace('.000', ''),
  )
  const renewed = await wsnt(rig, path, 'Renew', '<w:TerminationTime>PT40S</w:TerminationTime>')
  expect(textAt(renewed.node, 'TerminationTime')).toBe(
    new Date(PLATFORM_MS + 40_000).toISOString().replace('.000', ''),
  )
  expect(await wsnt(rig, path, 'Renew', '<w:TerminationTime>PT0S</w:TerminationTime>')).toMatchObject({
    fault: 'wsnt:UnacceptableTerminationTimeFault',
  })
  rig.hostClock.advance(39_000)
  expect(rig.server.stats().subscriptions).toBe(1)
  rig.hostClock.advance(2000)
  expect(rig.server.stats().subscriptions).toBe(0)
  expect(await pull(rig, path)).toMatchObject({ status: 400, fault: 'wsrf-rw:ResourceUnknownFault' })
})

it('bounds what waits, and how many subscriptions a camera has', async () => {
  await using rig = await onvifRig()
  const path = pathOf(await create(rig))
  for (let at = 0; at < 1000; at++) rig.raise({ kind: 'tamper', isActive: at % 2 === 0 })
  let got = 0
  for (let at = 0; at < 3; at++) got += topicsOf(await pull(rig, path, 'PT1M', 1000)).length
  expect(got).toBe(256)
  for (let at = 1; at < 16; at++) expect(await create(rig)).toMatchObject({ status: 200 })
  expect(await create(rig, '', 'CAM03')).toMatchObject({ status: 200 })
  expect(rig.server.stats().subscriptions).toBe(17)
})

it('a recorder that crashed and subscribes again gets its place from those that nobody pulls', async () => {
  await using rig = await onvifRig()
  const day = '<e:InitialTerminationTime>PT24H</e:InitialTerminationTime>'
  const paths: string[] = []
  for (let at = 0; at < 16; at++) paths.push(pathOf(await create(rig, day)))
  await pull(rig, paths[0]!)
  paths.push(pathOf(await create(rig, day)))
  expect(rig.server.stats().subscriptions).toBe(16)
  expect(await pull(rig, paths[1]!)).toMatchObject({ fault: 'wsrf-rw:ResourceUnknownFault' })
  expect(await wsnt(rig, paths[0]!, 'Renew')).toMatchObject({ status: 200 })
  for (const at of [2, 16]) expect(await pull(rig, paths[at]!)).toMatchObject({ status: 200 })
  // Nobody holds a place for long without a sign.
  await rig.until(() => rig.server.stats().subscriptions === 0, 60_000)
  expect(rig.hostClock.now() - HOST_MS).toBeLessThanOrEqual(12 * 60_000)
})

it('a subscription that somebody waits on gives its place to nobody', async () => {
  await using rig = await onvifRig()
  const paths: string[] = []
  for (let at = 0; at < 16; at++) paths.push(pathOf(await create(rig)))
  for (const path of paths) await pull(rig, path)
  const waiting = paths.map((path) => pull(rig, path))
  await turns()
  expect(await create(rig)).toMatchObject({ fault: 'wsnt:SubscribeCreationFailedFault', status: 500 })
  rig.raise({ kind: 'motion', isActive: true })
  for (const answer of await Promise.all(waiting)) expect(topicsOf(answer)).toHaveLength(2)
})

it('synchronizes, unsubscribes, and belongs to its camera', async () => {
  await using rig = await onvifRig()
  const path = pathOf(await create(rig))
  await pull(rig, path)
  await rig.ask(path, `<e:SetSynchronizationPoint xmlns:e="${NAMESPACES.tev}"/>`)
  const again = await pull(rig, path)
  expect(
    nodeAt(again.node, 'NotificationMessage', 'Message', 'Message')?.attributes.get('PropertyOperation'),
  ).toBe('Initialized')
  expect(await pull(rig, path.replace('CAM01', 'CAM03'))).toMatchObject({
    fault: 'wsrf-rw:ResourceUnknownFault',
  })
  expect(await rig.ask(path, `<GetUsers xmlns="${NAMESPACES.tds}"/>`)).toMatchObject({
    fault: 'ter:ActionNotSupported',
  })
  expect(await wsnt(rig, path, 'Unsubscribe')).toMatchObject({ status: 200 })
  expect(await wsnt(rig, path, 'Unsubscribe')).toMatchObject({ fault: 'wsrf-rw:ResourceUnknownFault' })
  expect(rig.listeners.size).toBe(0)
})

it('keeps messages for a client that left while it waited, and closes it when the camera goes', async () => {
  await using rig = await onvifRig()
  const path = pathOf(await create(rig))
  await pull(rig, path)
  const leaving = new AbortController()
  const body = `<s:Envelope xmlns:s="${NAMESPACES.env}" xmlns:SOAP-ENV="${NAMESPACES.env}" xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd" xmlns:wsu="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd"><s:Header>${securityHeader(PLATFORM_MS)}</s:Header><s:Body><PullMessages xmlns="${NAMESPACES.tev}"><Timeout>PT1M</Timeout><MessageLimit>9</MessageLimit></PullMessages></s:Body></s:Envelope>`
  const left = fetch(rig.url(path), { method: 'POST', body, signal: leaving.signal }).catch(() => 'left')
  await turns()
  leaving.abort()
  expect(await left).toBe('left')
  await turns()
  rig.raise({ kind: 'tamper' })
  expect(topicsOf(await pull(rig, path))).toEqual(['VideoSource/GlobalSceneChange/ImagingService'])

  let isClosed = false
  pull(rig, path).catch(() => {
    isClosed = true
  })
  await turns()
  rig.list[0] = { ...rig.list[0]!, isOnline: false }
  await rig.until(() => isClosed, 100)
  expect(rig.server.stats().subscriptions).toBe(0)
})
