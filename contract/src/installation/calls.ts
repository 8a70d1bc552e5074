import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing } from '../envelope.ts'
import { lines, oneLine } from '../texts.ts'
import { MonitoringPoint, PointLimit, pointLimitFault } from './entities.ts'

/** Setup of a device: its monitoring points, the cameras that look at it, its installer and installation. */
const assumed = { origin: 'assumed', whenMissing: 'disable' } as const
const sn = z.string().min(1).max(64)
/** Grows with every change of the list, or of the information. */
const version = z.number().int()

export const INSTALLATION_LIMITS = {
  points: 32,
  boundChannels: 8,
  photos: 4,
  pointNameMax: 64,
  installerMax: 32,
  textMax: 128,
  remarkMax: 255,
  heightMax: 1000,
} as const

const text = (max: number) => oneLine(0, max)
const pointFields = {
  name: oneLine(1, INSTALLATION_LIMITS.pointNameMax),
  position: text(INSTALLATION_LIMITS.textMax),
  codes: z.array(z.string().min(1).max(16)).max(32),
  limits: z.array(PointLimit).max(32).default([]),
}
const limitsFit = (point: { limits: readonly PointLimit[]; codes: readonly string[] }) =>
  point.limits.every((_, at) => pointLimitFault(point, at) === undefined)
const fit = {
  path: ['limits'],
  message:
    'limits must be for quantities of the point, one per quantity, with the upper limit above the lower one',
}

export const monitoringPoints = get('/device/monitoringPoint/list', {
  name: 'installation.points',
  summary: 'The monitoring points of a device and their quantities. Path and sn are stated.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({ sn }),
  data: z.object({
    list: z.array(MonitoringPoint),
    version,
    /** Quantities that the device measures, to tell its points apart. */
    quantities: z.array(z.object({ code: z.string(), name: z.string(), unit: z.string().default('') })),
  }),
})
export const addMonitoringPoint = post('/device/monitoringPoint/add', {
  name: 'installation.addPoint',
  summary:
    'Adds a monitoring point to a measuring device. A quantity belongs to one point only. Limits of the point mark readings and can raise alarms. Refused (409) if the name exists, or someone else has changed the points since the given version.',
  ...assumed,
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn, ...pointFields, version }).refine(limitsFit, fit),
  data: z.object({ id: z.number().int() }),
})
export const updateMonitoringPoint = post('/device/monitoringPoint/update', {
  name: 'installation.updatePoint',
  summary: 'Changes a monitoring point. Earlier alarms keep its earlier name.',
  ...assumed,
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn, id: z.number().int(), ...pointFields, version }).refine(limitsFit, fit),
  data: nothing,
})
export const deleteMonitoringPoint = post('/device/monitoringPoint/delete', {
  name: 'installation.deletePoint',
  summary: 'Deletes a monitoring point, except the last one of a device.',
  ...assumed,
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn, id: z.number().int(), version }),
  data: nothing,
})

export const boundChannels = get('/device/bindChannels/list', {
  name: 'installation.boundChannels',
  summary: 'Camera channels that show a device, as far as the caller sees them. The path is stated.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({ sn }),
  data: z.object({
    list: z.array(
      z.object({
        sn: z.string(),
        chnId: z.number().int(),
        name: z.string(),
        devName: z.string(),
        onlineStatus: z.number().int(),
      }),
    ),
    version,
  }),
})
export const updateBoundChannels = post('/device/bindChannels/update', {
  name: 'installation.bindChannels',
  summary:
    'Sets the camera channels that show a device, in order. Pictures of its alarms come from the first. The path is stated, the fields are assumed.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({
    sn,
    list: z.array(z.object({ sn, chnId: z.number().int() })).max(INSTALLATION_LIMITS.boundChannels),
    version,
  }),
  data: nothing,
})

const installFields = {
  installTime: z.number().int().min(0).describe('seconds'),
  installer: text(INSTALLATION_LIMITS.installerMax),
  address: text(INSTALLATION_LIMITS.textMax),
  height: z
    .number()
    .min(-100)
    .max(INSTALLATION_LIMITS.heightMax)
    .nullable()
    .describe('metres above the ground'),
  photos: z
    .array(z.string().min(1).max(256))
    .max(INSTALLATION_LIMITS.photos)
    .describe('paths of /uploadFile'),
  remark: lines(0, INSTALLATION_LIMITS.remarkMax),
}
export const installInfo = get('/device/installInfo', {
  name: 'installation.info',
  summary: 'When, where, by whom and how a device was installed. The path is stated.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({ sn }),
  data: z.object({
    sn: z.string(),
    longitude: z.number(),
    latitude: z.number(),
    ...installFields,
    installer: z.string(),
    address: z.string(),
    remark: z.string(),
    version,
  }),
})
export const updateInstallInfo = post('/device/installInfo/update', {
  name: 'installation.updateInfo',
  summary:
    'Changes the installation data of a device. Refused (409) if someone else has changed it since the given version.',
  ...assumed,
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn, ...installFields, version }),
  data: nothing,
})

export const INSTALLATION_CALLS = [
  monitoringPoints,
  addMonitoringPoint,
  updateMonitoringPoint,
  deleteMonitoringPoint,
  boundChannels,
  updateBoundChannels,
  installInfo,
  updateInstallInfo,
]
