/** Cameras that administrators added, as they are kept: facts of the platform, one each. */
import { CAMERA_TRANSPORTS, CAMERA_WAYS } from '@backlot/contract/device-admin/camera-entities'
import { z } from 'zod'

const Place = z.object({ port: z.number().int(), path: z.string() })
const Stream = z.object({ token: z.string(), place: Place })

export const CameraRecord = z.object({
  sn: z.string(),
  way: z.enum(CAMERA_WAYS),
  host: z.string(),
  port: z.number().int(),
  /** Of the device service, or of the stream. */
  path: z.string(),
  username: z.string(),
  /** By the secret box; the serial number is its purpose. */
  sealedPassword: z.string(),
  /** As stored, where a path holds a secret; the paths beside it show it hidden. */
  sealedPaths: z.string().optional(),
  transport: z.enum(CAMERA_TRANSPORTS),
  keepTime: z.boolean(),
  maker: z.string(),
  model: z.string(),
  hasPtz: z.boolean(),
  hasAudio: z.boolean(),
  sourceToken: z.string(),
  main: Stream,
  sub: Stream,
  presets: z.array(z.object({ index: z.number().int(), token: z.string(), name: z.string() })),
})
export type CameraRecord = z.infer<typeof CameraRecord>

/** Where records are kept. */
export type CameraRecords = {
  all(): CameraRecord[]
  /** Resolves after the commit. */
  keep(record: CameraRecord): Promise<void>
  remove(sn: string): Promise<void>
}
