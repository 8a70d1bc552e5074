import type { Named } from '../../kernel/language.ts'

type Level = 1 | 2 | 3 | 4
type SubType = readonly [subType: string, zh: string, en: string, level: Level]
type TopType = { type: string; name: Named; level: Level; subTypes: readonly SubType[] }

/** Every kind of alarm, with its level: 1 grave, 2 major, 3 minor, 4 notice. */
export const ALARM_TYPES: readonly TopType[] = [
  {
    type: 'IoAlarm',
    name: { zh: '开关量报警', en: 'I/O alarm' },
    level: 2,
    subTypes: [
      ['SOS', '紧急求助', 'SOS', 1],
      ['DoorOpen', '门禁打开', 'Door open', 3],
      ['Smoke', '烟雾探测', 'Smoke detected', 1],
      ['Infrared', '红外触发', 'Infrared triggered', 2],
      ['Tamper', '设备防拆', 'Tamper', 2],
    ],
  },
  {
    type: 'VideoAlarm',
    name: { zh: '视频报警', en: 'Video alarm' },
    level: 3,
    subTypes: [
      ['VideoLoss', '视频丢失', 'Video loss', 2],
      ['VideoCover', '视频遮挡', 'Lens covered', 2],
      ['Motion', '移动侦测', 'Motion detected', 4],
    ],
  },
  {
    type: 'AiAlarm',
    name: { zh: '智能分析报警', en: 'AI alarm' },
    level: 2,
    subTypes: [
      ['Intruder', '区域入侵', 'Intruder', 1],
      ['Fire', '烟火识别', 'Fire', 1],
      ['NoHelmet', '未戴安全帽', 'No helmet', 3],
      ['Crowd', '人员聚集', 'Crowd', 3],
      ['Loitering', '人员徘徊', 'Loitering', 4],
    ],
  },
  {
    type: 'FaceAlarm',
    name: { zh: '人脸报警', en: 'Face alarm' },
    level: 2,
    subTypes: [
      ['Control', '布控人员', 'Person on a control list', 1],
      ['Stranger', '陌生人', 'Stranger', 3],
    ],
  },
  {
    type: 'DustAlarm',
    name: { zh: '扬尘报警', en: 'Dust alarm' },
    level: 2,
    subTypes: [
      ['PM25', 'PM2.5超标', 'PM2.5 over limit', 2],
      ['PM10', 'PM10超标', 'PM10 over limit', 2],
      ['TSP', 'TSP超标', 'TSP over limit', 2],
    ],
  },
  {
    type: 'EnvironmentAlarm',
    name: { zh: '环境报警', en: 'Environment alarm' },
    level: 3,
    subTypes: [
      ['Noise', '噪声超标', 'Noise over limit', 3],
      ['WaterLevel', '液位超限', 'Water level', 2],
      ['Wind', '大风', 'Strong wind', 3],
      ['Rain', '暴雨', 'Heavy rain', 3],
      ['Pollutant', '污染物超标', 'Pollutant over limit', 2],
    ],
  },
  {
    type: 'GasAlarm',
    name: { zh: '气体报警', en: 'Gas alarm' },
    level: 1,
    subTypes: [
      ['Combustible', '可燃气体泄漏', 'Combustible gas leak', 1],
      ['CO', '一氧化碳超标', 'CO over limit', 1],
      ['H2S', '硫化氢超标', 'H2S over limit', 1],
      ['NH3', '氨气超标', 'NH3 over limit', 2],
      ['O2', '氧气含量异常', 'O2 out of range', 2],
    ],
  },
  {
    type: 'VehicleAlarm',
    name: { zh: '车辆报警', en: 'Vehicle alarm' },
    level: 3,
    subTypes: [
      ['Overspeed', '超速', 'Overspeed', 3],
      ['Fatigue', '疲劳驾驶', 'Driver fatigue', 2],
      ['GeofenceIn', '进入区域', 'Entered an area', 4],
      ['GeofenceOut', '离开区域', 'Left an area', 3],
      ['GpsLost', '定位丢失', 'GPS lost', 3],
      ['Danger', '危险预警', 'Danger ahead', 3],
      ['DayOvertime', '当天累计驾驶超时', 'Driving time of the day exceeded', 3],
      ['ParkingOvertime', '超时停车', 'Parked too long', 4],
      ['RouteDeviation', '路线偏离', 'Off the route', 3],
      ['FuelAbnormal', '油量异常', 'Fuel abnormal', 3],
      ['Stolen', '车辆被盗', 'Vehicle stolen', 1],
      ['IllegalIgnition', '非法点火', 'Illegal ignition', 2],
      ['IllegalMove', '非法位移', 'Moved illegally', 2],
      ['Collision', '碰撞预警', 'Collision', 1],
      ['Rollover', '侧翻预警', 'Rollover', 1],
    ],
  },
  {
    type: 'DeviceAlarm',
    name: { zh: '设备报警', en: 'Device alarm' },
    level: 3,
    subTypes: [
      ['Offline', '设备离线', 'Device offline', 3],
      ['LowBattery', '电量过低', 'Low battery', 3],
      ['PowerLoss', '外部断电', 'Power loss', 2],
      ['DiskFault', '存储故障', 'Storage fault', 2],
      ['AntennaFault', '定位天线故障', 'Antenna fault', 3],
    ],
  },
  {
    type: 'SolarAlarm',
    name: { zh: '太阳能报警', en: 'Solar alarm' },
    level: 3,
    subTypes: [
      ['BatteryLow', '蓄电池电压低', 'Battery voltage low', 3],
      ['Overload', '负载过流', 'Load overcurrent', 2],
    ],
  },
  {
    type: 'AgricultureAlarm',
    name: { zh: '农业报警', en: 'Agriculture alarm' },
    level: 3,
    subTypes: [
      ['SoilDry', '土壤缺水', 'Soil too dry', 3],
      ['Frost', '霜冻', 'Frost', 2],
    ],
  },
  {
    type: 'Snapshot',
    name: { zh: '抓拍', en: 'Snapshot' },
    level: 4,
    subTypes: [['Snapshot-Manual', '手动抓拍', 'Manual snapshot', 4]],
  },
]

/** Whether the platform comes with such a type, with such a sub-type when one is given. */
export function isAlarmType(type: string, subType = ''): boolean {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  return top !== undefined && (subType === '' || top.subTypes.some(([name]) => name === subType))
}

/** Name of a kind of alarm, of the sub-type when there is one. */
export function alarmTypeName(type: string, subType: string): Named {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  const sub = top?.subTypes.find(([name]) => name === subType)
  if (sub) return { zh: sub[1], en: sub[2] }
  return top?.name ?? { zh: type, en: type }
}

/** Level of a kind of alarm, 1 grave … 4 notice; 3 for one that is not known. */
export function alarmTypeLevel(type: string, subType: string): Level {
  const top = ALARM_TYPES.find((entry) => entry.type === type)
  return top?.subTypes.find(([name]) => name === subType)?.[3] ?? top?.level ?? 3
}
