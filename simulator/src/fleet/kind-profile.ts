/** What every kind of device is: protocols, abilities, business types, names and which online fields it moves. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { PROTOCOL_TYPES } from '@backlot/contract/devices/constants'
import type { Name } from '../world/city/types.ts'
import type { DeviceKind } from '../world/types.ts'
import type { OnlineField } from './device.ts'
import type { ProtocolName } from './serials.ts'

export type KindProfile = {
  protocols: readonly ProtocolName[]
  ability: number
  bizType: readonly string[]
  isPtz: boolean
  models: readonly string[]
  /** Spread between neighbours, metres. */
  spacingM: number
}

const { video, hjt212, alarm, meeting, gps, acquisition, sensor, ai } = ABILITY_BITS

export const KIND_PROFILES: Readonly<Record<DeviceKind, KindProfile>> = {
  camera: profile(['gb28181', 'v1', 'onvif', 'v3'], video | alarm | ai, [], false, ['bullet', 'dome'], 320),
  ptzCamera: profile(['gb28181', 'v1', 'v3'], video | alarm | ai, [], true, ['speedDome'], 700),
  bodyCamera: profile(['v3'], video | alarm | meeting | gps, [], false, ['bodyWorn'], 0),
  vehicle: profile(
    ['jt808'],
    video | alarm | gps,
    [],
    false,
    ['taxi', 'bus', 'patrol', 'logistics', 'sanitation'],
    0,
  ),
  hj212Station: profile(['hj212'], hjt212 | alarm, [], false, ['air'], 900),
  solarStation: profile(['v1'], video | acquisition | alarm, ['solar_energy'], false, ['solar'], 700),
  farmStation: profile(['v1'], video | acquisition | alarm, ['smart_agriculture'], false, ['farm'], 700),
  gasDetector: profile(['hj212'], acquisition | sensor | alarm, ['sensor'], false, ['gas'], 150),
  sensorController: profile(
    ['v1'],
    hjt212 | alarm,
    [],
    false,
    ['controllerYard', 'controllerPump', 'controllerPlant'],
    500,
  ),
}

function profile(
  protocols: readonly ProtocolName[],
  ability: number,
  bizType: readonly string[],
  isPtz: boolean,
  models: readonly string[],
  spacingM: number,
): KindProfile {
  return { protocols, ability, bizType, isPtz, models, spacingM }
}

const MODEL_NAMES: Readonly<Record<string, Name>> = {
  bullet: { zh: '枪机', en: 'camera' },
  dome: { zh: '半球', en: 'dome' },
  cameraUnbound: { zh: '待接入枪机', en: 'camera, not yet bound' },
  cameraMediaDown: { zh: '维护中枪机', en: 'camera, in maintenance' },
  cameraOffline: { zh: '停用枪机', en: 'camera, switched off' },
  cameraBroken: { zh: '故障枪机', en: 'camera, faulty' },
  speedDome: { zh: '球机', en: 'PTZ' },
  air: { zh: '空气质量站', en: 'air station' },
  dust: { zh: '扬尘监测', en: 'dust monitor' },
  noise: { zh: '噪声监测', en: 'noise monitor' },
  water: { zh: '水位监测', en: 'water level' },
  industrial: { zh: '厂界监测', en: 'industrial air station' },
  full: { zh: '综合监测站', en: 'reference station' },
  solar12: { zh: '太阳能监控', en: 'solar camera' },
  solar24: { zh: '太阳能监控', en: 'solar camera' },
  controllerYard: { zh: '库区传感控制器', en: 'yard sensor controller' },
  controllerPump: { zh: '泵站传感控制器', en: 'pump station sensor controller' },
  controllerPlant: { zh: '厂区传感控制器', en: 'plant sensor controller' },
  solar: { zh: '太阳能监控', en: 'solar camera' },
  farm: { zh: '农业监测', en: 'farm station' },
  gas: { zh: '气体探测', en: 'gas detector' },
  taxi: { zh: '出租车', en: 'Taxi' },
  bus: { zh: '公交车', en: 'Bus' },
  patrol: { zh: '巡逻车', en: 'Patrol' },
  logistics: { zh: '物流车', en: 'Truck' },
  sanitation: { zh: '环卫车', en: 'Sweeper' },
  bodyWorn: { zh: '执法仪', en: 'body camera' },
}

export function modelName(model: string): Name {
  return MODEL_NAMES[model] ?? { zh: model, en: model }
}

/** Which online fields a device of this protocol and kind moves when it comes and goes. */
export function onlineFieldsOf(device: { kind: DeviceKind; protocolType: number }): readonly OnlineField[] {
  switch (device.protocolType) {
    case PROTOCOL_TYPES.gb28181:
      return ['gbOnlineStatus']
    case PROTOCOL_TYPES.hj212:
      return ['sensorOnlineStatus']
    case PROTOCOL_TYPES.jt808:
      return ['videoOnlineStatus', 'gisOnlineStatus']
    case PROTOCOL_TYPES.v3:
      return ['smartOnlineStatus', 'videoOnlineStatus']
    default:
      if (device.kind === 'sensorController') return ['sensorOnlineStatus']
      return device.kind === 'solarStation' || device.kind === 'farmStation'
        ? ['videoOnlineStatus', 'sensorOnlineStatus']
        : ['videoOnlineStatus']
  }
}
