/** Channels that a device of a kind has when it is not told otherwise. */
import type { Name } from '../world/city/types.ts'
import type { DeviceKind } from '../world/types.ts'
import type { DeviceChannel } from './device.ts'

type Plan = Omit<DeviceChannel, 'id' | 'deviceId' | 'sn'>

const VIDEO = 0
const ALARM_IN = 1
const ALARM_OUT = 2
const HJT212 = 3
const AUDIO = 4

const plan = (chnId: number, type: number, lineId: number, zh: string, en: string, isPtz = false): Plan => ({
  chnId,
  name: { zh, en },
  type,
  lineId,
  isPtz,
})

/** Channels of a kind; `isPtz` makes the first video channel one that can be steered. */
export function channelsOfKind(kind: DeviceKind, name: Name, isPtz: boolean): readonly Plan[] {
  switch (kind) {
    case 'camera':
    case 'ptzCamera':
      return [
        { ...plan(1, VIDEO, 1, name.zh, name.en, isPtz) },
        plan(2, AUDIO, 1, '语音', 'Audio'),
        plan(3, ALARM_IN, 1, '报警输入1', 'Alarm input 1'),
        plan(4, ALARM_OUT, 1, '报警输出1', 'Alarm output 1'),
      ]
    case 'vehicle':
      return [
        plan(1, VIDEO, 1, '前向摄像头', 'Front camera'),
        plan(2, VIDEO, 2, '车内摄像头', 'Cabin camera'),
        plan(3, AUDIO, 2, '车内语音', 'Cabin audio'),
        plan(4, ALARM_IN, 1, '紧急按钮', 'SOS button'),
      ]
    case 'bodyCamera':
      return [
        plan(1, VIDEO, 1, '主摄像头', 'Main camera'),
        plan(2, AUDIO, 1, '语音', 'Audio'),
        plan(3, ALARM_IN, 1, '紧急按钮', 'SOS button'),
      ]
    case 'hj212Station':
      return [plan(1, HJT212, 1, '环境监测', 'Environment')]
    case 'solarStation':
      return [plan(1, VIDEO, 1, '站点摄像头', 'Site camera'), plan(2, HJT212, 1, '太阳能数据', 'Solar data')]
    case 'farmStation':
      return [plan(1, VIDEO, 1, '田间摄像头', 'Field camera'), plan(2, HJT212, 1, '农业数据', 'Farm data')]
    case 'gasDetector':
      return [plan(1, HJT212, 1, '气体监测', 'Gas'), plan(2, ALARM_OUT, 1, '声光报警', 'Siren')]
    case 'sensorController':
      return [
        plan(1, HJT212, 1, 'RS-485 总线', 'RS-485 bus'),
        plan(2, ALARM_IN, 1, '报警输入1', 'Alarm input 1'),
        plan(3, ALARM_IN, 1, '报警输入2', 'Alarm input 2'),
        plan(4, ALARM_OUT, 1, '报警输出1', 'Alarm output 1'),
        plan(5, ALARM_OUT, 1, '报警输出2', 'Alarm output 2'),
      ]
  }
}
