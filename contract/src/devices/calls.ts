import { z } from 'zod'
import { ACCESS } from '../access.ts'
import { get, post } from '../call.ts'
import { nothing, pageOf, pageQuery } from '../envelope.ts'
import { LIMITS } from '../limits.ts'
import { Channel, GpsFix, TreeNode } from './entities.ts'
import { DescribedKind } from './kind-schemas.ts'

const sn = z.string().min(1).max(64)

export const deviceTree = get('/deviceTreetable/list', {
  name: 'devices.tree',
  summary:
    "One level of the device tree, or (childNode=1) all groups and devices below a node, flat and in tree order. Below a device: its channels, controllers and monitoring points. Limited to the caller's scope.",
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({
    userId: z.coerce.number().int().optional(),
    parentId: z.coerce.number().int().default(0),
    ...pageQuery(LIMITS.treePickerPageSize, LIMITS.treeChildPageSize),
    childNode: z.coerce.number().int().min(0).max(1).default(0),
  }),
  data: pageOf(TreeNode),
})

export const channelList = get('/device/channel/list', {
  name: 'devices.channels',
  summary: 'Channels of a device, all or of one type.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({
    sn,
    type: z.coerce.number().int().min(0).max(4).optional(),
    ...pageQuery(LIMITS.channelPageSize, 500),
  }),
  data: pageOf(Channel),
})

export const getExtenInfo = get('/device/getExtenInfo', {
  name: 'devices.extenInfo',
  summary: 'Signal strength of a device.',
  origin: 'stated',
  access: ACCESS.signedIn,
  query: z.object({ sn }),
  data: z.object({ rssi: z.number().describe('dBm') }),
})

export const gpsRealtime = post('/gps/realtime/data', {
  name: 'devices.gpsRealtime',
  summary: 'Last known positions of devices.',
  origin: 'stated',
  access: ACCESS.signedIn,
  writes: false,
  body: z.object({ list: z.array(sn).max(2000) }),
  data: z.object({ list: z.array(GpsFix) }),
})

/** One current reading (stated fields D time, V value, F unit). */
export const SensorReading = z.object({
  code: z.string(),
  name: z.string(),
  icon: z.string(),
  D: z.number().describe('seconds'),
  V: z.number(),
  F: z.string(),
  /** Monitoring point at which it is measured, where the device has several. */
  monitorId: z.number().int().optional(),
  monitorName: z.string().optional(),
  /** Mark of the value as HJ 212 has it; left out or N: good data. */
  flag: z.string().optional(),
  decimals: z.number().int().optional(),
  /** Limits of the quantity, where it has any. */
  low: z.number().optional(),
  high: z.number().optional(),
})
export type SensorReading = z.infer<typeof SensorReading>

const readings = z.object({ list: z.array(SensorReading) })

export const sensorRealtime = get('/sensor/realtime/data', {
  name: 'sensors.realtime',
  summary: 'Current readings of an HJ 212 station.',
  origin: 'stated',
  access: { kind: 'routes', routes: ['/senseDevice', '/dispatch', '/realTime'], anyOf: ['hjt212'] },
  query: z.object({ sn }),
  data: readings,
})
export const solarRealtime = get('/solarEnergy/realtime/data', {
  name: 'solar.realtime',
  summary: 'Current readings of a solar station.',
  origin: 'stated',
  access: { kind: 'routes', routes: ['/solarEnergy', '/dispatch', '/realTime'], anyOf: ['solarEnergy'] },
  query: z.object({ sn }),
  data: readings,
})
export const agricultureRealtime = get('/agriculture/realtime/data', {
  name: 'agriculture.realtime',
  summary: 'Current readings of a farm station.',
  origin: 'stated',
  access: { kind: 'routes', routes: ['/agriculture', '/dispatch', '/realTime'], anyOf: ['agriculture'] },
  query: z.object({ sn }),
  data: readings,
})
export const gasRealtime = get('/gas/sensor/realtime/data', {
  name: 'gas.realtime',
  summary: 'Current readings of a gas detector.',
  origin: 'stated',
  access: { kind: 'routes', routes: ['/gas', '/dispatch', '/realTime'], anyOf: ['gasSeneor'] },
  query: z.object({ sn }),
  data: readings,
})

export const updatePlaceGps = post('/device/update/place/gps', {
  name: 'devices.updatePlaceGps',
  summary: 'Places a fixed device on the map.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn, longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) }),
  data: nothing,
})
export const clearPlaceGps = post('/device/clear/place/gps', {
  name: 'devices.clearPlaceGps',
  summary: 'Takes a fixed device off the map.',
  origin: 'stated',
  changes: 'scope',
  access: ACCESS.manageDevices,
  body: z.object({ sn }),
  data: nothing,
})

/**
 * All devices with a position, by column, for a map of 100,000 markers at start. Status: bit 0 online, bits 1–2
 * alarmFlg, bit 3 moving kind (vehicle or body-worn).
 */
export const positions = get('/device/position/list', {
  name: 'devices.positions',
  summary: "All devices with a position in the caller's scope, by column.",
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.useMap,
  query: z.object({}),
  data: z.object({
    sn: z.array(z.string()),
    name: z.array(z.string()),
    longitude: z.array(z.number()),
    latitude: z.array(z.number()),
    locationTime: z.array(z.number()),
    speed: z.array(z.number()),
    direction: z.array(z.number()),
    status: z.array(z.number().int()),
    ability: z.array(z.number().int()),
    parentId: z.array(z.number().int()),
    /** Index into kinds. */
    kind: z.array(z.number().int()),
    kinds: z.array(z.string()),
  }),
})

/** Built-in kinds are not among them: a console knows those. */
export const deviceKinds = get('/device/kinds/list', {
  name: 'devices.kinds',
  summary: 'Kinds of devices that files of the platform describe: names, icons, protocols.',
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.signedIn,
  query: z.object({}),
  data: z.object({ list: z.array(DescribedKind) }),
})

/** The tree has names in one language; a person may type those of another. */
export const findDevices = get('/device/find', {
  name: 'devices.find',
  summary:
    "Devices in the caller's scope whose name, in any language that the platform has, contains a text.",
  origin: 'assumed',
  whenMissing: 'fallback',
  access: ACCESS.signedIn,
  query: z.object({
    text: z.string().trim().min(1).max(64).describe('part of the name; case is ignored'),
    limit: z.coerce.number().int().min(1).max(50).default(8),
  }),
  data: z.object({
    list: z.array(z.object({ sn, name: z.string().describe('the name that contains the text') })),
  }),
})

export const DEVICE_CALLS = [
  deviceTree,
  findDevices,
  channelList,
  getExtenInfo,
  gpsRealtime,
  sensorRealtime,
  solarRealtime,
  agricultureRealtime,
  gasRealtime,
  updatePlaceGps,
  clearPlaceGps,
  positions,
  deviceKinds,
]
