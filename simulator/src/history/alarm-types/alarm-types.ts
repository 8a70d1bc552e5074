import type { AlarmLevel, AlarmSubType, AlarmType } from '../../devices/alarm-type.ts'
import { onKind } from '../../devices/kinds.ts'
import type { Named } from '../../kernel/language.ts'
import type { Incident } from '../../world/types.ts'
import { ANTENNA_FAULT } from './antenna-fault/antenna-fault.ts'
import { BATTERY_LOW } from './battery-low/battery-low.ts'
import { COLLISION } from './collision/collision.ts'
import { DANGER } from './danger/danger.ts'
import { DAY_OVERTIME } from './day-overtime/day-overtime.ts'
import { DISK_FAULT } from './disk-fault/disk-fault.ts'
import { FATIGUE } from './fatigue/fatigue.ts'
import { FROST } from './frost/frost.ts'
import { FUEL_ABNORMAL } from './fuel-abnormal/fuel-abnormal.ts'
import { GEOFENCE_IN } from './geofence-in/geofence-in.ts'
import { GEOFENCE_OUT } from './geofence-out/geofence-out.ts'
import { GPS_LOST } from './gps-lost/gps-lost.ts'
import { ILLEGAL_IGNITION } from './illegal-ignition/illegal-ignition.ts'
import { ILLEGAL_MOVE } from './illegal-move/illegal-move.ts'
import { INFRARED } from './infrared/infrared.ts'
import { MOTION } from './motion/motion.ts'
import { OFFLINE } from './offline/offline.ts'
import { OVERLOAD } from './overload/overload.ts'
import { PARKING_OVERTIME } from './parking-overtime/parking-overtime.ts'
import { PM10 } from './pm10/pm10.ts'
import { PM25 } from './pm25/pm25.ts'
import { POLLUTANT } from './pollutant/pollutant.ts'
import { POWER_LOSS } from './power-loss/power-loss.ts'
import { RAIN } from './rain/rain.ts'
import { ROLLOVER } from './rollover/rollover.ts'
import { ROUTE_DEVIATION } from './route-deviation/route-deviation.ts'
import { SMOKE } from './smoke/smoke.ts'
import { SOIL_DRY } from './soil-dry/soil-dry.ts'
import { STOLEN } from './stolen/stolen.ts'
import { WIND } from './wind/wind.ts'

const GENERAL: readonly AlarmType[] = [
  {
    type: 'IoAlarm',
    name: { zh: '开关量报警', en: 'I/O alarm' },
    level: 2,
    onInput: true,
    subTypes: [
      { subType: 'SOS', name: { zh: '紧急求助', en: 'SOS' }, level: 1, incident: 'sos' },
      { subType: 'DoorOpen', name: { zh: '门禁打开', en: 'Door open' }, level: 3, incident: 'ioAlarm' },
      SMOKE,
      INFRARED,
      { subType: 'Tamper', name: { zh: '设备防拆', en: 'Tamper' }, level: 2 },
    ],
  },
  {
    type: 'VideoAlarm',
    name: { zh: '视频报警', en: 'Video alarm' },
    level: 3,
    subTypes: [
      { subType: 'VideoLoss', name: { zh: '视频丢失', en: 'Video loss' }, level: 2, incident: 'videoLoss' },
      {
        subType: 'VideoCover',
        name: { zh: '视频遮挡', en: 'Lens covered' },
        level: 2,
        incident: 'videoCover',
      },
      MOTION,
    ],
  },
  {
    type: 'AiAlarm',
    name: { zh: '智能分析报警', en: 'AI alarm' },
    level: 2,
    isSeen: true,
    subTypes: [
      { subType: 'Intruder', name: { zh: '区域入侵', en: 'Intruder' }, level: 1, incident: 'intruder' },
      { subType: 'Fire', name: { zh: '烟火识别', en: 'Fire' }, level: 1, incident: 'fire' },
      { subType: 'NoHelmet', name: { zh: '未戴安全帽', en: 'No helmet' }, level: 3, incident: 'noHelmet' },
      { subType: 'Crowd', name: { zh: '人员聚集', en: 'Crowd' }, level: 3, incident: 'crowd' },
      { subType: 'Loitering', name: { zh: '人员徘徊', en: 'Loitering' }, level: 4, incident: 'loitering' },
    ],
  },
  {
    type: 'FaceAlarm',
    name: { zh: '人脸报警', en: 'Face alarm' },
    level: 2,
    isSeen: true,
    subTypes: [
      {
        subType: 'Control',
        name: { zh: '布控人员', en: 'Person on a control list' },
        level: 1,
        incident: 'face',
      },
      { subType: 'Stranger', name: { zh: '陌生人', en: 'Stranger' }, level: 3, incident: 'stranger' },
    ],
  },
  {
    type: 'DustAlarm',
    name: { zh: '扬尘报警', en: 'Dust alarm' },
    level: 2,
    subTypes: [
      PM25,
      PM10,
      {
        subType: 'TSP',
        name: { zh: 'TSP超标', en: 'TSP over limit' },
        level: 2,
        incident: 'dust',
        quantity: 'tsp',
      },
    ],
  },
  {
    type: 'EnvironmentAlarm',
    name: { zh: '环境报警', en: 'Environment alarm' },
    level: 3,
    subTypes: [
      {
        subType: 'Noise',
        name: { zh: '噪声超标', en: 'Noise over limit' },
        level: 3,
        incident: 'noise',
        quantity: 'noise',
      },
      {
        subType: 'WaterLevel',
        name: { zh: '液位超限', en: 'Water level' },
        level: 2,
        incident: 'waterLevel',
        quantity: 'liquidLevel',
      },
      WIND,
      RAIN,
      POLLUTANT,
    ],
  },
  {
    type: 'GasAlarm',
    name: { zh: '气体报警', en: 'Gas alarm' },
    level: 1,
    subTypes: [
      {
        subType: 'Combustible',
        name: { zh: '可燃气体泄漏', en: 'Combustible gas leak' },
        level: 1,
        incident: 'combustible',
      },
      { subType: 'CO', name: { zh: '一氧化碳超标', en: 'CO over limit' }, level: 1, incident: 'co' },
      { subType: 'H2S', name: { zh: '硫化氢超标', en: 'H2S over limit' }, level: 1, incident: 'h2s' },
      { subType: 'NH3', name: { zh: '氨气超标', en: 'NH3 over limit' }, level: 2, incident: 'nh3' },
      { subType: 'O2', name: { zh: '氧气含量异常', en: 'O2 out of range' }, level: 2, incident: 'o2' },
    ],
  },
  {
    type: 'VehicleAlarm',
    name: { zh: '车辆报警', en: 'Vehicle alarm' },
    level: 3,
    subTypes: [
      { subType: 'Overspeed', name: { zh: '超速', en: 'Overspeed' }, level: 3, incident: 'overspeed' },
      FATIGUE,
      GEOFENCE_IN,
      GEOFENCE_OUT,
      GPS_LOST,
      DANGER,
      DAY_OVERTIME,
      PARKING_OVERTIME,
      ROUTE_DEVIATION,
      FUEL_ABNORMAL,
      STOLEN,
      ILLEGAL_IGNITION,
      ILLEGAL_MOVE,
      COLLISION,
      ROLLOVER,
    ],
  },
  {
    type: 'DeviceAlarm',
    name: { zh: '设备报警', en: 'Device alarm' },
    level: 3,
    subTypes: [
      OFFLINE,
      {
        subType: 'LowBattery',
        name: { zh: '电量过低', en: 'Low battery' },
        level: 3,
        incident: 'lowBattery',
      },
      POWER_LOSS,
      DISK_FAULT,
      ANTENNA_FAULT,
    ],
  },
  {
    type: 'SolarAlarm',
    name: { zh: '太阳能报警', en: 'Solar alarm' },
    level: 3,
    subTypes: [BATTERY_LOW, OVERLOAD],
  },
  {
    type: 'AgricultureAlarm',
    name: { zh: '农业报警', en: 'Agriculture alarm' },
    level: 3,
    subTypes: [SOIL_DRY, FROST],
  },
  {
    type: 'Snapshot',
    name: { zh: '抓拍', en: 'Snapshot' },
    level: 4,
    subTypes: [{ subType: 'Snapshot-Manual', name: { zh: '手动抓拍', en: 'Manual snapshot' }, level: 4 }],
  },
]

const types: AlarmType[] = [...GENERAL]
const subTypes: RaisedSubType[] = []
const ofIncidents = new Map<RaisedSubType['incident'], RaisedSubType>()

/** A sub-type with what its type says. */
export type RaisedSubType = AlarmSubType & Pick<AlarmType, 'type' | 'onInput' | 'isSeen'>

/** Every type of alarms: ids follow from the positions, so those of a single kind of devices come last. */
export const ALARM_TYPES: readonly AlarmType[] = types

/** The sub-types of all types. */
export const ALARM_SUB_TYPES: readonly RaisedSubType[] = subTypes

function list(type: AlarmType): void {
  for (const each of type.subTypes) {
    const raised = { type: type.type, onInput: type.onInput, isSeen: type.isSeen, ...each }
    subTypes.push(raised)
    ofIncidents.set(each.incident, raised)
  }
}

for (const type of GENERAL) list(type)
onKind((_, { alarmTypes = [] }) => {
  for (const type of alarmTypes) {
    if (types.some((known) => known.type === type.type)) continue
    types.push(type)
    list(type)
  }
})

/** The alarm that the device of an incident raises: of a leak by its gas, combustible when it names none. */
export const alarmOfIncident = ({ kind, gas }: Pick<Incident, 'kind' | 'gas'>) =>
  ofIncidents.get(kind === 'gasLeak' ? (gas ?? 'combustible') : kind)

/** Name and level of a kind of alarm, of the sub-type when there is one; an unknown kind is ordinary. */
export function alarmFacts(type: string, subType: string): { name: Named; level: AlarmLevel } {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  const found = top?.subTypes.find((each) => each.subType === subType) ?? top
  return { name: found?.name ?? { zh: type, en: type }, level: found?.level ?? 3 }
}
