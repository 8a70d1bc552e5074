/** Messages of JT/T 808 and JT/T 1078: which there are, and their bodies in both directions. */
import {
  type AvAttributes,
  avAttributes,
  type PassengerCounts,
  passengerCounts,
} from '../jt1078/attributes.ts'
import {
  type UploadCommand,
  type UploadControl,
  type UploadNotice,
  uploadCommand,
  uploadControl,
  uploadNotice,
} from '../jt1078/file-upload.ts'
import {
  type PlaybackControl,
  type PlaybackRequest,
  playbackControl,
  playbackRequest,
} from '../jt1078/playback.ts'
import {
  type PtzAdjustment,
  type PtzRotation,
  type PtzSwitch,
  ptzAdjustment,
  ptzRotation,
  ptzSwitch,
} from '../jt1078/ptz.ts'
import { type ResourceList, type ResourceQuery, resourceList, resourceQuery } from '../jt1078/resources.ts'
import { type Ack, ack, type Empty, empty, type Resend, resend, type ServerTime, serverTime } from './acks.ts'
import { ByteReader } from './byte-reader.ts'
import { ByteWriter } from './byte-writer.ts'
import {
  type Control,
  control,
  type LiveControl,
  type LiveRequest,
  type LiveStatus,
  liveControl,
  liveRequest,
  liveStatus,
  type TextOrder,
  textOrder,
} from './commands.ts'
import { encodeFrame } from './frame.ts'
import { BODY_MAX, type Jt808Header, type Jt808Version } from './header.ts'
import type { LocationReport } from './location.ts'
import {
  type LocationBatch,
  type LocationReply,
  location,
  locationBatch,
  locationReply,
  type Tracking,
  tracking,
} from './location-messages.ts'
import {
  type ParameterQuery,
  type ParameterReply,
  type Parameters,
  parameterQuery,
  parameterReply,
  parameters,
} from './parameters.ts'
import { type Decoded, decoded } from './problem.ts'
import {
  type Attributes,
  type Authenticate,
  attributes,
  authenticate,
  type Register,
  type RegisterReply,
  register,
  registerReply,
} from './registration.ts'

type Bodies = {
  terminalAck: Ack
  heartbeat: Empty
  logout: Empty
  timeQuery: Empty
  terminalResend: Resend
  register: Register
  authenticate: Authenticate
  parameterReply: ParameterReply
  attributes: Attributes
  location: LocationReport
  locationReply: LocationReply
  locationBatch: LocationBatch
  platformAck: Ack
  platformResend: Resend
  timeReply: ServerTime
  registerReply: RegisterReply
  setParameters: Parameters
  queryParameters: Empty
  control: Control
  querySomeParameters: ParameterQuery
  queryAttributes: Empty
  queryLocation: Empty
  tracking: Tracking
  text: TextOrder
  live: LiveRequest
  liveControl: LiveControl
  liveStatus: LiveStatus
  avAttributes: AvAttributes
  passengerCounts: PassengerCounts
  resourceList: ResourceList
  uploadNotice: UploadNotice
  queryAvAttributes: Empty
  playback: PlaybackRequest
  playbackControl: PlaybackControl
  queryResources: ResourceQuery
  upload: UploadCommand
  uploadControl: UploadControl
  ptzRotate: PtzRotation
  ptzFocus: PtzAdjustment
  ptzIris: PtzAdjustment
  ptzWiper: PtzSwitch
  ptzInfrared: PtzSwitch
  ptzZoom: PtzAdjustment
}
export type Jt808Kind = keyof Bodies
type KnownMessage = { [Kind in Jt808Kind]: { kind: Kind } & Bodies[Kind] }[Jt808Kind]
/** A message of an id that is none of ours keeps its bytes. */
export type Jt808Message = KnownMessage | { kind: 'unknown'; id: number; bytes: Uint8Array }

type BodyCodec<Body> = {
  decode(reader: ByteReader, version: Jt808Version): Body
  encode(writer: ByteWriter, body: Body, version: Jt808Version): void
}

const CODECS: { readonly [Kind in Jt808Kind]: readonly [id: number, codec: BodyCodec<Bodies[Kind]>] } = {
  terminalAck: [0x0001, ack],
  heartbeat: [0x0002, empty],
  logout: [0x0003, empty],
  timeQuery: [0x0004, empty],
  terminalResend: [0x0005, resend],
  register: [0x0100, register],
  authenticate: [0x0102, authenticate],
  parameterReply: [0x0104, parameterReply],
  attributes: [0x0107, attributes],
  location: [0x0200, location],
  locationReply: [0x0201, locationReply],
  locationBatch: [0x0704, locationBatch],
  platformAck: [0x8001, ack],
  platformResend: [0x8003, resend],
  timeReply: [0x8004, serverTime],
  registerReply: [0x8100, registerReply],
  setParameters: [0x8103, parameters],
  queryParameters: [0x8104, empty],
  control: [0x8105, control],
  querySomeParameters: [0x8106, parameterQuery],
  queryAttributes: [0x8107, empty],
  queryLocation: [0x8201, empty],
  tracking: [0x8202, tracking],
  text: [0x8300, textOrder],
  live: [0x9101, liveRequest],
  liveControl: [0x9102, liveControl],
  liveStatus: [0x9105, liveStatus],
  avAttributes: [0x1003, avAttributes],
  passengerCounts: [0x1005, passengerCounts],
  resourceList: [0x1205, resourceList],
  uploadNotice: [0x1206, uploadNotice],
  queryAvAttributes: [0x9003, empty],
  playback: [0x9201, playbackRequest],
  playbackControl: [0x9202, playbackControl],
  queryResources: [0x9205, resourceQuery],
  upload: [0x9206, uploadCommand],
  uploadControl: [0x9207, uploadControl],
  ptzRotate: [0x9301, ptzRotation],
  ptzFocus: [0x9302, ptzAdjustment],
  ptzIris: [0x9303, ptzAdjustment],
  ptzWiper: [0x9304, ptzSwitch],
  ptzInfrared: [0x9305, ptzSwitch],
  ptzZoom: [0x9306, ptzAdjustment],
}

const KIND_BY_ID = new Map<number, Jt808Kind>(
  (Object.keys(CODECS) as Jt808Kind[]).map((kind) => [CODECS[kind][0], kind]),
)

/** The kind of message that an id is of; undefined for those that are none of ours. */
export const kindOfId = (id: number): Jt808Kind | undefined => KIND_BY_ID.get(id)

/** The id of a message. */
export function messageId(message: Jt808Message | { kind: Jt808Kind }): number {
  return message.kind === 'unknown' ? (message as { id: number }).id : CODECS[message.kind as Jt808Kind][0]
}

/** Reads a body. Bytes behind the last field are allowed. Problems carry the offset in the body. */
export function decodeBody(
  header: Pick<Jt808Header, 'id' | 'version' | 'encryption'>,
  body: Uint8Array,
): Decoded<Jt808Message> {
  if (header.encryption !== 0) {
    const message = `the body is encrypted (${header.encryption})`
    return { ok: false, problem: { code: 'encrypted', offset: 0, message } }
  }
  const kind = kindOfId(header.id)
  if (!kind) return { ok: true, value: { kind: 'unknown', id: header.id, bytes: body } }
  return decoded(() => {
    const [, codec] = CODECS[kind]
    return { kind, ...codec.decode(new ByteReader(body), header.version) } as KnownMessage
  })
}

/** Bytes of a body. Throws a Jt808Error (`value`) when a value does not fit its field. */
export function encodeBody(message: Jt808Message, version: Jt808Version): Uint8Array {
  if (message.kind === 'unknown') return message.bytes
  const writer = new ByteWriter()
  const [, codec] = CODECS[message.kind] as readonly [number, BodyCodec<unknown>]
  codec.encode(writer, message, version)
  return writer.done()
}

export type Sender = {
  version: Jt808Version
  /** The version byte of 2019; 1 when left out. */
  protocolVersion?: number
  phone: string
  /** Serial number of the (first) packet; the others follow. */
  serial: number
}

/**
 * The packets of a message, more than one when its body is longer than `bodyMax`. Their serial numbers run on from
 * `sender.serial`. Throws a Jt808Error (`value`) when a value does not fit its field.
 */
export function encodeMessage(message: Jt808Message, sender: Sender, bodyMax = BODY_MAX): Uint8Array[] {
  const { version, phone, serial } = sender
  const protocolVersion = version === 2019 ? (sender.protocolVersion ?? 1) : 0
  const head = { id: messageId(message), version, protocolVersion, phone, encryption: 0 }
  const body = encodeBody(message, version)
  if (body.length <= bodyMax) return [encodeFrame({ header: { ...head, serial }, body })]
  const total = Math.ceil(body.length / bodyMax)
  return Array.from({ length: total }, (_, i) =>
    encodeFrame({
      header: { ...head, serial: (serial + i) & 0xffff, split: { total, index: i + 1 } },
      body: body.subarray(i * bodyMax, (i + 1) * bodyMax),
    }),
  )
}
