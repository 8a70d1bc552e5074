import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { NAMESPACES, SOAP_11 } from '../wire/onvif/namespaces.ts'
import { textAt } from '../wire/onvif/xml-node.ts'
import { envelope, onvifRig, PLATFORM_MS, securityHeader } from './onvif-rig.test-support.ts'
import { BODY_MOST } from './read-body.ts'

const GET_USERS = `<GetUsers xmlns="${NAMESPACES.tds}"/>`
const DEVICE = 'CAM01/device_service'
type Rig = Awaited<ReturnType<typeof onvifRig>>

const post = (rig: Rig, path: string, body: string) => fetch(rig.url(path), { method: 'POST', body })
it.each([
  [`<SetNTP xmlns="${NAMESPACES.tds}"/>`, 'ter:ActionNotSupported', 500],
  [`<GetNodes xmlns="http://example.com/wsdl"/>`, 'ter:ActionNotSupported', 500],
  [`<toString xmlns="${NAMESPACES.tds}"/>`, 'ter:ActionNotSupported', 500],
  [`<GetProfile xmlns="${NAMESPACES.trt}"/>`, 'ter:NoProfile', 400],
  [
    `<GetCapabilities xmlns="${NAMESPACES.tds}"><Category>Analytics</Category></GetCapabilities>`,
    'ter:NoSuchService',
    500,
  ],
  [`<SetScopes xmlns="${NAMESPACES.tds}"><Scopes>x</Scopes></SetScopes>`, 'ter:ScopeOverwrite', 400],
  [`<AddScopes xmlns="${NAMESPACES.tds}"><ScopeItem>x</ScopeItem></AddScopes>`, 'ter:TooManyScopes', 500],
])('answers %s with the fault %s', async (operation, fault, status) => {
  await using rig = await onvifRig()
  expect(await rig.ask(DEVICE, operation)).toMatchObject({ fault, status })
})

it('answers what is no SOAP with a fault, and goes on', async () => {
  await using rig = await onvifRig()
  for (const body of [
    '',
    'no xml',
    '<a>',
    '<a><b></a></b>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    '<s:Envelope/>',
    `<s:Envelope xmlns:s="${NAMESPACES.env}"/>`,
    `<s:Envelope xmlns:s="${NAMESPACES.env}"><s:Body/></s:Envelope>`,
    `<Envelope><Body>${GET_USERS}</Body></Envelope>`,
    '<a>'.repeat(2000),
  ]) {
    const response = await post(rig, DEVICE, body)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('ter:WellFormed')
  }
  expect(await rig.ask(DEVICE, GET_USERS)).toMatchObject({ status: 200 })
  expect(rig.server.stats().loginFailures).toBe(0)
})

it('speaks SOAP 1.1 to those who do', async () => {
  await using rig = await onvifRig()
  const operation = `<t:GetWsdlUrl xmlns:t="${NAMESPACES.tds}"/>`
  const soap = (body: string) => `<s:Envelope xmlns:s="${SOAP_11}"><s:Body>${body}</s:Body></s:Envelope>`
  const response = await post(rig, DEVICE, soap(operation))
  expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  expect(await response.text()).toContain(`xmlns:env="${SOAP_11}"`)
  const fault = await (await post(rig, DEVICE, soap(GET_USERS))).text()
  expect(fault).toContain('<faultcode>ter:NotAuthorized</faultcode>')
})

it('relates replies to requests that have a number', async () => {
  await using rig = await onvifRig()
  const ask = async (operation: string) => {
    const header = `<a:MessageID xmlns:a="${NAMESPACES.wsa}">urn:uuid:1</a:MessageID>${securityHeader(PLATFORM_MS)}`
    const { text } = await rig.ask(DEVICE, operation, { header })
    expect(text).toContain('<wsa:RelatesTo>urn:uuid:1</wsa:RelatesTo>')
    return /<wsa:Action>(.*)<\/wsa:Action>/.exec(text)?.[1]
  }
  expect(await ask(GET_USERS)).toBe(`${NAMESPACES.tds}/GetUsersResponse`)
  expect(await ask(`<CreatePullPointSubscription xmlns="${NAMESPACES.tev}"/>`)).toBe(
    `${NAMESPACES.tev}/EventPortType/CreatePullPointSubscriptionResponse`,
  )
  expect(await ask(`<SetNTP xmlns="${NAMESPACES.tds}"/>`)).toBe(`${NAMESPACES.wsa}/soap/fault`)
})

it('steers with what is in bounds alone', async () => {
  await using rig = await onvifRig()
  const ask = (name: string, inner: string, profile = 'ch1_main') =>
    rig.ask(
      'CAM01/ptz_service',
      `<p:${name} xmlns:p="${NAMESPACES.tptz}" xmlns:tt="${NAMESPACES.tt}"><p:ProfileToken>${profile}</p:ProfileToken>${inner}</p:${name}>`,
    )
  const velocity = (inner: string) => `<p:Velocity>${inner}</p:Velocity>`
  for (const [name, inner, fault] of [
    ['ContinuousMove', '', 'ter:InvalidArgs'],
    ['ContinuousMove', velocity(''), 'ter:InvalidVelocity'],
    ['ContinuousMove', velocity('<tt:PanTilt x="2" y="0"/>'), 'ter:InvalidVelocity'],
    ['ContinuousMove', velocity('<tt:PanTilt x="right" y="0"/>'), 'ter:InvalidVelocity'],
    ['ContinuousMove', velocity('<tt:Zoom x="1" space="http://example.com"/>'), 'ter:SpaceNotSupported'],
    [
      'ContinuousMove',
      `${velocity('<tt:Zoom x="1"/>')}<p:Timeout>PT1H</p:Timeout>`,
      'ter:TimeoutNotSupported',
    ],
    ['AbsoluteMove', '<p:Position><tt:Zoom x="-0.5"/></p:Position>', 'ter:InvalidPosition'],
    ['GotoPreset', '<p:PresetToken>1e2</p:PresetToken>', 'ter:NoToken'],
    ['SetPreset', `<p:PresetName>${'x'.repeat(33)}</p:PresetName>`, 'ter:InvalidPresetName'],
  ] as const)
    expect(await ask(name, inner)).toMatchObject({ status: 400, fault })
  expect(await ask('Stop', '', 'ch2_main')).toMatchObject({ fault: 'ter:NoProfile' })
  rig.ports.ptz.poseOf = () => undefined
  expect(await ask('Stop', '')).toMatchObject({ fault: 'ter:NoPTZProfile' })
  expect(rig.told).toEqual([])
})

it('knows methods, addresses and sizes', async () => {
  await using rig = await onvifRig()
  const get = await fetch(rig.url(DEVICE))
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  const put = await fetch(rig.url('CAM01/snapshot/ch1_main.jpg'), { method: 'PUT', body: 'x' })
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET'])
  for (const path of [
    'CAM09/device_service',
    'CAM01/other_service',
    'CAM01',
    '%zz/device_service',
    'CAM01/a/b/c',
  ])
    expect((await post(rig, path, 'x')).status).toBe(404)
  const long = await post(rig, DEVICE, 'x'.repeat(BODY_MOST + 1)).catch(() => undefined)
  expect(long?.status ?? 413).toBe(413)
  expect(await rig.ask(DEVICE, GET_USERS)).toMatchObject({ status: 200 })
})

it('closes connections to a camera that is offline', async () => {
  await using rig = await onvifRig()
  const path = 'CAM02/device_service'
  await expect(post(rig, path, 'x')).rejects.toThrow()
  await expect(rig.ask('CAM02/device_service', `<GetServices xmlns="${NAMESPACES.tds}"/>`)).rejects.toThrow()
  expect(await rig.ask(DEVICE, GET_USERS)).toMatchObject({ status: 200 })
})

it('keeps a time that was set, and refuses one that there is not', async () => {
  await using rig = await onvifRig()
  const set = (type: string, day: number) =>
    rig.ask(
      DEVICE,
      `<t:SetSystemDateAndTime xmlns:t="${NAMESPACES.tds}" xmlns:tt="${NAMESPACES.tt}"><t:DateTimeType>${type}</t:DateTimeType><t:DaylightSavings>false</t:DaylightSavings><t:UTCDateTime><tt:Time><tt:Hour>6</tt:Hour><tt:Minute>7</tt:Minute><tt:Second>8</tt:Second></tt:Time><tt:Date><tt:Year>2020</tt:Year><tt:Month>2</tt:Month><tt:Day>${day}</tt:Day></tt:Date></t:UTCDateTime></t:SetSystemDateAndTime>`,
    )
  const year = async () =>
    textAt(
      (await rig.ask(DEVICE, `<GetSystemDateAndTime xmlns="${NAMESPACES.tds}"/>`)).node,
      'SystemDateAndTime',
      'UTCDateTime',
      'Date',
      'Year',
    )
  expect(await set('Manual', 30)).toMatchObject({ fault: 'ter:InvalidDateTime' })
  expect(await set('Manual', 29)).toMatchObject({ status: 200 })
  expect(await year()).toBe('2020')
})

it('is not disturbed by clients that break off, nor by ports that fail', async () => {
  await using rig = await onvifRig()
  const bytes = [
    'POST /onvif/CAM01/device_service HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n<a>',
    'nonsense\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\n\r\n',
    '\u0016\u0003\u0001\u0000',
  ]
  for (const text of bytes) {
    const socket = connect(rig.server.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => undefined)
    socket.end(text)
    socket.destroySoon()
  }
  rig.ports.system.reboot = () => Promise.reject(new Error('the store is full'))
  expect(await rig.ask(DEVICE, `<SystemReboot xmlns="${NAMESPACES.tds}"/>`)).toMatchObject({
    status: 500,
    fault: 'ter:Action',
  })
  expect(rig.told).toMatchObject([['error', { err: { message: 'the store is full' } }]])
  expect(await rig.ask(DEVICE, GET_USERS)).toMatchObject({ status: 200 })
})

it('gives each camera a port of its own, too, which others do not have', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port: first } = taken.address() as AddressInfo
  await using rig = await onvifRig({ each: { first, last: Math.min(65_535, first + 200) } })
  const addresses = ['CAM01', 'CAM02', 'CAM03'].map((sn) => rig.server.addressOf(sn))
  taken.close()
  for (const address of addresses) expect(address).toMatch(/^\d+\/onvif\/device_service$/)
  const [own, ...others] = addresses.map((address) => Number.parseInt(address, 10))
  expect(new Set([first, own, ...others]).size).toBe(4)
  const ask = async (path: string) => {
    const body = envelope(`<GetSystemDateAndTime xmlns="${NAMESPACES.tds}"/>`)
    return (await fetch(`http://127.0.0.1:${own}${path}`, { method: 'POST', body })).status
  }
  expect(await ask('/onvif/device_service')).toBe(200)
  expect(await ask('/onvif/CAM01/device_service')).toBe(200)
  expect(await ask('/onvif/CAM03/device_service')).toBe(404)
})
