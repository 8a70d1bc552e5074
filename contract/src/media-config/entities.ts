import { z } from 'zod'
import { RecordVersion } from '../record-version.ts'
import { oneLine } from '../texts.ts'
import { MEDIA_SERVER_LIMITS, MEDIA_SERVER_STATES, RECORD_MODES } from './constants.ts'

/** Ports of a media server; other keys of a platform's configJson pass. */
export const MediaServerPorts = z
  .object({
    wsPort: z.number().int().min(0).max(65_535),
    wssPort: z.number().int().min(0).max(65_535),
  })
  .loose()

/** A media server as players need it (stated fields). Addresses are host names or IP addresses, empty when unset. */
export const MediaServerInfo = z.object({
  addr1: z.string(),
  addr2: z.string(),
  addr3: z.string(),
  /** How it is reached inside the own network. */
  localAddr: z.string(),
  loginName: z.string(),
  /** The name of a key, never a password: `{key}`. */
  password: z.string(),
  configJson: MediaServerPorts,
})
export type MediaServerInfo = z.infer<typeof MediaServerInfo>

/** Recording of the media server (assumed, except for the packing interval of 1 to 240 minutes). */
export const RecordPlan = z.object({
  recordMode: z.enum(RECORD_MODES),
  /** Length of a file. */
  packMinutes: z.number().int().min(1).max(240),
  keepDays: z.number().int().min(1).max(180),
})
export type RecordPlan = z.infer<typeof RecordPlan>

const address = z
  .string()
  .max(253)
  .regex(/^[A-Za-z0-9._:[\]-]*$/, 'use letters, digits, dots, colons and minus signs only')

const named = {
  ...MediaServerInfo.shape,
  addr1: address,
  addr2: address,
  addr3: address,
  localAddr: address,
  name: oneLine(1, 64),
}

/** The media server with its addresses and its recording plan. Ports 0: the platform's own. */
export const MediaServerConfig = z.object({ ...MediaServerInfo.shape, name: z.string(), plan: RecordPlan })
export type MediaServerConfig = z.infer<typeof MediaServerConfig>

const account = {
  loginName: oneLine(0, 64),
  password: oneLine(0, 64).describe('name of a key, never a password'),
}
export const NewMediaServerConfig = z.object({ ...named, ...account, plan: RecordPlan })

/** A media server as it is entered (assumed but for the fields of MediaServerInfo). */
export const NewMediaServer = z.object({
  ...named,
  loginName: account.loginName.default('media'),
  password: account.password.default('{key}'),
  configJson: MediaServerPorts.describe('ports for players; 0: the listening port'),
  port: z
    .number()
    .int()
    .min(0)
    .max(MEDIA_SERVER_LIMITS.portMax)
    .describe(
      'listening port; 0: a free port. Always 0 for the first server, which uses the port of the platform',
    ),
  /** Off: its port is closed, and live video of its devices fails with code 1. */
  enabled: z.boolean(),
  /** Groups whose devices play from it, with all below that are not bound themselves. */
  groupIds: z.array(z.number().int().min(1)).max(MEDIA_SERVER_LIMITS.groups),
})
export type NewMediaServer = z.infer<typeof NewMediaServer>

/** A media server as it is now. `groupIds` holds those in the caller's scope. */
export const MediaServer = NewMediaServer.extend({
  name: z.string(),
  loginName: z.string(),
  password: z.string(),
  id: z.number().int(),
  /** Grows with each change: an update names the one it knows. */
  version: z.number().int(),
  /** All groups that are bound to it. */
  groupCount: z.number().int(),
  state: z.enum(MEDIA_SERVER_STATES),
  listenPort: z.number().int().nullable().describe('current listening port; null: none'),
  /** Of its port, since it was opened. The first server's port is the platform's, which carries more than streams. */
  connections: z.number().int(),
  bytesIn: z.number(),
  bytesOut: z.number(),
})
export type MediaServer = z.infer<typeof MediaServer>

/** Pictures taken at intervals (all fields assumed). */
export const CaptureRule = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Who takes them. */
  source: z.enum(['device', 'server']),
  intervalMinutes: z.number().int().min(1).max(240),
  /** Hours of the day, from (included) to (excluded). */
  fromHour: z.number().int().min(0).max(23),
  toHour: z.number().int().min(1).max(24),
  enabled: z.boolean(),
  version: RecordVersion,
})
export type CaptureRule = z.infer<typeof CaptureRule>
export const NewCaptureRule = CaptureRule.omit({ id: true, version: true }).extend({ name: oneLine(1, 32) })
