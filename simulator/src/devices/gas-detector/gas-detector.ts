/** A gas detector: combustible gas, CO, H2S, NH3 and O2, each with a low and a high alarm level, and a siren. */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Quantity } from '../../world/types.ts'
import type { DeviceKindSpec } from '../device-kind.ts'

const GAS_QUANTITIES: readonly Quantity[] = [
  'gasCombustible',
  'gasCo',
  'gasH2s',
  'gasNh3',
  'gasO2',
  'temperature',
]

export const GAS_DETECTOR: DeviceKindSpec = {
  name: { zh: '气体探测器', en: 'Gas detector' },
  icon: {
    filled:
      'M8 1.8c2.6 2.6 4 4.6 4 6.7a4 4 0 0 1-8 0c0-1.2.5-2.2 1.5-3.3.3 1 .8 1.5 1.4 1.8C6.6 5 7 3.4 8 1.8Z',
    lines: 'M4 14h8',
  },
  marker: 'gas',
  protocols: ['hj212'],
  speaks: ['hj212', 'v1', 'v3'],
  typeProtocols: ['hj212'],
  wire: 'hj212',
  ability: ABILITY_BITS.acquisition | ABILITY_BITS.sensor | ABILITY_BITS.alarm,
  bizType: ['sensor'],
  channels: () => [
    { chnId: 1, type: CHANNEL_TYPES.hjt212, lineId: 1, name: { zh: '气体监测', en: 'Gas' } },
    { chnId: 2, type: CHANNEL_TYPES.alarmOut, lineId: 1, name: { zh: '声光报警', en: 'Siren' } },
  ],
  models: { gas: { name: { zh: '气体探测', en: 'gas detector' } } },
  usualModels: ['gas'],
  board: 'BL-GAS80',
  spacingM: 150,
  eyeM: 3,
  quantities: () => GAS_QUANTITIES,
  family: 'gas',
  watchesGas: true,
  reportMs: 60_000,
  onMains: true,
  records: 'never',
  incidents: ['gasLeak', 'ioAlarm'],
}
