import {
  type PacketField,
  STATION_COMMANDS,
  type StationCommand,
  type StationPacket,
  sendStationCommand,
  stationPackets,
} from '@backlot/contract/sensors/wire-calls'
import { DAY_MS, dayStart, formatDateTime, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { type HandlerContext, type Route, route } from '../../calls/route.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import { type Language, languageOf } from '../../kernel/language.ts'
import { refusal } from '../../kernel/refusal.ts'
import type { SensorScopePort, StationWirePort, WiredStationPort, WireField, WirePacket } from './ports.ts'

export type WireDeps = {
  clock: PlatformClock
  host: Pick<HostClock, 'now'>
  scope: SensorScopePort
  wire: StationWirePort
  stations: WiredStationPort
}

/** Span of the past to request, ending at the present. */
const BACK_MS: Partial<Record<StationCommand, number>> = {
  readMinutes: HOUR_MS,
  readHours: DAY_MS,
  readDays: 7 * DAY_MS,
}
/** HJ 212 speaks UTC+8, wherever the platform stands. */
const WIRE_ZONE_MINUTES = 480

/** Raw packets of environment stations, and requests to them. */
export function wireRoutes(deps: WireDeps): Route[] {
  const { clock, host, wire } = deps
  const reach = (sn: string, { caller, request }: HandlerContext) => {
    const language = languageOf(request.headers)
    const station = deps.scope.mayUse(sn, caller.scope) ? deps.stations.find(sn) : undefined
    if (!station) throw refusal('notFound', 'noWire', {}, 'sn')
    return { language, station }
  }
  return [
    route(stationPackets, ({ query: { sn } }, context) => {
      const { language } = reach(sn, context)
      return {
        connected: wire.isConnected(sn),
        list: wire.packetsOf(sn).map((packet) => packetJson(packet, language)),
      }
    }),
    route(sendStationCommand, async ({ body: { sn, command, value } }, context) => {
      const { language, station } = reach(sn, context)
      if (!wire.isOpen()) throw refusal('unavailable', 'wireOff')
      if (!station.online) throw refusal('deviceOffline', 'deviceOffline')
      const cn = STATION_COMMANDS[command]
      const startMs = host.now()
      const answer = await wire.request(sn, cn, itemsOf(command, value, clock.now()))
      if (!answer) throw refusal('deviceOffline', 'deviceOffline')
      const { qn, result, code, words, packets } = answer
      return {
        command,
        cn,
        qn,
        result,
        ...(code === undefined ? {} : { code }),
        words: words[language],
        packets: packets.map((fields) => fields.map((field) => fieldJson(field, language))),
        tookMs: Math.round(host.now() - startMs),
      }
    }),
  ]
}

/** Parameters of a command, in the order in which they go out. */
function itemsOf(
  command: StationCommand,
  value: number | undefined,
  nowMs: number,
): [name: string, value: string | number][] {
  switch (command) {
    case 'setTime':
      return [['SystemTime', wireTime(value === undefined ? nowMs : value * 1000)]]
    case 'setRealtimeInterval':
      return [['RtdInterval', value ?? 0]]
    case 'setMinuteInterval':
      return [['MinInterval', value ?? 0]]
    default: {
      const backMs = BACK_MS[command]
      if (backMs === undefined) return []
      const begin = command === 'readDays' ? dayStart(nowMs - backMs, WIRE_ZONE_MINUTES) : nowMs - backMs
      return [
        ['BeginTime', wireTime(Math.floor(begin / MINUTE_MS) * MINUTE_MS)],
        ['EndTime', wireTime(nowMs)],
      ]
    }
  }
}

/** yyyyMMddHHmmss. */
const wireTime = (epochMs: number) => formatDateTime(epochMs, WIRE_ZONE_MINUTES).replace(/\D/g, '')

function fieldJson({ key, name, value, note }: WireField, language: Language): PacketField {
  return { key, name: name[language], value, ...(note ? { note: note[language] } : {}) }
}

function packetJson(packet: WirePacket, language: Language): StationPacket {
  const { atMs, direction, text, problem, decoded } = packet
  if (!decoded) return { time: atMs, direction, text, ...(problem ? { problem } : {}) }
  const { cn, command, st, system, qn, mn, flag, deviations, fields } = decoded
  return {
    time: atMs,
    direction,
    text,
    decoded: {
      cn,
      command: command[language],
      st,
      system: system[language],
      qn,
      mn,
      flag,
      deviations: [...deviations],
      fields: fields.map((field) => fieldJson(field, language)),
    },
  }
}
