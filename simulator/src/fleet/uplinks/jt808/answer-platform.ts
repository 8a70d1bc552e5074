/** Answers of a vehicle's terminal to the platform's requests. Pure except for its orders to the terminal. */
import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import type { Jt808Header, Jt808Version } from '../../../wire/jt808/header.ts'
import type { LocationReport } from '../../../wire/jt808/location.ts'
import type { Jt808Message } from '../../../wire/jt808/message.ts'
import { terminalIdentity } from './terminal-identity.ts'
import type { TerminalMedia } from './terminal-media.ts'
import type { TerminalSettings } from './terminal-settings.ts'

/** Members of a terminal that requests use. */
export type AnsweringTerminal = {
  sn: string
  hardware: string
  version: Jt808Version
  settings: TerminalSettings
  /** Its cameras; undefined when it has none. */
  media: TerminalMedia | undefined
  /** Its present position; undefined when unknown. */
  location(): LocationReport | undefined
  /** Reports more often for a while; interval 0 ends it. */
  track(intervalS: number, validityS: number): void
  /** Tells the platform something of its own. */
  notify(message: Jt808Message): void
  /** Its settings are others. */
  settingsChanged(): void
}

/** `restarts`: it restarts after the answer. */
export type PlatformAnswer = { message: Jt808Message; restarts?: boolean }

/** Command word of 0x8105: restart of the terminal. */
const RESET = 4

/** Carries a request out. */
export function answerPlatform(
  { serial, id }: Pick<Jt808Header, 'serial' | 'id'>,
  request: Jt808Message,
  terminal: AnsweringTerminal,
): PlatformAnswer {
  const { ok, failed, unsupported } = ACK_RESULTS
  const acked = (result: number): PlatformAnswer => ({ message: { kind: 'terminalAck', serial, id, result } })
  const { settings } = terminal
  switch (request.kind) {
    case 'queryLocation': {
      const location = terminal.location()
      return location ? { message: { kind: 'locationReply', serial, location } } : acked(failed)
    }
    case 'tracking':
      terminal.track(request.intervalS, request.validityS)
      return acked(ok)
    case 'setParameters':
      settings.set(request.parameters)
      terminal.settingsChanged()
      return acked(ok)
    case 'queryParameters':
      return { message: { kind: 'parameterReply', serial, parameters: settings.all() } }
    case 'querySomeParameters':
      return { message: { kind: 'parameterReply', serial, parameters: settings.some(request.ids) } }
    case 'queryAttributes':
      return { message: attributesOf(terminal) }
    case 'text':
      return acked(ok)
    case 'control':
      return { ...acked(request.command === RESET ? ok : unsupported), restarts: request.command === RESET }
    default: {
      const answer = terminal.media && answerForCameras(serial, request, terminal.media, terminal.notify)
      return typeof answer === 'object' ? { message: answer } : acked(answer ?? unsupported)
    }
  }
}

/**
 * The answer to a request of JT/T 1078, or its result; undefined where it is none of those that are supported.
 */
function answerForCameras(
  serial: number,
  request: Jt808Message,
  media: TerminalMedia,
  notify: (message: Jt808Message) => void,
): Jt808Message | number | undefined {
  switch (request.kind) {
    case 'queryAvAttributes':
      return { kind: 'avAttributes', ...media.attributes() }
    case 'live':
      return media.live(request)
    case 'liveControl':
      return media.liveControl(request)
    case 'liveStatus':
      return ACK_RESULTS.ok
    case 'queryResources':
      return { kind: 'resourceList', serial, items: media.resources(request) }
    case 'playback': {
      const played = media.playback(request)
      return typeof played === 'number' ? played : { kind: 'resourceList', serial, items: played }
    }
    case 'playbackControl':
      return media.playbackControl(request)
    case 'upload':
      return media.upload(request, serial, (result) => notify({ kind: 'uploadNotice', serial, result }))
    case 'uploadControl':
      return media.uploadControl(request)
    case 'ptzRotate':
    case 'ptzFocus':
    case 'ptzIris':
    case 'ptzWiper':
    case 'ptzInfrared':
    case 'ptzZoom':
      return media.steer(request)
    default:
      return undefined
  }
}

function attributesOf({ sn, version, hardware }: AnsweringTerminal): Jt808Message {
  return {
    kind: 'attributes',
    type: 0,
    ...terminalIdentity(sn, version),
    iccid: sn.replace(/\D/g, '').slice(-20).padStart(20, '0'),
    hardware,
    firmware: '1.0',
    gnss: 3,
    network: 1,
  }
}
