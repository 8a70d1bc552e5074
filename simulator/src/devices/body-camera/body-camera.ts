/** A body-worn V3 camera (protocol type 5): video, audio, GPS, an SOS button, a battery for a shift, a mobile signal. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKindSpec } from '../device-kind.ts'

const { video, audio, alarmIn } = CHANNEL_TYPES

export const BODY_CAMERA: DeviceKindSpec = {
  name: { zh: '执法记录仪', en: 'Body-worn camera' },
  icon: {
    filled: 'M4.5 2.5h7v11h-7z',
    lines: 'M6.1 6.3a1.9 1.9 0 1 0 3.8 0a1.9 1.9 0 1 0-3.8 0M6.5 11h3',
  },
  marker: 'bodyworn',
  protocols: ['v3'],
  speaks: ['v3', 'v1'],
  ability: ABILITY_BITS.video | ABILITY_BITS.alarm | ABILITY_BITS.meeting | ABILITY_BITS.gps,
  channels: () => [
    { chnId: 1, type: video, lineId: 1, name: { zh: '主摄像头', en: 'Main camera' } },
    { chnId: 2, type: audio, lineId: 1, name: { zh: '语音', en: 'Audio' } },
    { chnId: 3, type: alarmIn, lineId: 1, name: { zh: '紧急按钮', en: 'SOS button' } },
  ],
  button: { type: 'IoAlarm', subType: 'SOS' },
  isRadio: true,
  models: { bodyWorn: { name: { zh: '执法仪', en: 'body camera' } } },
  usualModels: ['bodyWorn'],
  board: 'BL-BWC10',
  spacingM: 0,
  moves: 'person',
  eyeM: 1.5,
  reportMs: 5000,
  onBattery: true,
  records: 'onDuty',
  incidents: ['sos'],
}
