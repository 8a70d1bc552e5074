/** A fixed camera: looks one way all its life. V1, GB/T 28181 or ONVIF style by its protocol type. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Name } from '../../world/city/types.ts'
import type { ChannelPlan, DeviceKindSpec } from '../device-kind.ts'

const { video, audio, alarmIn, alarmOut } = CHANNEL_TYPES

/** Channels of a street camera; the first has the device's name. */
const cameraChannels = (name: Name): readonly ChannelPlan[] => [
  { chnId: 1, type: video, lineId: 1, name },
  { chnId: 2, type: audio, lineId: 1, name: { zh: '语音', en: 'Audio' } },
  { chnId: 3, type: alarmIn, lineId: 1, name: { zh: '报警输入1', en: 'Alarm input 1' } },
  { chnId: 4, type: alarmOut, lineId: 1, name: { zh: '报警输出1', en: 'Alarm output 1' } },
]

export const FIXED_CAMERA: DeviceKindSpec = {
  name: { zh: '固定摄像机', en: 'Fixed camera' },
  icon: {
    filled: 'm1.7 5.9 9.8-2.6 1.3 4.4-9.4 2.5z',
    lines: 'M4.2 10v3.3H1.8M12.8 7.7l1.6-.4',
  },
  marker: 'camera',
  protocols: ['gb28181', 'v1', 'onvif', 'v3'],
  speaks: ['gb28181', 'v1', 'onvif', 'v3'],
  ability: ABILITY_BITS.video | ABILITY_BITS.alarm | ABILITY_BITS.ai,
  channels: cameraChannels,
  models: {
    bullet: { name: { zh: '枪机', en: 'camera' } },
    dome: { name: { zh: '半球', en: 'dome' }, board: 'BL-IPC22' },
    thermal: { name: { zh: '热成像', en: 'thermal camera' }, pictureStyle: 'thermal' },
    thermalIron: {
      name: { zh: '热成像铁红', en: 'thermal camera, iron' },
      pictureStyle: 'thermalIron',
    },
    hall: { name: { zh: '大厅枪机', en: 'hall camera' }, hall: 'wall' },
    fisheye: { name: { zh: '大厅鱼眼', en: 'fish-eye camera' }, hall: 'fisheye', pictureStyle: 'fisheye' },
    cameraUnbound: { name: { zh: '待接入枪机', en: 'camera, not yet bound' } },
    cameraMediaDown: { name: { zh: '维护中枪机', en: 'camera, in maintenance' } },
    cameraOffline: { name: { zh: '停用枪机', en: 'camera, switched off' } },
    cameraBroken: { name: { zh: '故障枪机', en: 'camera, faulty' } },
  },
  usualModels: ['bullet', 'dome'],
  board: 'BL-IPC20',
  spacingM: 320,
  eyeM: 5,
  // GB/T 28181 keepalive.
  reportMs: 60_000,
  onMains: true,
  records: 'always',
  incidents: [
    'intruder',
    'fire',
    'face',
    'videoLoss',
    'ioAlarm',
    'videoCover',
    'noHelmet',
    'crowd',
    'loitering',
    'stranger',
  ],
}
