import type { AlarmLevel, AlarmType } from '../../devices/device-kind.ts'
import { KINDS } from '../../devices/kinds.ts'
import type { Named } from '../../kernel/language.ts'

const GENERAL: readonly AlarmType[] = [
  {
    type: 'IoAlarm',
    name: { zh: '开关量报警', en: 'I/O alarm' },
    level: 2,
    subTypes: [
      { subType: 'SOS', name: { zh: '紧急求助', en: 'SOS' }, level: 1 },
      { subType: 'DoorOpen', name: { zh: '门禁打开', en: 'Door open' }, level: 3 },
      { subType: 'Smoke', name: { zh: '烟雾探测', en: 'Smoke detected' }, level: 1 },
      { subType: 'Infrared', name: { zh: '红外触发', en: 'Infrared triggered' }, level: 2 },
      { subType: 'Tamper', name: { zh: '设备防拆', en: 'Tamper' }, level: 2 },
    ],
  },
  {
    type: 'VideoAlarm',
    name: { zh: '视频报警', en: 'Video alarm' },
    level: 3,
    subTypes: [
      { subType: 'VideoLoss', name: { zh: '视频丢失', en: 'Video loss' }, level: 2 },
      { subType: 'VideoCover', name: { zh: '视频遮挡', en: 'Lens covered' }, level: 2 },
      { subType: 'Motion', name: { zh: '移动侦测', en: 'Motion detected' }, level: 4 },
    ],
  },
  {
    type: 'AiAlarm',
    name: { zh: '智能分析报警', en: 'AI alarm' },
    level: 2,
    subTypes: [
      { subType: 'Intruder', name: { zh: '区域入侵', en: 'Intruder' }, level: 1 },
      { subType: 'Fire', name: { zh: '烟火识别', en: 'Fire' }, level: 1 },
      { subType: 'NoHelmet', name: { zh: '未戴安全帽', en: 'No helmet' }, level: 3 },
      { subType: 'Crowd', name: { zh: '人员聚集', en: 'Crowd' }, level: 3 },
      { subType: 'Loitering', name: { zh: '人员徘徊', en: 'Loitering' }, level: 4 },
    ],
  },
  {
    type: 'FaceAlarm',
    name: { zh: '人脸报警', en: 'Face alarm' },
    level: 2,
    subTypes: [
      { subType: 'Control', name: { zh: '布控人员', en: 'Person on a control list' }, level: 1 },
      { subType: 'Stranger', name: { zh: '陌生人', en: 'Stranger' }, level: 3 },
    ],
  },
  {
    type: 'DustAlarm',
    name: { zh: '扬尘报警', en: 'Dust alarm' },
    level: 2,
    subTypes: [
      { subType: 'PM25', name: { zh: 'PM2.5超标', en: 'PM2.5 over limit' }, level: 2 },
      { subType: 'PM10', name: { zh: 'PM10超标', en: 'PM10 over limit' }, level: 2 },
      { subType: 'TSP', name: { zh: 'TSP超标', en: 'TSP over limit' }, level: 2 },
    ],
  },
  {
    type: 'EnvironmentAlarm',
    name: { zh: '环境报警', en: 'Environment alarm' },
    level: 3,
    subTypes: [
      { subType: 'Noise', name: { zh: '噪声超标', en: 'Noise over limit' }, level: 3 },
      { subType: 'WaterLevel', name: { zh: '液位超限', en: 'Water level' }, level: 2 },
      { subType: 'Wind', name: { zh: '大风', en: 'Strong wind' }, level: 3 },
      { subType: 'Rain', name: { zh: '暴雨', en: 'Heavy rain' }, level: 3 },
      { subType: 'Pollutant', name: { zh: '污染物超标', en: 'Pollutant over limit' }, level: 2 },
    ],
  },
  {
    type: 'GasAlarm',
    name: { zh: '气体报警', en: 'Gas alarm' },
    level: 1,
    subTypes: [
      { subType: 'Combustible', name: { zh: '可燃气体泄漏', en: 'Combustible gas leak' }, level: 1 },
      { subType: 'CO', name: { zh: '一氧化碳超标', en: 'CO over limit' }, level: 1 },
      { subType: 'H2S', name: { zh: '硫化氢超标', en: 'H2S over limit' }, level: 1 },
      { subType: 'NH3', name: { zh: '氨气超标', en: 'NH3 over limit' }, level: 2 },
      { subType: 'O2', name: { zh: '氧气含量异常', en: 'O2 out of range' }, level: 2 },
    ],
  },
  {
    type: 'VehicleAlarm',
    name: { zh: '车辆报警', en: 'Vehicle alarm' },
    level: 3,
    subTypes: [
      { subType: 'Overspeed', name: { zh: '超速', en: 'Overspeed' }, level: 3 },
      { subType: 'Fatigue', name: { zh: '疲劳驾驶', en: 'Driver fatigue' }, level: 2 },
      { subType: 'GeofenceIn', name: { zh: '进入区域', en: 'Entered an area' }, level: 4 },
      { subType: 'GeofenceOut', name: { zh: '离开区域', en: 'Left an area' }, level: 3 },
      { subType: 'GpsLost', name: { zh: '定位丢失', en: 'GPS lost' }, level: 3 },
      { subType: 'Danger', name: { zh: '危险预警', en: 'Danger ahead' }, level: 3 },
      {
        subType: 'DayOvertime',
        name: { zh: '当天累计驾驶超时', en: 'Driving time of the day exceeded' },
        level: 3,
      },
      { subType: 'ParkingOvertime', name: { zh: '超时停车', en: 'Parked too long' }, level: 4 },
      { subType: 'RouteDeviation', name: { zh: '路线偏离', en: 'Off the route' }, level: 3 },
      { subType: 'FuelAbnormal', name: { zh: '油量异常', en: 'Fuel abnormal' }, level: 3 },
      { subType: 'Stolen', name: { zh: '车辆被盗', en: 'Vehicle stolen' }, level: 1 },
      { subType: 'IllegalIgnition', name: { zh: '非法点火', en: 'Illegal ignition' }, level: 2 },
      { subType: 'IllegalMove', name: { zh: '非法位移', en: 'Moved illegally' }, level: 2 },
      { subType: 'Collision', name: { zh: '碰撞预警', en: 'Collision' }, level: 1 },
      { subType: 'Rollover', name: { zh: '侧翻预警', en: 'Rollover' }, level: 1 },
    ],
  },
  {
    type: 'DeviceAlarm',
    name: { zh: '设备报警', en: 'Device alarm' },
    level: 3,
    subTypes: [
      { subType: 'Offline', name: { zh: '设备离线', en: 'Device offline' }, level: 3 },
      { subType: 'LowBattery', name: { zh: '电量过低', en: 'Low battery' }, level: 3 },
      { subType: 'PowerLoss', name: { zh: '外部断电', en: 'Power loss' }, level: 2 },
      { subType: 'DiskFault', name: { zh: '存储故障', en: 'Storage fault' }, level: 2 },
      { subType: 'AntennaFault', name: { zh: '定位天线故障', en: 'Antenna fault' }, level: 3 },
    ],
  },
  {
    type: 'SolarAlarm',
    name: { zh: '太阳能报警', en: 'Solar alarm' },
    level: 3,
    subTypes: [
      { subType: 'BatteryLow', name: { zh: '蓄电池电压低', en: 'Battery voltage low' }, level: 3 },
      { subType: 'Overload', name: { zh: '负载过流', en: 'Load overcurrent' }, level: 2 },
    ],
  },
  {
    type: 'AgricultureAlarm',
    name: { zh: '农业报警', en: 'Agriculture alarm' },
    level: 3,
    subTypes: [
      { subType: 'SoilDry', name: { zh: '土壤缺水', en: 'Soil too dry' }, level: 3 },
      { subType: 'Frost', name: { zh: '霜冻', en: 'Frost' }, level: 2 },
    ],
  },
  {
    type: 'Snapshot',
    name: { zh: '抓拍', en: 'Snapshot' },
    level: 4,
    subTypes: [{ subType: 'Snapshot-Manual', name: { zh: '手动抓拍', en: 'Manual snapshot' }, level: 4 }],
  },
]

/** Every kind of alarm: ids follow from the positions, so those of a single kind of devices come last. */
export const ALARM_TYPES: readonly AlarmType[] = [
  ...GENERAL,
  ...Object.values(KINDS).flatMap(({ alarmTypes = [] }) => alarmTypes),
]

/** Name of a kind of alarm, of the sub-type when there is one. */
export function alarmTypeName(type: string, subType: string): Named {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  return top?.subTypes.find((each) => each.subType === subType)?.name ?? top?.name ?? { zh: type, en: type }
}

/** Level of a kind of alarm, 1 critical … 4 notice; 3 for an unknown one. */
export function alarmTypeLevel(type: string, subType: string): AlarmLevel {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  return top?.subTypes.find((each) => each.subType === subType)?.level ?? top?.level ?? 3
}
