/** A lift: floor, doors and load of its car, a camera and an emergency button in it. People are trapped now and then. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { AirContext } from '../../world/air/air-context.ts'
import type { DeviceKindSpec } from '../device-kind.ts'
import { carAt } from './car-ride.ts'
import { CAR_ROOM } from './car-room.ts'

const { video, audio, alarmIn, hjt212 } = CHANNEL_TYPES
const TRAPPED = { type: 'ElevatorAlarm', subType: 'Trapped' }

const carOf = (context: AirContext) => carAt(context, context.epochMs, context.inside('trapped'))

export const ELEVATOR: DeviceKindSpec = {
  name: { zh: '电梯', en: 'Elevator' },
  icon: {
    filled: 'M3.5 2.5h9v11h-9z',
    lines: 'M8 7.5v6M5.5 5.7 6.7 4.3 7.9 5.7M8.6 4.3 9.8 5.7 11 4.3M3.5 7.5h9',
  },
  marker: 'other',
  protocols: ['v1'],
  speaks: ['v1', 'v3'],
  onlineFields: ['videoOnlineStatus', 'sensorOnlineStatus'],
  ability: ABILITY_BITS.video | ABILITY_BITS.hjt212 | ABILITY_BITS.alarm,
  channels: () => [
    { chnId: 1, type: video, lineId: 1, name: { zh: '轿厢摄像头', en: 'Car camera' } },
    { chnId: 2, type: audio, lineId: 1, name: { zh: '轿厢对讲', en: 'Car intercom' } },
    { chnId: 3, type: alarmIn, lineId: 1, name: { zh: '紧急按钮', en: 'Emergency button' } },
    { chnId: 4, type: hjt212, lineId: 1, name: { zh: '电梯数据', en: 'Lift data' } },
  ],
  button: TRAPPED,
  models: {
    passengerLift: { name: { zh: '客梯', en: 'passenger lift' } },
    goodsLift: { name: { zh: '货梯', en: 'goods lift' }, board: 'BL-LFT12' },
  },
  usualModels: ['passengerLift'],
  board: 'BL-LFT10',
  spacingM: 120,
  eyeM: 2.3,
  room: CAR_ROOM,
  quantities: () => ['liftFloor', 'liftDoor', 'liftLoad'],
  family: 'hjt212',
  reportMs: 60_000,
  onMains: true,
  records: 'always',
  incidents: ['videoLoss', 'videoCover'],
  ownIncidents: [
    {
      kind: 'trapped',
      perDay: 1,
      perDevices: 20,
      quarters: [0.1, 0.35, 0.35, 0.2],
      minutes: [15, 60],
    },
  ],
  alarmTypes: [
    {
      type: TRAPPED.type,
      name: { zh: '电梯报警', en: 'Elevator alarm' },
      level: 1,
      subTypes: [
        {
          subType: TRAPPED.subType,
          name: { zh: '电梯困人', en: 'Person trapped' },
          level: 1,
          incident: 'trapped',
        },
      ],
    },
  ],
  ownReadings: [
    {
      quantity: 'liftFloor',
      code: 'e01',
      name: { zh: '楼层', en: 'Floor' },
      icon: 'liquidLevel',
      unit: 'F',
      decimals: 1,
      min: 1,
      max: 100,
      formula: (context) => carOf(context).floor,
    },
    {
      quantity: 'liftDoor',
      code: 'e02',
      name: { zh: '轿门开度', en: 'Door open' },
      icon: 'windDirection',
      unit: '%',
      decimals: 0,
      min: 0,
      max: 100,
      formula: (context) => 100 * carOf(context).door,
    },
    {
      quantity: 'liftLoad',
      code: 'e03',
      name: { zh: '载重', en: 'Load' },
      icon: 'pressure',
      unit: 'kg',
      decimals: 0,
      min: 0,
      max: 2000,
      formula: (context) => carOf(context).loadKg,
    },
  ],
}
