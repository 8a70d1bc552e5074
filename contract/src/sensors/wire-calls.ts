import { z } from 'zod'
import { get, post } from '../call.ts'

/**
 * The wire of environment stations: raw packets of HJ 212 with their meaning, and requests of the platform. All
 * assumed: the specification only names the station's data and settings.
 */
const access = { kind: 'routes', routes: ['/senseDevice'], anyOf: ['hjt212'] } as const
const sn = z.string().min(1).max(64)

/** Minutes that minute data may be of (HJ 212, CN 1064). */
export const MINUTE_CHOICES = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const
/** Seconds between realtime reports (HJ 212, CN 1062). */
export const REALTIME_SECONDS = { min: 30, max: 3600 } as const

/** Requests and orders to a station, with the command number that is sent. */
export const STATION_COMMANDS = {
  readNow: '2011',
  readStatus: '2021',
  readMinutes: '2051',
  readHours: '2061',
  readDays: '2031',
  getTime: '1011',
  setTime: '1012',
  getRealtimeInterval: '1061',
  setRealtimeInterval: '1062',
  getMinuteInterval: '1063',
  setMinuteInterval: '1064',
  getTimeouts: '1001',
} as const
export type StationCommand = keyof typeof STATION_COMMANDS
export const STATION_COMMAND_NAMES = Object.keys(STATION_COMMANDS) as [StationCommand, ...StationCommand[]]

/** A value of a packet: of a parameter, or of a factor with the meaning of its suffix. */
export const PacketField = z.object({
  /** As written: `DataTime`, `a34004-Rtd`. */
  key: z.string(),
  /** Meaning as text; the key itself where it is unknown. */
  name: z.string(),
  value: z.string(),
  /** Meaning of the value: a unit, a time, the name of a code. */
  note: z.string().optional(),
})
export type PacketField = z.infer<typeof PacketField>

export const StationPacket = z.object({
  time: z.number().describe('epoch milliseconds of the platform'),
  direction: z.enum(['in', 'out']),
  text: z.string(),
  /** Fault of the packet; such a packet is not decoded. */
  problem: z.string().optional(),
  decoded: z
    .object({
      cn: z.string(),
      command: z.string(),
      st: z.string(),
      system: z.string(),
      qn: z.string().optional(),
      mn: z.string().optional(),
      flag: z.number().int().optional(),
      /** How it differs from the letter of the standard. */
      deviations: z.array(z.string()),
      fields: z.array(PacketField),
    })
    .optional(),
})
export type StationPacket = z.infer<typeof StationPacket>

export const stationPackets = get('/sensor/packet/list', {
  name: 'sensors.packets',
  summary:
    'Newest raw packets of an HJ 212 station, newest first and decoded. Empty if none went over the wire.',
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  query: z.object({ sn }),
  data: z.object({
    /** The station is connected now. */
    connected: z.boolean(),
    list: z.array(StationPacket),
  }),
})

export const sendStationCommand = post('/sensor/command/send', {
  name: 'sensors.command',
  summary: 'Sends a request to an HJ 212 station and waits for its answer or a timeout.',
  codes: { 503: 'the HJ 212 port is off' },
  origin: 'assumed',
  whenMissing: 'hide',
  access,
  changes: 'scope',
  body: z
    .object({
      sn,
      command: z.enum(STATION_COMMAND_NAMES),
      /** Seconds or minutes of an interval; epoch seconds of a time, left out: the present one. */
      value: z.number().int().min(0).max(9_999_999_999).optional(),
    })
    .superRefine(({ command, value }, context) => {
      const fault = commandFault(command, value)
      if (fault) context.addIssue({ code: 'custom', path: ['value'], message: fault })
    }),
  data: z.object({
    command: z.enum(STATION_COMMAND_NAMES),
    cn: z.string(),
    qn: z.string(),
    /** refused: the request was not taken; failed: it was, and could not be carried out; silent: no answer came. */
    result: z.enum(['done', 'refused', 'failed', 'silent']),
    /** The station's own code with its words, where it gave one. */
    code: z.number().int().optional(),
    words: z.string(),
    /** Answers of the station, a list for each packet. */
    packets: z.array(z.array(PacketField)),
    /** From sending to the end, milliseconds. */
    tookMs: z.number(),
  }),
})

/** Fault of a command's value. */
export function commandFault(command: StationCommand, value: number | undefined): string | undefined {
  if (command === 'setRealtimeInterval') {
    const { min, max } = REALTIME_SECONDS
    if (value === undefined || value < min || value > max) return `must be ${min} to ${max} seconds`
  }
  if (command === 'setMinuteInterval' && !MINUTE_CHOICES.some((one) => one === value)) {
    return `must be one of ${MINUTE_CHOICES.join(', ')} minutes`
  }
  return undefined
}

export const SENSOR_WIRE_CALLS = [stationPackets, sendStationCommand]
