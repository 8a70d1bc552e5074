import { ConsoleConfig } from '@backlot/contract/console-config'
import { z } from 'zod'

/** The form of a capture's folder; docs/record-replay.md describes it. Another version is another number. */
export const CAPTURE_FORMAT = 'backlot-capture'
export const CAPTURE_VERSION = 1
export const MANIFEST_FILE = 'manifest.json'
export const EVENTS_FILE = 'events.jsonl'
export const BODIES_FOLDER = 'bodies'

export const Manifest = z.object({
  format: z.literal(CAPTURE_FORMAT),
  version: z.literal(CAPTURE_VERSION),
  /** Host time of the beginning, epoch milliseconds: the 0 of the time line. */
  beganMs: z.number(),
  platform: z.string(),
  /** Hash of the console's files that were served. */
  console: z.string(),
  /** Config that the console received at its start. */
  config: ConsoleConfig,
  keepsPersonal: z.boolean(),
  keepsMedia: z.boolean(),
  maxBytes: z.number(),
})
export type Manifest = z.infer<typeof Manifest>

/** The author of a capture cannot name other files. */
const BodyFile = z.string().regex(/^bodies\/\d{1,12}(\.sent)?\.bin$/)

/** Text is in the event; bytes are in a file of the folder, in the order of their pieces. */
const Body = z.union([
  z.object({ text: z.string() }),
  z.object({ file: BodyFile }),
  /** It was not kept, and why. */
  z.object({ left: z.string(), bytes: z.number() }),
])
export type Body = z.infer<typeof Body>

const Headers = z.record(z.string(), z.union([z.string(), z.array(z.string())]))
export type Headers = z.infer<typeof Headers>

/** Milliseconds since the beginning, never going back; and which request or socket it is about. */
const at = { t: z.number(), id: z.number().int() }

const Side = z.enum(['console', 'platform'])
export type Side = z.infer<typeof Side>

/** A line of `events.jsonl`. */
export const CaptureEvent = z.discriminatedUnion('kind', [
  z.object({ ...at, kind: z.literal('request'), method: z.string(), path: z.string(), headers: Headers }),
  /** Body of the request, when it was complete. */
  z.object({ ...at, kind: z.literal('sent'), body: Body }),
  z.object({ ...at, kind: z.literal('reply'), status: z.number().int().min(100).max(599), headers: Headers }),
  /** Bytes of a request, a reply or a frame, behind those before in their file. */
  z.object({ ...at, kind: z.literal('piece'), from: Side, file: BodyFile, bytes: z.number().int().min(0) }),
  /** The reply is over; `cut`: before its end. */
  z.object({ ...at, kind: z.literal('end'), body: Body, cut: z.boolean().optional() }),
  z.object({ ...at, kind: z.literal('unreachable'), reason: z.string() }),
  z.object({ ...at, kind: z.literal('open'), path: z.string() }),
  /** A frame in text; each frame in bytes is a piece. */
  z.object({ ...at, kind: z.literal('frame'), from: Side, text: z.string() }),
  z.object({ ...at, kind: z.literal('close'), by: Side, code: z.number().int() }),
  /** Something of it was not kept. */
  z.object({ ...at, kind: z.literal('left'), what: z.string(), bytes: z.number() }),
  /** The platform announced its clock: its time then, and the host's. */
  z.object({
    t: z.number(),
    kind: z.literal('clock'),
    hostMs: z.number(),
    platformMs: z.number(),
    rate: z.number(),
    epoch: z.number().int(),
  }),
  /** The recording ended in order, and why. */
  z.object({
    t: z.number(),
    kind: z.literal('over'),
    why: z.enum(['asked', 'time', 'size']),
    left: z.record(z.string(), z.object({ count: z.number(), bytes: z.number() })),
  }),
])
export type CaptureEvent = z.infer<typeof CaptureEvent>
