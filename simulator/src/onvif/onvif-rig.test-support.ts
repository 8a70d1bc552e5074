import { createHash, randomBytes } from 'node:crypto'
import type { ImageSettings } from '../devices/image-settings.ts'
import { createManualClock } from '../timeline/manual-clock.ts'
import { SECURITY } from '../wire/onvif/namespaces.ts'
import { readXmlDocument } from '../wire/onvif/read-xml-document.ts'
import { nodeAt, type XmlNode } from '../wire/onvif/xml-node.ts'
import { writeDateTime } from '../wire/onvif/xsd-values.ts'
import type { PortRange } from './camera-ports.ts'
import { openOnvifServer } from './onvif-server.ts'
import type { OnvifCamera, OnvifChannel, OnvifEvent, OnvifPorts, OnvifPose, Outcome } from './ports.ts'

export const ACCOUNT = { username: 'admin', password: 'Secret@2026' }
/** The platform's clock is days away from the host's. */
export const HOST_MS = 1_700_000_000_000
export const PLATFORM_MS = 1_795_651_200_000
export const JPEG = Buffer.from('ffd8ffe000104a46494600ffd9', 'hex')

const streams = {
  main: { width: 1280, height: 720, fps: 12, kbps: 2048, codec: 'H264' },
  sub: { width: 640, height: 360, fps: 12, kbps: 512, codec: 'H264' },
} as const

export const channel = (chnId: number, more: Partial<OnvifChannel> = {}): OnvifChannel => ({
  chnId,
  name: `Gate <${chnId}>`,
  ptz: true,
  audio: true,
  streams,
  ...more,
})

export const camera = (sn: string, more: Partial<OnvifCamera> = {}): OnvifCamera => ({
  sn,
  name: 'North gate & yard',
  model: 'BL-PTZ 32',
  maker: 'Backlot',
  firmware: '3.2.1',
  serialNumber: sn,
  isOnline: true,
  channels: [channel(1)],
  location: { lat: 30.25, lng: 120.17 },
  ...more,
})

const ok: Outcome = { ok: true }

/** A server with the steerable camera CAM01, CAM02 that is offline, and CAM03, which is fixed, silent and sends H.265. */
export async function onvifRig(options: { each?: PortRange } = {}) {
  const hostClock = createManualClock(HOST_MS)
  const list = [
    camera('CAM01'),
    camera('CAM02', { isOnline: false }),
    camera('CAM03', {
      channels: [
        channel(1, {
          ptz: false,
          audio: false,
          streams: { main: { ...streams.main, codec: 'H265' }, sub: streams.sub },
        }),
      ],
    }),
  ]
  /** What the ports were told. */
  const told: unknown[][] = []
  const tell = async (...words: unknown[]): Promise<Outcome> => {
    told.push(words)
    return ok
  }
  const pose: OnvifPose = {
    panDeg: 100,
    tiltDeg: -35,
    zoom: 1,
    focus: 0.5,
    iris: 0.75,
    isMoving: false,
    aheadDeg: 100,
    limits: { tiltDeg: { min: -90, max: 20 }, zoom: { min: 1, max: 32 } },
  }
  const presets = new Map([[1, 'Ahead']])
  const listeners = new Set<(event: OnvifEvent) => void>()
  const states: OnvifEvent[] = (['motion', 'tamper', 'digitalInput'] as const).map((kind) => ({
    kind,
    chnId: 1,
    isActive: false,
    atMs: PLATFORM_MS - 60_000,
  }))
  let settings: ImageSettings = {
    brightness: 50,
    contrast: 40,
    saturation: 60,
    irCut: 'AUTO',
  }
  let jump = 0
  const ports: OnvifPorts = {
    cameras: { find: (sn) => list.find((one) => one.sn === sn), all: () => list },
    clock: { now: () => PLATFORM_MS + jump + hostClock.now() - HOST_MS, zoneMinutes: 480 },
    ptz: {
      poseOf: () => ({ ...pose }),
      move: (...words) => tell('move', ...words),
      stop: (...words) => tell('stop', ...words),
      turnTo: (...words) => tell('turnTo', ...words),
      presetsOf: () => [...presets].map(([index, name]) => ({ index, name })),
      setPreset(sn, chnId, index, name) {
        presets.set(index, name ?? presets.get(index) ?? `Preset ${index}`)
        return tell('setPreset', sn, chnId, index, name)
      },
      removePreset(sn, chnId, index) {
        presets.delete(index)
        return tell('removePreset', sn, chnId, index)
      },
      gotoPreset: (...words) => tell('gotoPreset', ...words),
      gotoHome: (...words) => tell('gotoHome', ...words),
      setHome: (...words) => tell('setHome', ...words),
    },
    imaging: {
      settingsOf: () => settings,
      set(sn, chnId, change) {
        settings = { ...settings, ...change }
        return tell('set', sn, chnId, change)
      },
      moveFocus: (...words) => tell('moveFocus', ...words),
      stopFocus: (...words) => tell('stopFocus', ...words),
      setIris: (...words) => tell('setIris', ...words),
    },
    media: {
      snapshot: async () => JPEG,
      streamUri: ({ sn, chnId, streamType, host, transport }) =>
        transport === 'http' ? undefined : `rtsp://${host}:8554/${sn}/${chnId}/${streamType}`,
      replayUri: ({ sn, chnId, host }) => `rtsp://${host}:8554/${sn}/${chnId}/replay`,
      rtspPort: 8554,
    },
    recordings: {
      recordings: () => [
        { startMs: PLATFORM_MS - 7_200_000, endMs: PLATFORM_MS - 3_600_000 },
        { startMs: PLATFORM_MS - 1_800_000, endMs: PLATFORM_MS - 60_000 },
      ],
      spanOf: () => ({ fromMs: PLATFORM_MS - 7_200_000, toMs: PLATFORM_MS - 60_000 }),
    },
    events: {
      subscribe(_sn, listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      statesOf: () => states,
    },
    system: { reboot: (sn) => tell('reboot', sn) },
  }
  const log = { warn() {}, error: (fields: object) => void told.push(['error', fields]), debug() {} }
  const server = await openOnvifServer(
    { host: '127.0.0.1', port: 0, account: ACCOUNT, each: options.each },
    { ports, hostClock, log },
  )
  return {
    server,
    hostClock,
    ports,
    list,
    told,
    pose,
    listeners,
    jumpBy(ms: number) {
      jump += ms
    },
    raise(event: Partial<OnvifEvent>) {
      const whole: OnvifEvent = {
        kind: 'motion',
        chnId: 1,
        isActive: true,
        atMs: ports.clock.now(),
        ...event,
      }
      for (const listener of listeners) listener(whole)
    },
    url: (path: string) => `http://127.0.0.1:${server.port}/onvif/${path}`,
    /** Lets the host's time pass until something is so. */
    async until(isSo: () => boolean, stepMs = 20): Promise<void> {
      for (let turn = 0; !isSo(); turn++) {
        if (turn > 20_000) throw new Error('nothing came')
        hostClock.advance(stepMs)
        await new Promise(setImmediate)
      }
    },
    /** Sends an operation and answers its reply. */
    async ask(path: string, operation: string, wish: { header?: string } = {}): Promise<SoapAnswer> {
      const header = wish.header ?? securityHeader(ports.clock.now())
      const body = envelope(operation, header)
      const response = await fetch(`http://127.0.0.1:${server.port}/onvif/${path}`, { method: 'POST', body })
      return readAnswer(response.status, await response.text(), response.headers)
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
    },
  }
}

export type SoapAnswer = {
  status: number
  headers: Headers
  text: string
  /** Of the body. */
  node: XmlNode
  /** The last subcode of a fault. */
  fault: string | undefined
}

export function readAnswer(status: number, text: string, headers: Headers): SoapAnswer {
  const read = readXmlDocument(text)
  if (!read.ok) throw new Error(`${status} ${read.problem.message}: ${text.slice(0, 200)}`)
  const node = nodeAt(read.root, 'Body')?.children[0]
  if (!node) throw new Error('an empty body')
  let subcode = nodeAt(node, 'Code')
  while (nodeAt(subcode, 'Subcode')) subcode = nodeAt(subcode, 'Subcode')
  const fault =
    node.name === 'Fault' ? (nodeAt(subcode, 'Value') ?? nodeAt(node, 'faultcode'))?.text : undefined
  return { status, headers, text, node, fault }
}

/** A request as toolkits send it, with prefixes of its own choice. */
export const envelope = (operation: string, header = ''): string =>
  `<?xml version="1.0" encoding="utf-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope" xmlns:wsse="${SECURITY.wsse}" xmlns:wsu="${SECURITY.wsu}"><SOAP-ENV:Header>${header}</SOAP-ENV:Header><SOAP-ENV:Body>${operation}</SOAP-ENV:Body></SOAP-ENV:Envelope>`

export function securityHeader(
  atMs: number,
  { username = ACCOUNT.username, password = ACCOUNT.password, nonce = randomBytes(16) } = {},
): string {
  const created = writeDateTime(atMs)
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64')
  return `<wsse:Security SOAP-ENV:mustUnderstand="1"><wsse:UsernameToken><wsse:Username>${username}</wsse:Username><wsse:Password Type="${SECURITY.passwordDigest}">${digest}</wsse:Password><wsse:Nonce>${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`
}
