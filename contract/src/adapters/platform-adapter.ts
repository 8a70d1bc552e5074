import { z } from 'zod'
import { CODES, type CodeName } from '../codes.ts'
import { DottedPath, isRecord, ListPath } from './dotted-path.ts'
import { SHIPPED_ADAPTERS, type ShippedAdapter } from './shipped-adapters.ts'

/** One name, or several of which the first that is there counts. */
const Names = z
  .union([DottedPath, z.array(DottedPath)], { error: 'must be a name or a list of names' })
  .transform((names) => (typeof names === 'string' ? [names] : names))

/** Values a field may have: JSON's plain ones, compared with their type (0 is not "0"). */
const Plain = z.union([z.string(), z.number(), z.boolean()], {
  error: 'must be text, a number, true or false',
})

const Path = z.string().regex(/^\/[^\s?#]*$/, 'must be a path: /…')
const CallName = z.string().regex(/^\w+\.(\w+|\*)$/, 'must be the name of a call: area.verb, or area.*')
const OneCall = z.string().regex(/^\w+\.\w+$/, 'must be the name of a call: area.verb')

/** Our name of a field that is sent → the platform's. */
const SentNames = z.record(DottedPath, DottedPath)
const lists = (path: string) => path.split('[].').length
/** Our name of a field that comes → the platform's. */
const Renames = z.record(ListPath, ListPath).superRefine((names, found) => {
  for (const [ours, theirs] of Object.entries(names)) {
    if (lists(ours) !== lists(theirs))
      found.addIssue({ code: 'custom', path: [ours], message: 'must have as many [] as our name' })
  }
})
/** Our name of a field → its value where the platform sends none. */
const Fill = z.record(ListPath, z.json())

const Code = z.union([z.enum(Object.keys(CODES) as [CodeName, ...CodeName[]]), z.number().int()], {
  error: 'must be a number, or a name of contract/src/codes.ts',
})

/** How the password leaves the page. */
const Password = z.strictObject({
  /** `none`: as it was typed, which only TLS protects. */
  digest: z.enum(['sha256', 'sha1', 'md5', 'none']).default('sha256'),
  /** Hex digits as A to F. */
  upperCase: z.boolean().default(false),
})
export type PasswordForm = z.output<typeof Password>

/** Wrapper of every reply. */
const Envelope = z.strictObject({
  /** Field of the code. An empty list: there is none, the HTTP status decides. */
  code: Names.prefault('code'),
  msg: Names.prefault(['msg', 'message']),
  /** Where the data is. An empty list: the reply itself is the data. */
  data: Names.prefault('data'),
  /** Fields that report success; omitted: the code reports it. */
  success: Names.prefault([]),
  /** Values of success. */
  successIs: z.array(Plain).min(1).default([0, '0']),
  /** Rows of a page. A list in place of the page is understood too, and rows without a total count themselves. */
  list: Names.prefault('list'),
  total: Names.prefault('total'),
  /** A null in place of rows is an empty page. */
  nullLists: z.boolean().default(false),
})

const Session = z.strictObject({
  /** Where the id of the session comes back: in the data, beside it in the reply, in a header, or (cookie) nowhere. */
  in: z.enum(['data', 'reply', 'header', 'cookie']).default('data'),
  name: DottedPath.default('sessionId'),
  /** Headers of each call; `{sessionId}` is replaced by the session, and without one the header is left out. */
  headers: z.record(z.string().regex(/^[\w-]+$/, 'must be the name of a header'), z.string()).default({}),
})

/** Differences of one call. */
const CallForm = z.strictObject({
  method: z.enum(['GET', 'POST']).optional(),
  /** Form: `application/x-www-form-urlencoded`. */
  bodyAs: z.enum(['json', 'form']).default('json'),
  /** Fields of the query or the body. */
  send: SentNames.default({}),
  /** Sent besides, by the platform's names. */
  also: z.record(DottedPath, z.json()).default({}),
  /** Fields of the reply's data. */
  data: Renames.default({}),
  fill: Fill.default({}),
  /** Fields of each row of its page. */
  rows: Renames.default({}),
  fillRows: Fill.default({}),
})

/** Differences of one frame or message of the channel. */
const FrameForm = z.strictObject({
  /** The platform's word for it. */
  name: Plain.optional(),
  fields: Renames.default({}),
  /** Of a sent frame: additional fields. Of a received one: values of missing fields. */
  fill: Fill.default({}),
  rows: Renames.default({}),
  fillRows: Fill.default({}),
})

/** Frames that a console sends; the platform's own and the messages of a batch. */
const SENT_FRAMES = ['login', 'subscribe', 'unsubscribe', 'request', 'ping'] as const
export const HEARD_FRAMES = ['loginReply', 'batch', 'subscribed', 'reply', 'pong'] as const
export const HEARD_MESSAGES = [
  ...['gps', 'status', 'alarm', 'alarmGap', 'workOrder', 'alarmTypes', 'resource', 'tree'],
  ...['channelChange', 'setting', 'playback', 'download', 'clock', 'troubles', 'account'],
] as const

const Channel = z.strictObject({
  /** Field with the type of a frame. */
  type: DottedPath.default('type'),
  /** Field that holds the rest, also as JSON text; empty: beside the type. */
  body: z.union([z.literal(''), DottedPath]).default(''),
  /** Field of the body that holds the rows of a message. A list in place of the body is understood too. */
  list: Names.prefault('list'),
  code: Names.prefault('code'),
  msg: Names.prefault(['msg', 'message']),
  successIs: z.array(Plain).min(1).default([0, '0']),
  frames: z
    .partialRecord(
      z.enum([...SENT_FRAMES, ...HEARD_FRAMES, ...HEARD_MESSAGES] as [string, ...string[]]),
      FrameForm,
    )
    .default({}),
  /** Frames that the platform does not take. */
  lacks: z.array(z.enum(SENT_FRAMES)).default([]),
  /** Calls that are made over the channel of a platform whose login reply names none. */
  requests: z.array(OneCall).default([]),
  /** The sign-in is answered. If not, an open socket counts as signed in. */
  signInAnswered: z.boolean().default(true),
  /** Parameters of the address; `{sessionId}`, `{loginName}` and `{projectName}` are replaced by their values. */
  query: z.record(z.string(), z.string()).default({}),
})

const Media = z.strictObject({
  /** In which form streams are had: FLV over WebSocket or over HTTP. */
  over: z.enum(['ws', 'http']).default('ws'),
  /**
   * Target of addresses without a host: the platform, or the media server of the device, from `/device/getMediaServer`.
   */
  paths: z.enum(['platform', 'mediaServer']).default('platform'),
  /**
   * Address by the name of a call and of its field, from parts: `{sn}` is a field of the reply's data or, where that
   * has none, of the request.
   */
  templates: z.record(OneCall, z.record(DottedPath, z.string().min(1))).default({}),
  /** Replaces parts of addresses, one rule after the other. */
  rewrites: z
    .array(
      z.strictObject({
        from: z.string().refine(isPattern, 'must be a regular expression'),
        to: z.string(),
      }),
    )
    .default([]),
})

function isPattern(text: string): boolean {
  try {
    return text !== '' && new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

const Adapter = z.strictObject({
  base: z.enum(Object.keys(SHIPPED_ADAPTERS) as [ShippedAdapter, ...ShippedAdapter[]]).default('standard'),
  password: Password.prefault({}),
  session: Session.prefault({}),
  envelope: Envelope.prefault({}),
  /** The platform's code as text → ours. */
  codes: z.record(z.string(), Code).default({}),
  /** Start of a path of ours → of the platform's. The longest that fits counts; calls, channel and talk alike. */
  paths: z.record(Path, Path).default({}),
  calls: z.record(OneCall, CallForm).default({}),
  /** Calls that the platform does not have; they are not tried. */
  lacks: z.array(CallName).default([]),
  channel: Channel.prefault({}),
  media: Media.prefault({}),
})

/**
 * Differences of a platform from the contract, as data: the entry `adapter` of `config.json`, which is the name of a
 * shipped adapter or an object that changes the one it names as `base`. Reading the result again gives the same.
 * docs/adapters.md explains each field.
 */
export const PlatformAdapter = z.preprocess(withBase, Adapter)
export type PlatformAdapter = z.output<typeof Adapter>
/** An adapter as it is written. */
export type AdapterEntry = z.input<typeof Adapter> | ShippedAdapter

/** Reads an entry. Throws a ZodError that names the field. */
export function readAdapter(entry: unknown): PlatformAdapter {
  return PlatformAdapter.parse(entry)
}

/** The platform of the contract, to the letter. */
export const STANDARD_ADAPTER = readAdapter('standard')

function withBase(entry: unknown): unknown {
  if (typeof entry === 'string') return withBase({ base: entry })
  if (!isRecord(entry) || typeof entry['base'] !== 'string') return entry
  const base = Object.hasOwn(SHIPPED_ADAPTERS, entry['base'])
    ? SHIPPED_ADAPTERS[entry['base'] as ShippedAdapter]
    : {}
  return merged(base, entry)
}

/** Objects are joined, everything else is replaced. */
function merged(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over
  const fields = Object.entries(over).map(([name, value]) => [name, merged(base[name], value)])
  return { ...base, ...Object.fromEntries(fields) }
}
