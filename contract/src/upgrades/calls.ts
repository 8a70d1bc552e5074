import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { type Call, get, post } from '../call.ts'
import { KindName, KnownKind } from '../devices/kind-schemas.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { lines, oneLine } from '../texts.ts'
import { UPGRADE_LIMITS } from './constants.ts'
import { DeviceVersion, RunDevice, UpgradeRun, VersionNumber } from './entities.ts'

/** Versions of devices' software, and upgrades of many devices (assumed; the 50 MB and the states are stated). */
const see = { origin: 'assumed', whenMissing: 'hide', access: ACCESS.manageUpgrades } as const
const change = { origin: 'assumed', whenMissing: 'disable', access: ACCESS.manageUpgrades } as const

export const listVersions = get('/upgrade/version/list', {
  ...see,
  name: 'upgrades.versions',
  summary: 'Uploaded versions.',
  query: z.object({
    ...pageQuery(20, 500),
    text: z.string().max(64).optional().describe("part of the name, the version or the file's name"),
    kind: KindName.optional(),
  }),
  data: pageOf(DeviceVersion),
})

const VERSION_TYPES = ['application/octet-stream'] as const
/** Fields of a version besides its file. */
export const NewVersion = z.object({
  filename: oneLine(1, 255),
  name: oneLine(1, 32),
  version: VersionNumber,
  kind: z.union([z.literal(''), KnownKind]).default(''),
  notes: lines(0, 255).default(''),
})
const versionData = z.object({ id: z.number().int(), sha256: z.string() })

export const uploadVersion: Call<typeof NewVersion, z.ZodUndefined, typeof versionData> = {
  ...change,
  name: 'upgrades.upload',
  method: 'POST',
  path: '/upgrade/version/upload',
  writes: true,
  summary: 'Uploads a version (at most 50 MB), completely or not at all.',
  changes: 'platform',
  query: NewVersion,
  body: z.undefined(),
  data: versionData,
  raw: { request: [...VERSION_TYPES], maxBytes: LIMITS.versionBytesMax },
}

export const deleteVersion = post('/upgrade/version/delete', {
  ...change,
  name: 'upgrades.deleteVersion',
  summary: 'Removes a version. Refused (409) while a run uses it. Devices with this version keep it.',
  changes: 'platform',
  body: z.object({ id: z.number().int() }),
  data: nothing,
})

export const startUpgradeRun = post('/upgrade/run/start', {
  ...change,
  name: 'upgrades.start',
  summary:
    'Upgrades devices: online devices with another version that are not being upgraded download it now. The others are listed with the reason.',
  changes: 'scope',
  body: z.object({
    versionId: z.number().int(),
    sns: z.array(z.string().trim().min(1).max(32)).min(1).max(UPGRADE_LIMITS.devices),
  }),
  data: z.object({ id: z.number().int(), asked: z.number().int() }),
})

export const listUpgradeRuns = get('/upgrade/run/list', {
  ...see,
  name: 'upgrades.runs',
  summary: 'Upgrade runs, newest first, with their progress.',
  query: z.object(pageQuery(20, 500)),
  data: pageOf(UpgradeRun),
})

export const upgradeRun = get('/upgrade/run/detail', {
  ...see,
  name: 'upgrades.run',
  summary: 'A run with its devices, as far as the caller may see them.',
  query: z.object({ id: z.coerce.number().int() }),
  data: z.object({ run: UpgradeRun, list: z.array(RunDevice) }),
})

export const cancelUpgradeRun = post('/upgrade/run/cancel', {
  ...change,
  name: 'upgrades.cancel',
  summary:
    'Cancels the downloads of a run; installations continue. Refused (409) if nothing of it is running.',
  changes: 'scope',
  body: z.object({ id: z.number().int() }),
  data: z.object({ cancelled: z.number().int() }),
})

export const UPGRADE_CALLS = [
  listVersions,
  uploadVersion,
  deleteVersion,
  startUpgradeRun,
  listUpgradeRuns,
  upgradeRun,
  cancelUpgradeRun,
]
