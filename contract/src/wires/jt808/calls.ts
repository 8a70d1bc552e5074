import { z } from 'zod'
import { ACCESS } from '../../access.ts'
import { emptyQuery, get, post } from '../../call.ts'
import { connectedDeviceFields, gatewayFields } from '../../control/gateway-state.ts'
import { SerialNumber } from '../../control/serial-numbers.ts'
import { lines, oneLine } from '../../texts.ts'

const access = ACCESS.control
const origin = 'assumed' as const

export const controlTerminals = get('/control/jt808/terminals', {
  name: 'control.jt808Terminals',
  summary: 'The JT/T 808 gateway: its counters and the connected terminals.',
  origin,
  access,
  query: emptyQuery,
  data: z.object({
    ...gatewayFields,
    list: z.array(
      z.object({
        ...connectedDeviceFields,
        phone: z.string(),
        version: z.number().int(),
        messages: z.number().int(),
      }),
    ),
  }),
})

const Byte = z.number().int().min(0).max(255)
const Word = z.number().int().min(0).max(65_535)
const Dword = z.number().int().min(0).max(4_294_967_295)

/** Twelve digits, yyMMddHHmmss in UTC+8; zeros: none. */
const Digits = z.string().regex(/^\d{12}$/, 'write twelve digits: yyMMddHHmmss')
const NO_TIME = '000000000000'

/** Requests to a terminal. */
export const TerminalRequest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('locate') }),
  /** Interval 0 ends the tracking. */
  z.strictObject({ kind: z.literal('track'), intervalS: Word, validityS: Dword }),
  z.strictObject({
    kind: z.literal('setParameters'),
    parameters: z
      .array(z.strictObject({ id: Dword, value: z.union([z.number(), lines(0, 255)]) }))
      .min(1)
      .max(100),
  }),
  /** All parameters, or those of `ids`. */
  z.strictObject({ kind: z.literal('getParameters'), ids: z.array(Dword).max(200).optional() }),
  z.strictObject({ kind: z.literal('text'), text: lines(1, 400), flag: Byte.default(8) }),
  z.strictObject({ kind: z.literal('control'), command: Byte, text: lines(0, 400).default('') }),
  z.strictObject({ kind: z.literal('attributes') }),
  z.strictObject({
    kind: z.literal('live'),
    host: oneLine(1, 200),
    tcpPort: Word,
    udpPort: Word.default(0),
    channel: Byte,
    dataType: Byte.default(0),
    streamType: Byte.default(0),
  }),
  z.strictObject({
    kind: z.literal('liveControl'),
    channel: Byte,
    command: Byte,
    closeType: Byte.default(0),
    streamType: Byte.default(0),
  }),
  z.strictObject({ kind: z.literal('avAttributes') }),
  z.strictObject({
    kind: z.literal('resources'),
    /** 0: all. */
    channel: Byte,
    start: Digits.default(NO_TIME),
    end: Digits.default(NO_TIME),
    streamType: Byte.default(0),
  }),
  z.strictObject({
    kind: z.literal('playback'),
    host: oneLine(1, 200),
    tcpPort: Word,
    udpPort: Word.default(0),
    channel: Byte,
    mediaType: Byte.default(0),
    streamType: Byte.default(0),
    mode: Byte.default(0),
    speed: Byte.default(0),
    start: Digits,
    end: Digits.default(NO_TIME),
  }),
  z.strictObject({
    kind: z.literal('playbackControl'),
    channel: Byte,
    command: Byte,
    speed: Byte.default(0),
    position: Digits.default(NO_TIME),
  }),
  z.strictObject({
    kind: z.literal('upload'),
    host: oneLine(1, 200),
    port: Word,
    user: oneLine(0, 100).default(''),
    password: oneLine(0, 100).default(''),
    /** Folder on the server. */
    path: oneLine(0, 200).default(''),
    channel: Byte,
    start: Digits,
    end: Digits,
    mediaType: Byte.default(0),
    streamType: Byte.default(0),
    /** Bits: 0 over WLAN, 1 over LAN, 2 over the mobile network. */
    conditions: Byte.default(7),
  }),
  /** serial: of the request to upload; command: 0 pause, 1 resume, 2 cancel. */
  z.strictObject({ kind: z.literal('uploadControl'), serial: Word, command: Byte }),
  /** direction: 0 stop, 1 up, 2 down, 3 left, 4 right. */
  z.strictObject({
    kind: z.literal('ptzRotate'),
    channel: Byte,
    direction: Byte,
    turnSpeed: Byte.default(0),
  }),
  /** direction: 0 more (far, open, in), 1 less. */
  z.strictObject({ kind: z.literal('ptzFocus'), channel: Byte, direction: Byte }),
  z.strictObject({ kind: z.literal('ptzIris'), channel: Byte, direction: Byte }),
  z.strictObject({ kind: z.literal('ptzZoom'), channel: Byte, direction: Byte }),
  /** state: 0 off, 1 on. */
  z.strictObject({ kind: z.literal('ptzWiper'), channel: Byte, state: Byte }),
  z.strictObject({ kind: z.literal('ptzInfrared'), channel: Byte, state: Byte }),
])
export type TerminalRequest = z.output<typeof TerminalRequest>

export const controlAskTerminal = post('/control/jt808/requests', {
  name: 'control.jt808Request',
  summary: 'Sends a request to a connected JT/T 808 terminal and waits for its answer.',
  codes: {
    404: 'no terminal with this serial number is connected',
    503: 'the gateway is off, or the terminal does not answer',
  },
  origin,
  access,
  body: z.strictObject({ sn: SerialNumber, request: TerminalRequest }),
  data: z.object({
    /** 0 ok, 1 failed, 2 bad message, 3 unsupported. */
    result: z.number().int(),
    position: z
      .object({
        longitude: z.number(),
        latitude: z.number(),
        speedKmh: z.number(),
        directionDeg: z.number(),
        atMs: z.number().optional(),
      })
      .optional(),
    parameters: z
      .array(
        z.object({ id: z.number(), name: z.string().optional(), value: z.union([z.number(), z.string()]) }),
      )
      .optional(),
    attributes: z.record(z.string(), z.union([z.number(), z.string()])).optional(),
    /** Of an upload: what `uploadControl` names it by. */
    serial: z.number().int().optional(),
    recordings: z
      .array(
        z.object({
          channel: z.number(),
          start: z.string(),
          end: z.string(),
          streamType: z.number(),
          fileBytes: z.number(),
        }),
      )
      .optional(),
  }),
})

export const JT808_CALLS = [controlTerminals, controlAskTerminal]
