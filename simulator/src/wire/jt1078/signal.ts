/** Messages of JT/T 1078 that travel in frames of JT/T 808: which there are, and their bodies in both directions. */
import { ByteReader } from '../jt808/byte-reader.ts'
import { ByteWriter } from '../jt808/byte-writer.ts'
import {
  type LiveControl,
  type LiveRequest,
  type LiveStatus,
  liveControl,
  liveRequest,
  liveStatus,
} from '../jt808/commands.ts'
import { type Decoded, decoded, Jt808Error } from '../jt808/problem.ts'
import { type AvAttributes, avAttributes, type PassengerCounts, passengerCounts } from './attributes.ts'
import {
  type UploadCommand,
  type UploadControl,
  type UploadNotice,
  uploadCommand,
  uploadControl,
  uploadNotice,
} from './file-upload.ts'
import { type PlaybackControl, type PlaybackRequest, playbackControl, playbackRequest } from './playback.ts'
import { type ResourceList, type ResourceQuery, resourceList, resourceQuery } from './resources.ts'

type Bodies = {
  avAttributes: AvAttributes
  passengerCounts: PassengerCounts
  resourceList: ResourceList
  uploadNotice: UploadNotice
  /** Its body is empty. */
  queryAvAttributes: Record<never, never>
  live: LiveRequest
  liveControl: LiveControl
  liveStatus: LiveStatus
  playback: PlaybackRequest
  playbackControl: PlaybackControl
  queryResources: ResourceQuery
  upload: UploadCommand
  uploadControl: UploadControl
}
export type Jt1078Kind = keyof Bodies
export type Jt1078Signal = { [Kind in Jt1078Kind]: { kind: Kind } & Bodies[Kind] }[Jt1078Kind]

type BodyCodec<Body> = {
  decode(reader: ByteReader): Body
  encode(writer: ByteWriter, body: Body): void
}

const empty = { decode: () => ({}), encode() {} }

const CODECS: { readonly [Kind in Jt1078Kind]: readonly [id: number, codec: BodyCodec<Bodies[Kind]>] } = {
  avAttributes: [0x1003, avAttributes],
  passengerCounts: [0x1005, passengerCounts],
  resourceList: [0x1205, resourceList],
  uploadNotice: [0x1206, uploadNotice],
  queryAvAttributes: [0x9003, empty],
  live: [0x9101, liveRequest],
  liveControl: [0x9102, liveControl],
  liveStatus: [0x9105, liveStatus],
  playback: [0x9201, playbackRequest],
  playbackControl: [0x9202, playbackControl],
  queryResources: [0x9205, resourceQuery],
  upload: [0x9206, uploadCommand],
  uploadControl: [0x9207, uploadControl],
}

const KIND_BY_ID = new Map<number, Jt1078Kind>(
  (Object.keys(CODECS) as Jt1078Kind[]).map((kind) => [CODECS[kind][0], kind]),
)

/** The kind of signal that a message id of JT/T 808 is of; undefined for those of other standards. */
export const signalKindOf = (id: number): Jt1078Kind | undefined => KIND_BY_ID.get(id)

/** The message id of a signal. */
export const signalId = ({ kind }: { kind: Jt1078Kind }): number => CODECS[kind][0]

/**
 * Reads the body of a message. Bytes behind the last field are allowed. Problems carry the offset in the body: `body`
 * where it ends early, `value` where a time is no BCD. Throws a RangeError when the id is none of JT/T 1078.
 */
export function decodeSignal(id: number, body: Uint8Array): Decoded<Jt1078Signal> {
  const kind = signalKindOf(id)
  if (!kind) throw new RangeError(`Message ${id.toString(16)} is none of JT/T 1078`)
  return decoded(() => ({ kind, ...CODECS[kind][1].decode(new ByteReader(body)) }) as Jt1078Signal)
}

/** Bytes of a body. Throws a RangeError when a value does not fit its field. */
export function encodeSignal(signal: Jt1078Signal): Uint8Array {
  const writer = new ByteWriter()
  const [, codec] = CODECS[signal.kind] as readonly [number, BodyCodec<unknown>]
  try {
    codec.encode(writer, signal)
  } catch (error) {
    if (error instanceof Jt808Error) throw new RangeError(error.message)
    throw error
  }
  return writer.done()
}
