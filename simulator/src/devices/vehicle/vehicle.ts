/** A vehicle's JT/T 808 terminal: place, speed, direction, mileage, fuel, ignition, SOS, overspeed, undervoltage. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { DeviceKindSpec } from '../device-kind.ts'

const { video, audio, alarmIn } = CHANNEL_TYPES

export const VEHICLE: DeviceKindSpec = {
  name: { zh: '车载终端', en: 'Vehicle' },
  icon: {
    filled:
      'm2.8 7.3 1.3-3c.2-.5.6-.8 1.2-.8h5.4c.6 0 1 .3 1.2.8l1.3 3c.5.2.8.6.8 1.2v3H2v-3c0-.6.3-1 .8-1.2Z',
    lines: 'M3 7.4h10M3.5 11.5v1.7M12.5 11.5v1.7',
  },
  marker: 'vehicle',
  protocols: ['jt808'],
  speaks: ['jt808', 'v3', 'v1'],
  wire: 'jt808',
  ability: ABILITY_BITS.video | ABILITY_BITS.alarm | ABILITY_BITS.gps,
  channels: () => [
    { chnId: 1, type: video, lineId: 1, name: { zh: '前向摄像头', en: 'Front camera' } },
    { chnId: 2, type: video, lineId: 2, name: { zh: '车内摄像头', en: 'Cabin camera' } },
    { chnId: 3, type: audio, lineId: 2, name: { zh: '车内语音', en: 'Cabin audio' } },
    { chnId: 4, type: alarmIn, lineId: 1, name: { zh: '紧急按钮', en: 'SOS button' } },
  ],
  button: { type: 'IoAlarm', subType: 'SOS' },
  models: {
    taxi: { name: { zh: '出租车', en: 'Taxi' } },
    bus: { name: { zh: '公交车', en: 'Bus' }, board: 'BL-MDVR44' },
    patrol: { name: { zh: '巡逻车', en: 'Patrol' }, board: 'BL-MDVR42', isPtz: true },
    logistics: { name: { zh: '物流车', en: 'Truck' } },
    sanitation: { name: { zh: '环卫车', en: 'Sweeper' } },
  },
  usualModels: ['taxi', 'bus', 'patrol', 'logistics', 'sanitation'],
  board: 'BL-MDVR40',
  spacingM: 0,
  moves: 'vehicle',
  eyeM: 2,
  reportMs: 10_000,
  records: 'whileDriving',
  incidents: ['sos', 'overspeed'],
}
