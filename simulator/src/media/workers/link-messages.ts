/**
 * What core and worker say to each other about cameras, over one WebSocket: text messages in JSON; the tags of all
 * streams, which are most of the bytes, as binary messages.
 */
import { z } from 'zod'
import { FLV_AUDIO, FLV_SCRIPT, FLV_VIDEO, type FlvTag } from '../../wire/flv/flv-tag.ts'
import type { SceneInput } from '../../world/scenes/scene-input.ts'
import type { EncoderOptions } from '../encoder-arguments.ts'

/** How a stream is encoded, on a machine that has an ffmpeg of its own. */
export type Encoding = Omit<EncoderOptions, 'ffmpeg'>

/** What is in a picture, but for what changes with every picture. */
type SceneFacts = Omit<SceneInput, (typeof EACH_PICTURE)[number]>
const EACH_PICTURE = ['timeMs', 'frame', 'vehicles'] as const

export class LinkFormatError extends Error {
  override name = 'LinkFormatError'
}

const WORDS_MAX = 2000
const VEHICLES_MAX = 200
const NAME_MAX = 200
/** A longer one is no picture of a camera. */
const TAG_MAX = 2 * 1024 * 1024

const whole = (most: number) => z.int().min(0).max(most)
const Stream = whole(0xffff_ffff)
const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const Input = z.custom<SceneInput>(isObject)
const Facts = z.custom<SceneFacts>(isObject)
const Vehicle = z.custom<SceneInput['vehicles'][number]>(isObject)

export const UNABLE = ['noFfmpeg', 'otherPictures'] as const
export type Unable = (typeof UNABLE)[number]

const FromWorker = z.discriminatedUnion('kind', [
  /** Takes so many streams; 0: it leaves. `h265`: also those of H.265. */
  z.strictObject({ kind: z.literal('ready'), slots: whole(10_000), h265: z.literal(true).optional() }),
  z.strictObject({ kind: z.literal('unable'), why: z.enum(UNABLE) }),
  z.strictObject({ kind: z.literal('ended'), stream: Stream, words: z.string().max(WORDS_MAX) }),
  /** A picture that will have no tag. */
  z.strictObject({ kind: z.literal('skipped'), stream: Stream }),
  z.strictObject({ kind: z.literal('prepared'), stream: Stream, id: Stream, ok: z.boolean() }),
])
export type FromWorker = z.infer<typeof FromWorker>

const FromCore = z.discriminatedUnion('kind', [
  /** The seed of the city, and what its pictures are. */
  z.strictObject({ kind: z.literal('welcome'), seed: z.number(), proof: z.string().max(NAME_MAX) }),
  /** The stream is the machine's from now on. */
  z.strictObject({
    kind: z.literal('open'),
    stream: Stream,
    /** For people: the camera. */
    name: z.string().max(NAME_MAX),
    encoding: z.strictObject({
      width: z.int().min(16).max(4096),
      height: z.int().min(16).max(4096),
      framesPerSecond: z.int().min(1).max(60),
      quality: z.number().min(0).max(60),
      ceilingKbps: z.int().min(1).max(100_000),
      isConstant: z.literal(true).optional(),
      codec: z.literal('h265').optional(),
      groupFrames: z.int().min(1).max(10_000).optional(),
    }),
  }),
  z.strictObject({
    kind: z.literal('picture'),
    stream: Stream,
    timestampMs: z.number(),
    fresh: z.boolean(),
    scene: z
      .strictObject({
        timeMs: z.number(),
        frame: z.number(),
        vehicles: z.array(Vehicle).max(VEHICLES_MAX),
        /** Left out: those of the picture before. */
        facts: Facts.optional(),
      })
      .optional(),
  }),
  z.strictObject({ kind: z.literal('prepare'), stream: Stream, id: Stream, input: Input }),
  z.strictObject({ kind: z.literal('close'), stream: Stream }),
])
export type FromCore = z.infer<typeof FromCore>

/** Throws a LinkFormatError. */
export const readFromWorker = (text: string): FromWorker => readBy(FromWorker, text)
/** Throws a LinkFormatError. */
export const readFromCore = (text: string): FromCore => readBy(FromCore, text)

function readBy<T>(schema: z.ZodType<T>, text: string): T {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new LinkFormatError('no JSON')
  }
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const { path, message } = read.error.issues[0] ?? { path: [], message: 'unknown' }
  throw new LinkFormatError(`${path.join('.')}: ${message}`)
}

export const encodeMessage = (message: FromWorker | Exclude<FromCore, { kind: 'picture' }>): string =>
  JSON.stringify(message)

export type PictureWriter = (picture: {
  input: SceneInput | undefined
  timestampMs: number
  fresh: boolean
}) => string

/** Writes the pictures of a stream: what did not change since the one before is left out. */
export function createPictureWriter(stream: number): PictureWriter {
  let told = ''
  return ({ input, timestampMs, fresh }) => {
    const head = `{"kind":"picture","stream":${stream},"timestampMs":${timestampMs},"fresh":${fresh}`
    if (!input) return `${head}}`
    const { timeMs, frame, vehicles, ...rest } = input
    const facts = JSON.stringify(rest satisfies SceneFacts)
    const scene = `"timeMs":${timeMs},"frame":${frame},"vehicles":${JSON.stringify(vehicles)}`
    if (facts === told) return `${head},"scene":{${scene}}}`
    told = facts
    return `${head},"scene":{${scene},"facts":${facts}}}`
  }
}

export type PictureReader = (
  scene: NonNullable<Extract<FromCore, { kind: 'picture' }>['scene']>,
) => SceneInput

/** Reads what its writer has written. Throws a LinkFormatError where facts were never told. */
export function createPictureReader(): PictureReader {
  let known: SceneFacts | undefined
  return ({ timeMs, frame, vehicles, facts }) => {
    known = facts ?? known
    if (!known) throw new LinkFormatError('a picture without its facts')
    return { ...known, timeMs, frame, vehicles }
  }
}

/** Stream (4 bytes), type of the tag (1), timestamp (4), body. */
const TAG_HEAD = 9
const TAG_TYPES: readonly number[] = [FLV_AUDIO, FLV_VIDEO, FLV_SCRIPT]

export function encodeStreamTag(stream: number, { type, timestampMs, body }: FlvTag): Buffer {
  const bytes = Buffer.allocUnsafe(TAG_HEAD + body.length)
  bytes.writeUInt32BE(stream, 0)
  bytes[4] = type
  bytes.writeUInt32BE(timestampMs >>> 0, 5)
  bytes.set(body, TAG_HEAD)
  return bytes
}

/** Throws a LinkFormatError. */
export function readStreamTag(bytes: Buffer): { stream: number; tag: FlvTag } {
  if (bytes.length < TAG_HEAD) throw new LinkFormatError('a tag that is too short')
  if (bytes.length > TAG_HEAD + TAG_MAX) throw new LinkFormatError('a tag that is too long')
  const type = bytes[4] ?? 0
  if (!TAG_TYPES.includes(type)) throw new LinkFormatError(`a tag of type ${type}`)
  return {
    stream: bytes.readUInt32BE(0),
    tag: { type, timestampMs: bytes.readUInt32BE(5), body: bytes.subarray(TAG_HEAD) },
  }
}
