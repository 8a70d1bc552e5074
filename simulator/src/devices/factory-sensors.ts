/** The catalogue of sensors that are wired to the RS-485 lines of stations and controllers. */
import { REGISTERS_A_QUANTITY, scriptOf } from '@backlot/contract/sense-controllers/modbus'
import type { Quantity } from '../world/types.ts'
import type { FactorySensor } from './device-kind.ts'

const AIR = 0
const GAS = 1
const WEATHER = 2
const WATER = 3
const OTHER = 4

const sensor = (
  id: number,
  ctrlType: number,
  model: string,
  zh: string,
  en: string,
  ...quantities: Quantity[]
): FactorySensor => ({ id, number: `BL_${100 + id}`, name: { zh, en }, model, ctrlType, quantities })

export const FACTORY_SENSORS: readonly FactorySensor[] = [
  sensor(1, AIR, 'PM_25_10', '颗粒物传感器', 'Particle sensor', 'pm25', 'pm10'),
  sensor(2, AIR, 'TSP_2', '扬尘传感器', 'Dust sensor', 'tsp'),
  sensor(3, AIR, 'AQ_4', '四参数气体分析仪', 'Ambient gas analyser', 'so2', 'no2', 'co', 'o3'),
  sensor(
    4,
    WEATHER,
    'WS_5',
    '五参数气象仪',
    'Weather sensor',
    'temperature',
    'humidity',
    'pressure',
    'windSpeed',
    'windDirection',
  ),
  sensor(5, OTHER, 'NS_1', '噪声传感器', 'Noise sensor', 'noise'),
  sensor(6, WEATHER, 'LX_200', '照度传感器', 'Light sensor', 'illumination'),
  sensor(7, AIR, 'CO2_5000', '二氧化碳传感器', 'Carbon dioxide sensor', 'co2'),
  sensor(8, OTHER, 'RN_2', '辐射负离子传感器', 'Radiation and ion sensor', 'radiation', 'negativeIons'),
  sensor(9, WATER, 'LV_20', '投入式液位计', 'Submersible level gauge', 'liquidLevel'),
  sensor(10, WATER, 'FL_100', '管道流量计', 'Pipe flow meter', 'flow'),
  sensor(11, WEATHER, 'RG_02', '翻斗雨量计', 'Tipping bucket rain gauge', 'rainfall'),
  sensor(12, WEATHER, 'TH_2', '温湿度传感器', 'Climate sensor', 'temperature', 'humidity'),
  sensor(
    13,
    GAS,
    'MG_7',
    '七合一气体检测仪',
    'Seven gas monitor',
    'nh3',
    'h2s',
    'ch4',
    'tvoc',
    'voc',
    'ch2o',
    'o2',
  ),
  sensor(14, AIR, 'IA_3', '库区空气传感器', 'Store air sensor', 'ch2o', 'tvoc', 'co2'),
  sensor(15, GAS, 'SG_3', '井下气体检测仪', 'Sewer gas monitor', 'h2s', 'ch4', 'o2'),
  sensor(16, GAS, 'BG_4', '厂界气体检测仪', 'Boundary gas monitor', 'voc', 'tvoc', 'nh3', 'h2s'),
  sensor(
    17,
    WEATHER,
    'WS_4',
    '四参数气象仪',
    'Wind and climate sensor',
    'temperature',
    'humidity',
    'windSpeed',
    'windDirection',
  ),
  sensor(18, AIR, 'AQ_2', '二参数气体分析仪', 'Sulphur and nitrogen analyser', 'so2', 'no2'),
]
export const FACTORY_MAKER = { zh: '片场仪器', en: 'Backlot Instruments' } as const
/** All of them speak so. */
export const FACTORY_BAUD_RATE = 9600
/** The address that a sensor has when it leaves the factory. */
export const FACTORY_ADDRESS = 1

export const registersOf = (quantities: readonly unknown[]) => quantities.length * REGISTERS_A_QUANTITY

/** The script that asks a sensor for all that it has. */
export const scriptFor = (address: number, quantities: readonly unknown[]) =>
  scriptOf({ address, fn: 3, start: 0, count: registersOf(quantities) })

export type { Quantity as BusQuantity } from '../world/types.ts'
