/**
 * A sensor controller: a box with an RS-485 bus on which sensors answer at addresses of their own, gathered into
 * monitoring points, and with alarm inputs (contacts) and alarm outputs (relays).
 */
import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { CHANNEL_TYPES } from '@backlot/contract/devices/constants'
import type { Quantity } from '../../world/types.ts'
import type { DeviceKindSpec, MonitoringPoint } from '../device-kind.ts'
import { FACTORY_SENSORS } from '../factory-sensors.ts'
import { type Span, type SpanPattern, spansIn } from '../random-spans.ts'

const { hjt212, alarmIn, alarmOut } = CHANNEL_TYPES

export type ControllerModel = 'controllerYard' | 'controllerPump' | 'controllerPlant'

/** Settings of the alarm outputs. */
export const CONTROLLER_OUTPUTS = ['output1', 'output2'] as const

const STREAM = { contact: 2121 }

const point = (
  number: number,
  busAddress: number,
  zh: string,
  en: string,
  quantities: readonly Quantity[],
): MonitoringPoint => ({ point: number, busAddress, name: { zh, en }, quantities })

/** Points of a controller by model; its address on the bus is the sensor's. */
export const CONTROLLER_POINTS: Readonly<Record<ControllerModel, readonly MonitoringPoint[]>> = {
  controllerYard: [
    point(1, 1, '库区温湿度', 'Yard climate', ['temperature', 'humidity']),
    point(2, 2, '库区空气', 'Yard air', ['ch2o', 'tvoc', 'co2']),
    point(3, 5, '库区照度', 'Yard light', ['illumination']),
  ],
  controllerPump: [
    point(1, 1, '集水井液位', 'Sump level', ['liquidLevel']),
    point(2, 2, '出水流量', 'Outflow', ['flow']),
    point(3, 4, '泵站有害气体', 'Pump station gas', ['h2s', 'ch4', 'o2']),
    point(4, 6, '泵站温湿度', 'Pump station climate', ['temperature', 'humidity']),
  ],
  controllerPlant: [
    point(1, 1, '厂界废气', 'Plant boundary air', ['voc', 'tvoc', 'nh3', 'h2s']),
    point(2, 2, '厂区噪声', 'Plant noise', ['noise']),
    point(3, 3, '厂区气象', 'Plant weather', ['temperature', 'humidity', 'windSpeed', 'windDirection']),
    point(4, 7, '环境辐射', 'Radiation', ['radiation', 'negativeIons']),
  ],
}

function isControllerModel(model: string | undefined): model is ControllerModel {
  return model !== undefined && Object.hasOwn(CONTROLLER_POINTS, model)
}

function pointsOf(model: string | undefined): readonly MonitoringPoint[] {
  return CONTROLLER_POINTS[isControllerModel(model) ? model : 'controllerYard']
}

export const SENSOR_CONTROLLER: DeviceKindSpec = {
  name: { zh: '传感控制器', en: 'Sensor controller' },
  icon: { lines: 'M3 4h10M3 8h10M3 12h10M6 2.8v2.4M10.5 6.8v2.4M5 10.8v2.4' },
  marker: 'station',
  protocols: ['v1'],
  speaks: ['v1', 'v3', 'hj212'],
  typeProtocols: ['v1', 'v3'],
  onlineFields: ['sensorOnlineStatus'],
  ability: ABILITY_BITS.hjt212 | ABILITY_BITS.alarm,
  channels: () => [
    { chnId: 1, type: hjt212, lineId: 1, name: { zh: 'RS-485 总线', en: 'RS-485 bus' } },
    { chnId: 2, type: alarmIn, lineId: 1, name: { zh: '报警输入1', en: 'Alarm input 1' } },
    { chnId: 3, type: alarmIn, lineId: 1, name: { zh: '报警输入2', en: 'Alarm input 2' } },
    { chnId: 4, type: alarmOut, lineId: 1, name: { zh: '报警输出1', en: 'Alarm output 1' } },
    { chnId: 5, type: alarmOut, lineId: 1, name: { zh: '报警输出2', en: 'Alarm output 2' } },
  ],
  models: {
    controllerYard: { name: { zh: '库区传感控制器', en: 'yard sensor controller' } },
    controllerPump: { name: { zh: '泵站传感控制器', en: 'pump station sensor controller' } },
    controllerPlant: { name: { zh: '厂区传感控制器', en: 'plant sensor controller' } },
  },
  usualModels: ['controllerYard', 'controllerPump', 'controllerPlant'],
  onlyItsModels: true,
  board: 'BL-CTL90',
  spacingM: 500,
  eyeM: 2.5,
  quantities: (model) => pointsOf(model).flatMap(({ quantities }) => quantities),
  points: pointsOf,
  // The sensor of each monitoring point, at the point's address.
  line: (model) =>
    pointsOf(model).flatMap(({ busAddress, quantities }) => {
      const sensor = FACTORY_SENSORS.find((each) => each.quantities.join() === quantities.join())
      return sensor && busAddress !== undefined ? [{ address: busAddress, sensor }] : []
    }),
  family: 'hjt212',
  isSensorCarrier: true,
  hasContacts: true,
  reportMs: 60_000,
  onMains: true,
  records: 'never',
  incidents: [],
}

/** The contact of an alarm input (1, 2 …) closes now and then, for minutes: a door opened, a float switch up. */
function contactOf(input: number): SpanPattern {
  const first = STREAM.contact + 16 * input
  const streams = { phase: first, exists: first + 1, length: first + 2, start: first + 3 }
  return { cellMs: 3 * 3_600_000, chance: 0.22, minMs: 60_000, maxMs: 15 * 60_000, streams }
}

/** Spans that touch [fromMs, toMs) in which an input's contact is closed. */
export function closedSpans(
  seed: number,
  entity: number,
  input: number,
  fromMs: number,
  toMs: number,
): Span[] {
  return spansIn(seed, entity, contactOf(input), fromMs, toMs)
}
