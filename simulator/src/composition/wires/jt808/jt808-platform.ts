import type { MessageFailure } from '@backlot/contract/device-messages/entities'
import { CHANNEL_TYPES, PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { TextForUnit } from '../../../areas/device-messages/ports.ts'
import type { Device } from '../../../fleet/device.ts'
import type { Jt808Gateway } from '../../../gateways/jt808/create-jt808-gateway.ts'
import { TerminalRequestError } from '../../../gateways/jt808/terminal-requests.ts'
import { createTerminalFeeds } from '../../../gateways/jt1078/terminal-feeds.ts'
import { createTerminalPtz } from '../../../gateways/jt1078/terminal-ptz.ts'
import { createTerminalVoice, type TerminalVoice } from '../../../gateways/jt1078/terminal-voice.ts'
import type { Disposal } from '../../../kernel/disposal.ts'
import { ACK_RESULTS } from '../../../wire/jt808/acks.ts'
import { textFlag } from '../../../wire/jt808/text-flag.ts'
import type { OpenGateway } from '../open-gateway.ts'
import type { GatewayDeps, PlatformWire } from '../platform-wire.ts'
import { jt808Routes } from './jt808-routes.ts'
import { openJt808 } from './open-jt808.ts'
import { type OpenJt1078, openJt1078 } from './open-jt1078.ts'
import { runJt808Uplinks } from './run-jt808-uplinks.ts'
import { followTerminalChannels, TALK_CHANNEL } from './terminal-channels.ts'
import { terminalRecorder } from './terminal-recorder.ts'
import { terminalStreams } from './terminal-streams.ts'

/** Text type of 0x8300 (2019): a notice. */
const TEXT_NOTICE = 1

const TEXT_FAILURES: Readonly<Record<TerminalRequestError['code'], MessageFailure>> = {
  offline: 'gone',
  gone: 'gone',
  timeout: 'silent',
  busy: 'refused',
}

export type TerminalGateway = OpenGateway &
  Jt808Gateway & {
    /** Address and port for media of terminals; undefined when that is off. */
    jt1078: Pick<OpenJt1078, 'address' | 'port'> | undefined
  }

export const JT808_PLATFORM: PlatformWire<TerminalGateway> = {
  async open(deps, disposal) {
    const listener = await openJt1078(deps)
    if (listener) disposal.use(listener)
    const channels = listener && followTerminalChannels({ ...deps, gateway: () => gateway }, disposal)
    const gateway = await openJt808({ ...deps, onEntered: channels?.entered })
    if (!gateway) return undefined
    runJt808Uplinks({ ...deps, port: disposal.use(gateway).port }, disposal)
    if (listener) fetchStreams({ ...deps, gateway, listener }, disposal)
    return {
      ...gateway,
      jt1078: listener,
      clients: () => gateway.terminals().map((one) => ({ ...one, standard: 'JT/T 808' })),
      connection: gateway.terminal,
      deliverText(sn, text) {
        const terminal = gateway.terminal(sn)
        return terminal && deliverText(gateway, terminal, text)
      },
    }
  },
  routes: jt808Routes,
}

/** Lets the platform fetch the streams of foreign terminals while somebody watches, and play what they have recorded. */
function fetchStreams(
  deps: GatewayDeps & { gateway: Jt808Gateway; listener: OpenJt1078 },
  disposal: Disposal,
): void {
  const { config, directory, gateway, listener, host, log } = deps
  const way = { gateway, listener, host: config.jt1078Host, hostClock: host, log }
  const feeds = createTerminalFeeds(way)
  disposal.defer(feeds.close)
  const terminalOf = (sn: string) => {
    const device = directory.deviceBySn(sn)
    return device?.foreign && device.protocolType === PROTOCOL_TYPES.jt808 ? device : undefined
  }
  const ptz = disposal.use(
    createTerminalPtz({
      ...{ gateway, counters: listener.counters, hostClock: host, log },
      channelOf(sn) {
        const device = terminalOf(sn)
        return device && directory.channelsOf(device.slot).find(({ isPtz }) => isPtz)?.chnId
      },
    }),
  )
  disposal.defer(
    deps.commands.onCommand((command) => {
      if (command.kind !== 'absence' && terminalOf(command.sn)) ptz.order(command.sn, command)
    }),
  )
  /** A terminal without a channel for sound alone speaks on its first one with pictures. */
  const talkChannelOf = (sn: string) => {
    const device = terminalOf(sn)
    const audio = device && audioOf(device)
    if (!device || !audio) return undefined
    if (audio.chnId !== TALK_CHANNEL) return audio.chnId
    return directory.channelsOf(device.slot).find(({ type }) => type === CHANNEL_TYPES.video)?.chnId
  }
  const known = {
    hasChannel(sn: string, channel: number) {
      const device = terminalOf(sn)
      return device !== undefined && directory.channel(device.slot, channel)?.type === CHANNEL_TYPES.video
    },
    unsupported: () => {
      listener.counters.unsupported++
    },
  }
  deps.external.add(terminalStreams({ ...known, feeds, ffmpeg: deps.ffmpeg, hostClock: host, log }))
  const voices = new Map<string, TerminalVoice>()
  const audioOf = ({ slot }: Device) =>
    directory.channelsOf(slot).find(({ type }) => type === CHANNEL_TYPES.audio)
  deps.remoteVoices.add((sn) => {
    const device = terminalOf(sn)
    if (!device || !audioOf(device)) return undefined
    const voice = voices.get(sn) ?? createTerminalVoice({ ...way, channelOf: talkChannelOf }, sn)
    voices.set(sn, voice)
    return voice
  })
  disposal.defer(
    directory.onChange((change) => {
      if (change.kind === 'deviceRemoved') voices.delete(change.device.sn)
    }),
  )
  deps.externalRecordings.add(terminalRecorder({ ...known, ...way, ffmpeg: deps.ffmpeg }))
}

/** Sends 0x8300 to a terminal, which answers 0x0001. */
async function deliverText(
  gateway: Pick<Jt808Gateway, 'request'>,
  { sn, version }: { sn: string; version: number },
  { text, urgent, spoken }: TextForUnit,
): Promise<'acknowledged' | MessageFailure> {
  try {
    const flag = textFlag({ urgent, spoken }, version === 2019 ? 2019 : 2013)
    const answer = await gateway.request(sn, { kind: 'text', flag, type: TEXT_NOTICE, text })
    return answer.result === ACK_RESULTS.ok ? 'acknowledged' : 'refused'
  } catch (error) {
    if (error instanceof TerminalRequestError) return TEXT_FAILURES[error.code]
    throw error
  }
}
