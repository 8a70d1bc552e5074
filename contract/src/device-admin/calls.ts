import { z } from 'zod'
import { ACCESS } from '../access.ts'
import type { Call } from '../call.ts'
import { emptyQuery, get, post } from '../call.ts'
import { KindName } from '../devices/kind-schemas.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { oneLine } from '../texts.ts'
import {
  addCamera,
  cameraTestPicture,
  discoverCameras,
  listCameras,
  probeCamera,
  rebootCamera,
  syncCameraTime,
  updateCamera,
} from './camera-calls.ts'
import { DEVICE_LIMITS, DEVICE_ORIGINS } from './constants.ts'
import {
  DeviceChange,
  DeviceName,
  DeviceType,
  ImportRow,
  KnownDevice,
  ManagedDevice,
  ManagedGroup,
  NewDevice,
  NewDeviceType,
} from './entities.ts'

const assumed = { origin: 'assumed', whenMissing: 'hide' } as const
const order = z.enum(['asc', 'desc']).optional()
const version = z.number().int().min(0)
const id = z.number().int()

/** Sort fields of devices. */
const DEVICE_SORTS = ['name', 'sn', 'typeName', 'groupName', 'installTime'] as const

export const listDevices = get('/device/list', {
  ...assumed,
  name: 'deviceAdmin.list',
  summary: "Devices in the caller's scope, page by page.",
  access: ACCESS.manageDevices,
  query: z.object({
    ...pageQuery(50, 500),
    text: z.string().max(64).optional().describe('part of the name or the serial number'),
    nodeId: z.coerce.number().int().optional().describe('group id, with subgroups'),
    typeId: z.coerce.number().int().optional(),
    kind: KindName.optional(),
    online: z.coerce.number().int().min(0).max(1).optional(),
    ability: z.coerce.number().int().min(0).max(511).optional().describe('ability bits; all must be set'),
    origin: z.enum(DEVICE_ORIGINS).optional(),
    sort: z.enum(DEVICE_SORTS).optional(),
    order,
  }),
  data: pageOf(ManagedDevice),
})

export const addDevice = post('/device/add', {
  ...assumed,
  name: 'deviceAdmin.add',
  summary: 'Adds a device. It appears in the tree and on the map at once, and begins to report.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: NewDevice,
  data: z.object({ sn: z.string(), deviceId: id }),
})

export const updateDevice = post('/device/update', {
  ...assumed,
  name: 'deviceAdmin.update',
  summary:
    'Renames a device or sets its abilities. Refused (409) if someone has changed it since the given version.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: DeviceChange,
  data: nothing,
})

const devices = z.array(KnownDevice).min(1).max(DEVICE_LIMITS.atOnce)

export const moveDevices = post('/device/move', {
  ...assumed,
  name: 'deviceAdmin.move',
  summary: 'Moves devices to another group, all or none. Consoles receive each as removed and added.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ devices, groupId: z.number().int().min(1) }),
  data: nothing,
})

export const deleteDevices = post('/device/delete', {
  ...assumed,
  name: 'deviceAdmin.delete',
  summary: 'Removes devices, all or none. Their alarms are kept; ongoing alarms end.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ devices }),
  data: nothing,
})

export const listGroups = get('/device/group/list', {
  ...assumed,
  name: 'deviceAdmin.groups',
  summary: "Groups in the caller's scope, in tree order.",
  access: ACCESS.manageDevices,
  query: emptyQuery,
  data: z.object({ list: z.array(ManagedGroup) }),
})

export const addGroup = post('/device/group/add', {
  ...assumed,
  name: 'deviceAdmin.addGroup',
  summary: 'Adds a group. Names must be unique within their parent.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ parentId: z.number().int().min(0), name: DeviceName }),
  data: z.object({ id }),
})

export const renameGroup = post('/device/group/update', {
  ...assumed,
  name: 'deviceAdmin.renameGroup',
  summary: 'Renames a group. Refused (409) if someone has changed it since the given version.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ id, version, name: DeviceName }),
  data: nothing,
})

export const moveGroup = post('/device/group/move', {
  ...assumed,
  name: 'deviceAdmin.moveGroup',
  summary: 'Moves a group with everything below it to another parent; 0 is the top.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ id, version, parentId: z.number().int().min(0) }),
  data: nothing,
})

export const deleteGroup = post('/device/group/delete', {
  ...assumed,
  name: 'deviceAdmin.deleteGroup',
  summary: 'Deletes an empty group that no account is limited to.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ id, version }),
  data: nothing,
})

export const addChannel = post('/device/channel/add', {
  name: 'deviceAdmin.addChannel',
  summary: 'Adds a channel to a device.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({
    sn: z.string().min(1).max(64),
    name: DeviceName,
    type: z.number().int().min(0).max(4),
    lineId: z.number().int().min(1).max(DEVICE_LIMITS.channels).default(1),
  }),
  data: z.object({ chnId: z.number().int() }),
})

const channel = { sn: z.string().min(1).max(64), chnId: z.number().int().min(1) }

export const renameChannel = post('/device/channel/update', {
  ...assumed,
  name: 'deviceAdmin.renameChannel',
  summary: 'Renames a channel.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ ...channel, name: DeviceName }),
  data: nothing,
})

export const deleteChannel = post('/device/channel/delete', {
  ...assumed,
  name: 'deviceAdmin.deleteChannel',
  summary: 'Removes a channel from a device.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object(channel),
  data: nothing,
})

/** Sort fields of types. */
const DEVICE_TYPE_SORTS = ['name', 'kind', 'manufacturer', 'deviceCount', 'updateTime'] as const

export const listDeviceTypes = get('/deviceType/list', {
  ...assumed,
  name: 'deviceAdmin.types',
  summary: 'The device types.',
  access: ACCESS.seeDeviceTypes,
  query: z.object({
    ...pageQuery(50, 500),
    text: z.string().max(64).optional().describe('part of the name or the manufacturer'),
    kind: KindName.optional(),
    system: z.coerce.number().int().min(0).max(1).optional(),
    sort: z.enum(DEVICE_TYPE_SORTS).optional(),
    order,
  }),
  data: pageOf(DeviceType),
})

export const addDeviceType = post('/deviceType/add', {
  ...assumed,
  name: 'deviceAdmin.addType',
  summary: 'Adds a device type. Names must be unique.',
  changes: 'platform',
  access: ACCESS.manageDeviceTypes,
  body: NewDeviceType,
  data: z.object({ id }),
})

export const updateDeviceType = post('/deviceType/update', {
  ...assumed,
  name: 'deviceAdmin.updateType',
  summary:
    'Changes a type. Kind and protocol cannot be changed while devices use it. Refused (409) if someone has changed it since the given version.',
  changes: 'platform',
  access: ACCESS.manageDeviceTypes,
  body: NewDeviceType.extend({ id, version }),
  data: nothing,
})

export const deleteDeviceType = post('/deviceType/delete', {
  ...assumed,
  name: 'deviceAdmin.deleteType',
  summary: 'Deletes a type that no device uses.',
  changes: 'platform',
  access: ACCESS.manageDeviceTypes,
  body: z.object({ id, version }),
  data: nothing,
})

const importQuery = z.object({
  filename: oneLine(1, 255),
  /** Group of the rows that name none. */
  groupId: z.coerce.number().int().min(1),
  /** 1: reports the result for each row, and adds nothing. */
  check: z.coerce.number().int().min(0).max(1).default(0),
})
const importData = z.object({
  list: z.array(ImportRow),
  added: z.number().int(),
  refused: z.number().int(),
})

/** Media types of spreadsheets; browsers that know none send the last one. */
export const IMPORT_TYPES = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const

/** Raw bytes of an xls or xlsx file of at most 3 MB (stated). Rows that are well are added, the others are reported. */
export const importDevices: Call<typeof importQuery, z.ZodUndefined, typeof importData> = {
  method: 'POST',
  path: '/device/import',
  writes: true,
  ...assumed,
  name: 'deviceAdmin.import',
  summary: 'Adds devices from a file (xls or xlsx, at most 3 MB), with a report for every row.',
  changes: 'scope',
  access: ACCESS.manageDevices,
  query: importQuery,
  body: z.undefined(),
  data: importData,
  raw: { request: [...IMPORT_TYPES], maxBytes: LIMITS.importBytesMax },
}

export const DEVICE_ADMIN_CALLS = [
  listDevices,
  addDevice,
  updateDevice,
  moveDevices,
  deleteDevices,
  listGroups,
  addGroup,
  renameGroup,
  moveGroup,
  deleteGroup,
  addChannel,
  renameChannel,
  deleteChannel,
  listDeviceTypes,
  addDeviceType,
  updateDeviceType,
  deleteDeviceType,
  importDevices,
  discoverCameras,
  probeCamera,
  cameraTestPicture,
  addCamera,
  updateCamera,
  listCameras,
  rebootCamera,
  syncCameraTime,
]
