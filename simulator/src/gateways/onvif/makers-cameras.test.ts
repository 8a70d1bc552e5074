/** What cameras of makers answer that the standard does not say, in short texts of our own. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { createCameraReach } from './camera-access.ts'
import type { CameraAlarms, CameraEvent } from './camera-events.ts'
import { openOnvifConnection } from './onvif-connection.ts'
import {
  type Answer,
  clockAnswer,
  profile,
  streamAnswer,
  subscription,
  testCamera,
  USUAL,
} from './real-cameras.test-support.ts'

const NOW_MS = Date.parse('2026-11-26T08:00:00Z')
const reach = () =>
  createCameraReach({
    hostClock: createManualClock(NOW_MS),
    resolve: async () => '127.0.0.1',
    ffmpeg: undefined,
  })
const loginOf = (port: number) => ({
  address: `http://127.0.0.1:${port}/onvif/device_service`,
  transport: 'auto' as const,
  username: 'admin',
  password: 'word & <sign>',
})
const capabilities = (host: string) => (): string =>
  `<tds:GetCapabilitiesResponse><tds:Capabilities>${['Device', 'Media', 'PTZ']
    .map((name) => `<tt:${name}><tt:XAddr>http://${host}/onvif/${name}</tt:XAddr></tt:${name}>`)
    .join('')}</tds:Capabilities></tds:GetCapabilitiesResponse>`

test.each<[string, Record<string, Answer>, object, string?]>([
  ['has no GetServices', {}, {}],
  ['answers 404 to GetServices', { GetServices: () => 404 }, {}],
  ['answers 400 without a body to GetServices', { GetServices: () => 400 }, {}],
  ['says that its services are at localhost', { GetCapabilities: capabilities('localhost') }, {}],
  [
    'says the address and port that it has behind a router',
    { GetCapabilities: capabilities('192.168.1.64:80') },
    {},
  ],
  ['writes all its namespaces out, without prefixes', {}, {}, ''],
  ['has the prefixes of gSOAP', {}, {}, 'SOAP-ENV'],
  [
    'counts from 1970',
    { GetSystemDateAndTime: clockAnswer('1970-01-01', '00:00:10') },
    { clockAheadMs: 10_500 - NOW_MS },
  ],
  [
    'tells its local time as UTC',
    { GetSystemDateAndTime: clockAnswer('2026-11-26', '16:00:00') },
    { clockAheadMs: 8 * 3_600_000 + 500 },
  ],
  [
    'tells no time',
    {
      GetSystemDateAndTime:
        '<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>',
    },
    {},
  ],
  [
    'tells nothing of itself',
    { GetDeviceInformation: '<tds:GetDeviceInformationResponse/>' },
    { maker: '', serialNumber: '' },
  ],
  [
    'has several profiles, one of them of sound alone, one of JPEG',
    {
      GetProfiles: `<trt:GetProfilesResponse><trt:Profiles token="a"><tt:Name>sound</tt:Name></trt:Profiles>${profile('j', 'jpeg', '', 'JPEG')}${profile('m', 'main')}</trt:GetProfilesResponse>`,
    },
    { profiles: [expect.objectContaining({ token: 'm', codec: 'H264', ptz: true })] },
  ],
  [
    'has a profile without rates',
    {
      GetProfiles:
        '<trt:GetProfilesResponse><trt:Profiles token="p"><tt:VideoEncoderConfiguration><tt:Encoding>H264</tt:Encoding></tt:VideoEncoderConfiguration></trt:Profiles></trt:GetProfilesResponse>',
    },
    { profiles: [expect.objectContaining({ token: 'p', name: 'p', width: 0, fps: 0 })] },
  ],
  [
    'puts an account and blanks into the address of its stream',
    {
      GetStreamUri: streamAnswer(
        '\n rtsp://admin:12345@192.168.1.64/cam/realmonitor?channel=1&amp;subtype=0 \n',
      ),
    },
    {
      profiles: [
        expect.objectContaining({
          streamUri: 'rtsp://192.168.1.64/cam/realmonitor?channel=1&subtype=0',
          stream: { port: 554, path: '/cam/realmonitor?channel=1&subtype=0' },
        }),
      ],
    },
  ],
  [
    'says 0.0.0.0 as the host of its stream',
    { GetStreamUri: streamAnswer('rtsp://0.0.0.0:8554/live') },
    { profiles: [expect.objectContaining({ stream: { port: 8554, path: '/live' } })] },
  ],
])('a camera that %s is read', async (_name, answers, expected, prefix) => {
  await using camera = await testCamera({ ...USUAL, ...answers }, prefix === undefined ? {} : { prefix })
  const { found } = await reach().probe(loginOf(camera.port))
  expect(found).toMatchObject({ way: 'onvif', ...expected })
  expect(found.profiles.length).toBe(1)
})

test('a camera that knows its account by HTTP digest alone is used', async () => {
  const digest = { username: 'admin', password: 'word & <sign>' }
  await using camera = await testCamera({ ...USUAL }, { digest })
  expect((await reach().probe(loginOf(camera.port))).found).toMatchObject({ maker: 'Maker' })
  const wrong = { ...loginOf(camera.port), password: 'other' }
  await expect(reach().probe(wrong)).rejects.toMatchObject({ fault: 'credentials' })
})

test.each([
  ['a profile that it does not have', 'Profile_9', 'noProfile'],
  ['a picture that it has not, where there is no ffmpeg', 'Profile_1', 'noDecoder'],
])('%s is told apart from a camera without video', async (_name, profile, fault) => {
  await using camera = await testCamera({ ...USUAL })
  await expect(reach().picture(loginOf(camera.port), profile)).rejects.toMatchObject({ fault })
})

const JPEG = Buffer.from('ffd8ffd9', 'hex')
const snapshotAnswer = (uri: string) =>
  `<trt:GetSnapshotUriResponse><trt:MediaUri><tt:Uri>${uri}</tt:Uri></trt:MediaUri></trt:GetSnapshotUriResponse>`

test.each([
  ['at a port that only its own network knows', 'http://192.168.1.64:1/snap.jpg'],
  ['at the usual port, which is another one outside', 'http://127.0.0.1/snap.jpg'],
])('a picture that is said to be %s is fetched where its services are', async (_name, uri) => {
  await using camera = await testCamera(
    { ...USUAL, GetSnapshotUri: snapshotAnswer(uri) },
    { other: (_request, response) => response.end(JPEG) },
  )
  expect(await reach().picture(loginOf(camera.port), undefined)).toEqual(JPEG)
})

test.each<[string, string, (response: ServerResponse) => void]>([
  ['closes the connection', 'unreachable', (response) => response.destroy()],
  ['answers what is no HTTP', 'notOnvif', (response) => response.socket?.end('no HTTP')],
])('a camera that %s instead of its picture has a fault', async (_name, fault, spoil) => {
  await using camera = await testCamera(
    { ...USUAL, GetSnapshotUri: (port) => snapshotAnswer(`http://127.0.0.1:${port}/snap.jpg`) },
    { other: (_request, response) => spoil(response) },
  )
  await expect(reach().picture(loginOf(camera.port), undefined)).rejects.toMatchObject({
    name: 'CameraProblem',
    fault,
  })
})

const note = (topic: string, item: string, time = '2026-11-26T08:00:00Z') =>
  `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${time}" PropertyOperation="Changed"><tt:Source><tt:SimpleItem Name="Source" Value="000"/></tt:Source><tt:Data>${item}</tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`
const pulled = (...notes: string[]) =>
  `<tev:PullMessagesResponse><tev:CurrentTime>2026-11-26T08:00:00Z</tev:CurrentTime><tev:TerminationTime>2026-11-26T08:02:00Z</tev:TerminationTime>${notes.join('')}</tev:PullMessagesResponse>`
const state = (value: string, name = 'State') => `<tt:SimpleItem Name="${name}" Value="${value}"/>`

async function eventsOf(subscribed: string, messages: string) {
  await using camera = await testCamera({
    ...USUAL,
    CreatePullPointSubscription: subscribed,
    PullMessages: messages,
    Renew: '<wsnt:RenewResponse/>',
    Unsubscribe: '<wsnt:UnsubscribeResponse/>',
  })
  const { port } = camera
  const client = await reach().openClient(
    { way: 'onvif', host: '127.0.0.1', port, path: '/onvif/device_service' },
    { username: 'admin', password: 'word' },
  )
  const connection = await openOnvifConnection(
    client,
    createManualClock(NOW_MS),
    new AbortController().signal,
  )
  const taken: CameraEvent[] = []
  const alarms: CameraAlarms = { take: (event) => void taken.push(event) }
  await connection.subscribe()
  await connection.pull(alarms, 0)
  await connection.close()
  return { taken, asked: camera.asked }
}

test.each<[string, string, CameraEvent['state'][], boolean[]]>([
  ['none', pulled(), [], []],
  ['one', pulled(note('tns1:VideoSource/MotionAlarm', state('true'))), ['motion'], [true]],
  [
    'several',
    pulled(
      note('tns1:VideoSource/MotionAlarm', state('1')),
      note('tns1:VideoSource/GlobalSceneChange/ImagingService', state('false')),
    ),
    ['motion', 'tamper'],
    [true, false],
  ],
  [
    'a topic with blanks and a prefix of its own',
    pulled(note('\n  tnsx:RuleEngine/CellMotionDetector/Motion ', state('TRUE', 'IsMotion'))),
    ['motion'],
    [true],
  ],
  [
    'a time without its zone',
    pulled(note('tns1:Device/Trigger/DigitalInput', state('true', 'LogicalState'), '2026-11-26T08:00:00')),
    ['digitalInput'],
    [true],
  ],
  ['a topic of the maker', pulled(note('tns1:UserAlarm/tnshik:Something', state('true'))), [], []],
  ['data that hold nothing', pulled(note('tns1:VideoSource/MotionAlarm', '')), [], []],
])('notifications of cameras are read: %s', async (_name, messages, states, active) => {
  const { taken } = await eventsOf(subscription('http://127.0.0.1/onvif/sub'), messages)
  expect(taken.map((event) => event.state)).toEqual(states)
  expect(taken.map(({ isActive }) => isActive)).toEqual(active)
})

test.each([
  [
    'behind a router',
    subscription('http://192.168.1.64:8000/event/evtservice?id=7'),
    '/event/evtservice?id=7',
  ],
  [
    'with the number of the subscription beside it',
    subscription(
      'http://127.0.0.1/onvif/services',
      '<wsa:ReferenceParameters><dom0:SubscriptionId xmlns:dom0="http://maker.example/event">12</dom0:SubscriptionId></wsa:ReferenceParameters>',
    ),
    '/onvif/services',
  ],
])('a pull point %s is asked at the camera itself', async (_name, subscribed, path) => {
  const { asked } = await eventsOf(subscribed, pulled())
  expect(asked).toContain(`PullMessages ${path}`)
})
