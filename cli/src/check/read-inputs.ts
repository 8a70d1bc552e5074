import type { CallParts as CallInput } from '@backlot/contract/adapters/call-request'
import { AI_LIMITS } from '@backlot/contract/ai-view/entities'
import { DAY_MS, HOUR_MS } from '@backlot/contract/time'
import type { Knowledge, KnownDevice } from './knowledge.ts'

/** How a reading call that wants something is asked. */
export type ReadInputs = {
  /** Calls whose answers name it; they are made first. */
  from: readonly string[]
  /** Text when there is nothing to ask about. */
  about: string
  /** Inputs to try, the best first: the next is tried when one is refused. */
  inputs(known: Knowledge): CallInput[]
}

/** Most devices of a kind that are tried in turn. */
const TRIES = 4
const TREE = ['devices.tree'] as const
const TILE_ZOOM = 12

const ofDevices = (
  about: string,
  devices: (known: Knowledge) => readonly { sn: string }[],
  input: (device: { sn: string }, known: Knowledge) => CallInput,
): ReadInputs => ({
  from: TREE,
  about,
  inputs: (known) => first(devices(known)).map(({ sn }) => input({ sn }, known)),
})
const first = <T>(list: readonly T[]): readonly T[] => list.slice(0, TRIES)

const anyDevice = (known: Knowledge): KnownDevice[] => known.devices()
const stations = (known: Knowledge) => known.devices('hjt212')
const solar = (known: Knowledge) => known.stations('solar_energy')
const farms = (known: Knowledge) => known.stations('smart_agriculture')
const gas = (known: Knowledge) => known.stations('sensor')
const cameras = (known: Knowledge) => known.videoChannels()
const byQuery = ({ sn }: { sn: string }): CallInput => ({ query: { sn } })
const byBody = ({ sn }: { sn: string }): CallInput => ({ body: { sn } })

const channelInputs = (
  about: string,
  input: (channel: { sn: string; chnId: number }, known: Knowledge) => CallInput,
): ReadInputs => ({
  from: TREE,
  about,
  inputs: (known) => first(cameras(known)).map(({ sn, chnId }) => input({ sn, chnId }, known)),
})
const ptzInputs: ReadInputs = {
  from: TREE,
  about: 'the tree has no PTZ camera',
  inputs: (known) =>
    first(cameras(known).filter(({ isPtz }) => isPtz)).map(({ sn, chnId }) => ({ query: { sn, chnId } })),
}

const history = (devices: (known: Knowledge) => readonly { sn: string }[]): ReadInputs =>
  ofDevices('the tree has no such station', devices, ({ sn }, known) => ({
    body: { list: [sn], interval: 'hour', startTime: known.seconds(6 * HOUR_MS), endTime: known.seconds() },
  }))

const hour = (known: Knowledge) => ({ startTime: known.seconds(HOUR_MS), endTime: known.seconds() })
const always = (input: (known: Knowledge) => CallInput): ReadInputs => ({
  from: [],
  about: '',
  inputs: (known) => [input(known)],
})
const log = always((known) => ({ query: { startTime: known.seconds(DAY_MS), endTime: known.seconds() } }))
const byId = (from: string, about: string): ReadInputs => ({
  from: [from],
  about,
  inputs: (known) => first(known.numbers(from, 'id')).map((id) => ({ query: { id } })),
})
const atPlace = (input: (place: { longitude: number; latitude: number }) => CallInput): ReadInputs => ({
  from: TREE,
  about: 'no device in the tree has a position',
  inputs: (known) => {
    const place = known.place()
    return place ? [input(place)] : []
  },
})

/** No camera is there: a fault is the answer. */
const nowhere = always(() => ({ body: { address: 'http://127.0.0.1:9/onvif/device_service' } }))

const NO_DEVICE = 'the tree has no device'
const NO_STATION = 'the tree has no such station'
const NO_CAMERA = 'the tree has no camera'

/** By the name of the call. Others have no input. */
export const READ_INPUTS: Readonly<Record<string, ReadInputs>> = {
  'devices.tree': always(() => ({ query: { parentId: 0, childNode: 1, pageSize: 2000 } })),
  'devices.find': always(() => ({ query: { text: '1', limit: 5 } })),
  'devices.channels': ofDevices(NO_CAMERA, cameras, byQuery),
  'devices.extenInfo': ofDevices(NO_DEVICE, anyDevice, byQuery),
  'devices.gpsRealtime': {
    from: TREE,
    about: NO_DEVICE,
    inputs: (known) => [
      {
        body: {
          list: known
            .devices()
            .slice(0, 50)
            .map(({ sn }) => sn),
        },
      },
    ],
  },
  'sensors.realtime': ofDevices(NO_STATION, stations, byQuery),
  'sensors.config': ofDevices(NO_STATION, stations, byQuery),
  'sensors.ownSettings': ofDevices(NO_STATION, stations, byQuery),
  'sensors.packets': ofDevices(NO_STATION, stations, byQuery),
  'sensors.history': history(stations),
  'solar.realtime': ofDevices(NO_STATION, solar, byQuery),
  'solar.config': ofDevices(NO_STATION, solar, byQuery),
  'solar.history': history(solar),
  'agriculture.realtime': ofDevices(NO_STATION, farms, byQuery),
  'agriculture.config': ofDevices(NO_STATION, farms, byQuery),
  'agriculture.history': history(farms),
  'gas.realtime': ofDevices(NO_STATION, gas, byQuery),
  'gas.config': ofDevices(NO_STATION, gas, byQuery),
  'gas.history': history(gas),
  'senseControllers.channels': ofDevices(NO_STATION, stations, byQuery),
  'senseControllers.probe': {
    from: ['devices.tree', 'senseControllers.list'],
    about: 'no station, or no sensor to ask for',
    inputs(known) {
      const [sensor] = known.rows('senseControllers.list')
      if (!sensor) return []
      const { script, baudRate, codes } = sensor
      return first(stations(known)).map(({ sn }) => ({ body: { sn, script, baudRate, codes } }))
    },
  },
  'installation.points': ofDevices(NO_STATION, stations, byQuery),
  'installation.boundChannels': ofDevices(NO_DEVICE, stations, byQuery),
  'installation.info': ofDevices(NO_DEVICE, anyDevice, byQuery),
  'deviceAdmin.probeCamera': nowhere,
  'deviceAdmin.cameraTestPicture': nowhere,
  'deviceConfig.getVideoEncodeParam': channelInputs(NO_CAMERA, (query) => ({ query })),
  'deviceConfig.readVideoEncodeParam': channelInputs(NO_CAMERA, (query) => ({ query })),
  'deviceConfig.getTimeTitle': channelInputs(NO_CAMERA, (body) => ({ body })),
  'deviceConfig.getHardDiskParam': ofDevices(NO_CAMERA, cameras, byQuery),
  'deviceConfig.readHardDiskParam': ofDevices(NO_CAMERA, cameras, byQuery),
  'deviceConfig.getNetworkParam': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getPlatform': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getUploadConfig': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getCommon': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getPushPlan': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getPushWork': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getCaptureRule': ofDevices(NO_CAMERA, cameras, byQuery),
  'deviceConfig.getTimingSnapshot': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getTimingSwitch': ofDevices(NO_CAMERA, cameras, byBody),
  'deviceConfig.getRemoteUpgrade': ofDevices(NO_CAMERA, cameras, byQuery),
  'liveVideo.mediaServer': ofDevices(NO_CAMERA, cameras, byQuery),
  'recordings.query': channelInputs(NO_CAMERA, (channel, known) => ({
    body: { ...channel, ...hour(known) },
  })),
  'recordings.state': { from: [], about: 'nothing is being played: give --write', inputs: () => [] },
  'recordings.captures': ofDevices(NO_CAMERA, cameras, ({ sn }, known) => ({
    body: { sn, startTime: known.seconds(23 * HOUR_MS), endTime: known.seconds() },
  })),
  'recordings.picture': {
    from: ['recordings.captures'],
    about: 'there is no captured picture',
    inputs: (known) => first(known.texts('recordings.captures', 'fid')).map((fid) => ({ params: { fid } })),
  },
  'ptz.presets': ptzInputs,
  'ptz.cruises': ptzInputs,
  'preplans.devices': {
    from: ['preplans.list'],
    about: 'there is no video plan',
    inputs: (known) =>
      first(known.numbers('preplans.list', 'id')).map((id) => ({ query: { preplanId: id } })),
  },
  'map.reverseGeocode': atPlace((query) => ({ query })),
  'map.suggest': always(() => ({ query: { text: 'a' } })),
  'map.tile': atPlace((place) => ({ params: tileOf(place) })),
  'mapDispatch.nearest': atPlace((place) => ({ query: { ...place, kind: 'camera' } })),
  'mapDispatch.route': atPlace(({ longitude, latitude }) => ({
    query: {
      fromLongitude: longitude,
      fromLatitude: latitude,
      toLongitude: longitude + 0.01,
      toLatitude: latitude + 0.01,
    },
  })),
  'mapHeat.alarms': always((known) => ({ query: hour(known) })),
  'mapTraffic.now': atPlace(({ longitude, latitude }) => ({
    query: {
      west: longitude - 0.01,
      south: latitude - 0.01,
      east: longitude + 0.01,
      north: latitude + 0.01,
    },
  })),
  'alarms.list': always(() => ({ query: { pageSize: 100 } })),
  'alarms.get': byId('alarms.list', 'there is no alarm'),
  'alarms.history': byId('alarms.list', 'there is no alarm'),
  'aiView.alarmDetections': byId('alarms.list', 'there is no alarm'),
  'alarms.picture': {
    from: ['alarms.list'],
    about: 'no alarm has a picture',
    inputs: (known) =>
      first(known.rows('alarms.list').filter(({ resource }) => Array.isArray(resource) && resource[0])).map(
        ({ id }) => ({ params: { id: Number(id), index: 0 } }),
      ),
  },
  'alarms.sums': always(() => ({ query: { by: 'type' } })),
  'aiView.liveDetections': {
    from: TREE,
    about: 'the tree has no camera that analyses pictures',
    inputs: (known) =>
      first(known.devices('ai')).flatMap(({ sn, videoChnId }) =>
        videoChnId === undefined
          ? []
          : [
              {
                query: {
                  sn,
                  chnId: videoChnId,
                  fromMs: Math.floor(known.nowMs) - 2000 - AI_LIMITS.spanMs,
                  toMs: Math.floor(known.nowMs) - 2000,
                },
              },
            ],
      ),
  },
  'controlLists.portrait': {
    from: ['controlLists.list'],
    about: 'the control lists are empty',
    inputs: (known) => first(known.numbers('controlLists.list', 'id')).map((id) => ({ params: { id } })),
  },
  'workOrders.get': byId('workOrders.list', 'there is no work order'),
  'workOrders.rectification': always(() => ({ query: { unit: 'day' } })),
  'uploads.read': {
    from: ['session.getInfo'],
    about: 'the account has no uploaded logo',
    inputs: (known) => {
      const file = /\/upload\/([^/?]+)/.exec(known.user?.logo ?? '')?.[1]
      return file === undefined ? [] : [{ params: { file } }]
    },
  },
  'tracks.history': ofDevices(NO_DEVICE, moving, ({ sn }, known) => ({ body: { sn, ...hour(known) } })),
  'tracks.export': ofDevices(NO_DEVICE, moving, ({ sn }, known) => ({ body: { sn, ...hour(known) } })),
  'logs.system': log,
  'logs.user': log,
  'logs.device': log,
  'logs.alarm': log,
  'logs.visits': log,
  'servers.detail': {
    from: ['servers.list'],
    about: 'there is no server',
    inputs: (known) => first(known.numbers('servers.list', 'type')).map((type) => ({ query: { type } })),
  },
  'upgrades.run': byId('upgrades.runs', 'there is no upgrade run'),
  'statistics.onlineByDay': ofDevices(NO_DEVICE, anyDevice, byQuery),
}

function moving(known: Knowledge): KnownDevice[] {
  const found = known.devices('gps')
  return found.length > 0 ? found : known.devices()
}

/** The Web Mercator tile of a place. */
function tileOf({ longitude, latitude }: { longitude: number; latitude: number }) {
  const tiles = 2 ** TILE_ZOOM
  const sin = Math.sin((latitude * Math.PI) / 180)
  return {
    z: TILE_ZOOM,
    x: Math.floor(((longitude + 180) / 360) * tiles),
    y: Math.floor((0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * tiles),
  }
}
