import { z } from 'zod'
import { oneLine } from '../texts.ts'
import { DeviceName } from './entities.ts'

/** Limits of real cameras that administrators add (assumed). */
export const CAMERA_LIMITS = {
  /** In all. */
  cameras: 256,
  addressMax: 512,
  /** Discovery waits this long for answers at most, seconds. */
  discoverMaxS: 10,
  profiles: 32,
} as const

/**
 * Why a camera cannot be used. unreachable: no connection; timeout: no answer; credentials: user name or password is
 * missing or wrong; notOnvif: the answers are not ONVIF, or not RTSP; noVideo: no profile with H.264 or H.265; noProfile:
 * no profile with this token; noDecoder: its picture cannot be decoded here, or there is no ffmpeg; notAllowed: the
 * address is not on the list of the start; notSupported: the camera cannot do this; refused: the camera says no, in its
 * own words; keyLost: the stored password cannot be read any more; added: a device shows the same profile already; full:
 * there are as many cameras or devices as the platform takes.
 */
export const CAMERA_FAULTS = [
  'unreachable',
  'timeout',
  'credentials',
  'notOnvif',
  'noVideo',
  'noProfile',
  'noDecoder',
  'notAllowed',
  'notSupported',
  'refused',
  'keyLost',
  'added',
  'full',
] as const

export const CAMERA_WAYS = ['onvif', 'rtsp'] as const
export const CAMERA_TRANSPORTS = ['auto', 'tcp', 'udp'] as const
export type CameraTransport = (typeof CAMERA_TRANSPORTS)[number]

const Address = oneLine(1, CAMERA_LIMITS.addressMax).describe(
  'ONVIF: http://host[:port]/path of its device service, or host[:port]; RTSP: rtsp://host[:port]/path. Without an account; of an added camera, `***` stands for the secret that it has there',
)
const Username = oneLine(0, 64)
const Password = z
  .string()
  .max(128)
  .regex(/^[ -~]*$/, 'printable ASCII characters only')
const ProfileToken = oneLine(1, 256)

export const CameraAccess = {
  address: Address,
  username: Username.default(''),
  password: Password.default(''),
  transport: z.enum(CAMERA_TRANSPORTS).default('auto').describe('how RTP comes'),
}

/** Access to a camera before it is added, or to one that is to be changed. */
export const CameraCheck = z.object({
  ...CameraAccess,
  sn: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('an added camera: without a password its stored one counts, at its host'),
})
export type CameraCheck = z.infer<typeof CameraCheck>

export const FoundCamera = z.object({
  address: z.string(),
  name: z.string(),
  hardware: z.string(),
  location: z.string(),
  scopes: z.array(z.string()),
  known: z.boolean().describe('it was added already'),
})
export type FoundCamera = z.infer<typeof FoundCamera>

export const CameraProfile = z.object({
  token: z.string(),
  name: z.string(),
  source: z.string().describe('profiles of one source show the same picture'),
  codec: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  fps: z.number(),
  kbps: z.number(),
  ptz: z.boolean(),
  audio: z.boolean(),
  streamUri: z.string().describe('without an account; `***` for secrets in its path'),
})
export type CameraProfile = z.infer<typeof CameraProfile>

export const CameraAbilities = z.object({
  ptz: z.boolean(),
  presets: z.boolean(),
  imaging: z.boolean(),
  events: z.boolean(),
  recording: z.boolean(),
})
export type CameraAbilities = z.infer<typeof CameraAbilities>

/** What a camera says about itself. */
export const ProbedCamera = z.object({
  way: z.enum(CAMERA_WAYS),
  maker: z.string(),
  model: z.string(),
  firmware: z.string(),
  serialNumber: z.string(),
  clockAheadMs: z
    .number()
    .nullable()
    .describe('its clock before the one of this machine; null: it tells none'),
  profiles: z.array(CameraProfile),
  abilities: CameraAbilities,
})
export type ProbedCamera = z.infer<typeof ProbedCamera>

/** The answer of a probe: one of both. */
export const CameraProbe = z.object({
  fault: z.enum(CAMERA_FAULTS).optional(),
  detail: z.string().optional().describe('the fault in words'),
  camera: ProbedCamera.optional(),
})

/** The profiles that the two streams of the channel show. Of an RTSP address it is empty. */
const Streams = {
  mainProfile: ProfileToken.optional(),
  subProfile: ProfileToken.optional().describe('left out: the main stream is the sub-stream too'),
}

export const NewCamera = z.object({
  ...CameraAccess,
  ...Streams,
  name: DeviceName,
  groupId: z.number().int().min(1),
  keepTime: z.boolean().default(true).describe('set its clock when it differs from that of this machine'),
})
export type NewCamera = z.infer<typeof NewCamera>

export const CameraChange = z.object({
  sn: z.string().min(1).max(64),
  version: z.number().int().min(0),
  address: Address.optional(),
  username: Username.optional(),
  password: Password.optional().describe('left out: stays, at the same host'),
  transport: z.enum(CAMERA_TRANSPORTS).optional(),
  mainProfile: ProfileToken.optional(),
  subProfile: ProfileToken.optional(),
  keepTime: z.boolean().optional(),
})
export type CameraChange = z.infer<typeof CameraChange>

export const AddedCamera = z.object({
  sn: z.string(),
  version: z.number().int().describe('of the device'),
  name: z.string(),
  groupId: z.number().int(),
  way: z.enum(CAMERA_WAYS),
  address: z.string().describe('`***` for secrets in its path'),
  username: z.string(),
  transport: z.enum(CAMERA_TRANSPORTS),
  keepTime: z.boolean(),
  maker: z.string(),
  model: z.string(),
  mainProfile: z.string(),
  subProfile: z.string(),
  state: z.enum(['connecting', 'online', 'offline']),
  sinceTime: z.number().describe('of the state, seconds'),
  heardTime: z.number().nullable().describe('seconds'),
  clockAheadMs: z.number().nullable(),
  events: z.enum(['none', 'subscribed', 'failed']),
  fault: z.enum(CAMERA_FAULTS).nullable().describe('the last one'),
  faultDetail: z.string(),
  faultTime: z.number().nullable().describe('seconds'),
})
export type AddedCamera = z.infer<typeof AddedCamera>
