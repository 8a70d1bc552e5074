/**
 * Factor codes: the quantity of each, its code of 2017 (HJ 212-2017 with HJ 524 and HJ 525), those of the 2005 dialect
 * and other spellings, the unit of the standard and the one that stations in the field really send.
 */
import { onKind } from '../../devices/kinds.ts'
import { QUANTITY_DICTIONARY } from '../../world/air/quantity-dictionary.ts'
import type { Quantity } from '../../world/types.ts'

export type WireUnit = string

export type Factor = {
  /** The code of 2017, or the one that we chose where the standard has none. */
  code: string
  /** Codes of the 2005 dialect, the one that stations of ours send first. */
  old: readonly string[]
  zh: string
  en: string
  /** Unit by the letter of the standard. */
  standardUnit: WireUnit
  /** Unit that stations send by default. */
  fieldUnit: WireUnit
  /** Quantity of the platform; undefined: it is stored under its code. */
  quantity?: Quantity
}

type Unit = WireUnit | readonly [standard: WireUnit, field: WireUnit]

const factor = (
  code: string,
  old: readonly string[],
  zh: string,
  en: string,
  unit: Unit,
  quantity?: Quantity,
): Factor => {
  const [standardUnit, fieldUnit] = typeof unit === 'string' ? [unit, unit] : unit
  return { code, old, zh, en, standardUnit, fieldUnit, quantity }
}

/** One that our sensors measure: its code and names are those of the dictionary. */
const sensed = (quantity: Quantity, old: readonly string[], unit: Unit): Factor => {
  const { code, name } = QUANTITY_DICTIONARY[quantity]
  return factor(code, old, name.zh, name.en, unit, quantity)
}

const STANDARD: readonly Factor[] = [
  // Air and weather.
  sensed('pm25', ['PM25', 'PM2.5'], ['ng/m³', 'µg/m³']),
  sensed('pm10', ['PM10'], ['ng/m³', 'µg/m³']),
  sensed('tsp', ['TSP'], ['ng/m³', 'µg/m³']),
  sensed('temperature', ['T01', 'TEM'], '℃'),
  sensed('humidity', ['H01', 'RH'], '%'),
  sensed('pressure', ['PA'], 'kPa'),
  sensed('windSpeed', ['W02', 'WS'], 'm/s'),
  sensed('windDirection', ['W01', 'WD'], '°'),
  sensed('noise', ['B03', 'Leq', 'LEQ', 'LeqA'], 'dB'),
  sensed('co', ['04'], 'mg/m³'),
  sensed('so2', ['02'], ['mg/m³', 'µg/m³']),
  sensed('no2', [], ['mg/m³', 'µg/m³']),
  sensed('o3', [], 'µg/m³'),
  sensed('nh3', ['10'], ['ng/m³', 'µg/m³']),
  sensed('h2s', ['05'], 'mg/m³'),
  sensed('ch4', [], ['ng/m³', 'mg/m³']),
  sensed('tvoc', [], 'mg/m³'),
  sensed('voc', [], 'mg/m³'),
  sensed('ch2o', ['19'], 'mg/m³'),
  sensed('co2', ['30'], ['mg/m³', 'ppm']),
  sensed('o2', ['S01'], '%'),
  sensed('negativeIons', [], '/cm³'),
  sensed('radiation', [], 'µSv/h'),
  sensed('rainfall', [], 'mm/h'),
  sensed('illumination', [], 'lux'),
  sensed('liquidLevel', [], 'm'),
  sensed('flow', ['B01'], 'L/s'),
  // Air that has no sensor of ours.
  factor('a21002', ['03'], '氮氧化物', 'NOx', 'mg/m³'),
  factor('a21003', [], '一氧化氮', 'NO', 'mg/m³'),
  factor('a00000', ['B02'], '废气流量', 'Gas flow', 'm³/s'),
  factor('a01011', ['S02'], '烟气流速', 'Gas velocity', 'm/s'),
  factor('a01012', ['S03'], '烟气温度', 'Gas temperature', '℃'),
  factor('a01013', ['S08'], '烟气压力', 'Gas pressure', 'kPa'),
  factor('a01014', ['S05'], '烟气湿度', 'Gas humidity', '%'),
  factor('a01015', ['S06'], '制冷温度', 'Cooling temperature', '℃'),
  factor('a01016', ['S07'], '烟道截面积', 'Duct cross-section', 'm²'),
  factor('a01017', ['S04'], '烟气动压', 'Gas dynamic pressure', 'kPa'),
  factor('a34013', ['01'], '烟尘', 'Soot', 'mg/m³'),
  factor('a21018', ['06'], '氟化物', 'Fluorides', 'mg/m³'),
  factor('a21022', ['11'], '氯气', 'Chlorine', 'mg/m³'),
  factor('a21024', ['08'], '氯化氢', 'HCl', 'mg/m³'),
  factor('a25002', [], '苯', 'Benzene', 'mg/m³'),
  factor('a25003', ['17'], '甲苯', 'Toluene', 'mg/m³'),
  factor('a25005', ['18'], '二甲苯', 'Xylene', 'mg/m³'),
  // Noise.
  factor('L5', [], '累计百分声级 L5', 'L5', 'dB'),
  factor('L10', [], '累计百分声级 L10', 'L10', 'dB'),
  factor('L50', [], '累计百分声级 L50', 'L50', 'dB'),
  factor('L90', [], '累计百分声级 L90', 'L90', 'dB'),
  factor('L95', [], '累计百分声级 L95', 'L95', 'dB'),
  factor('Ld', [], '昼间等效声级', 'Day level', 'dB'),
  factor('Ln', [], '夜间等效声级', 'Night level', 'dB'),
  factor('Ldn', [], '昼夜等效声级', 'Day and night level', 'dB'),
  factor('LMx', [], '最大声级', 'Highest level', 'dB'),
  factor('LMn', [], '最小声级', 'Lowest level', 'dB'),
  // Water.
  factor('w01001', ['001'], 'pH 值', 'pH', 'pH'),
  factor('w01002', ['002'], '色度', 'Colour', '°'),
  factor('w01003', [], '浑浊度', 'Turbidity', 'NTU'),
  factor('w01006', [], '溶解性总固体', 'Dissolved solids', 'mg/L'),
  factor('w01008', [], '蓝绿藻', 'Algae', 'cells/L'),
  factor('w01009', [], '溶解氧', 'Dissolved oxygen', 'mg/L'),
  factor('w01010', [], '水温', 'Water temperature', '℃'),
  factor('w01012', ['003'], '悬浮物', 'Suspended solids', 'mg/L'),
  factor('w01014', [], '电导率', 'Conductivity', 'µS/cm'),
  factor('w01017', ['010'], '五日生化需氧量', 'BOD5', 'mg/L'),
  factor('w01018', ['011'], '化学需氧量', 'COD', 'mg/L'),
  factor('w01019', [], '高锰酸盐指数', 'Permanganate index', 'mg/L'),
  factor('w01020', ['015'], '总有机碳', 'TOC', 'mg/L'),
  factor('w20111', ['020'], '总汞', 'Mercury', 'µg/L'),
  factor('w20115', ['022'], '总镉', 'Cadmium', 'µg/L'),
  factor('w20116', ['023'], '总铬', 'Chromium', 'mg/L'),
  factor('w20117', ['024'], '六价铬', 'Chromium VI', ['µg/L', 'mg/L']),
  factor('w20119', ['026'], '总砷', 'Arsenic', 'µg/L'),
  factor('w20120', ['027'], '总铅', 'Lead', 'µg/L'),
  factor('w20121', ['028'], '总镍', 'Nickel', 'mg/L'),
  factor('w20122', ['029'], '总铜', 'Copper', 'mg/L'),
  factor('w20123', ['030'], '总锌', 'Zinc', 'mg/L'),
  factor('w20124', ['031'], '总锰', 'Manganese', 'mg/L'),
  factor('w20125', ['032'], '总铁', 'Iron', 'mg/L'),
  factor('w21001', ['065'], '总氮', 'Nitrogen', 'mg/L'),
  factor('w21003', ['060'], '氨氮', 'Ammonia nitrogen', 'mg/L'),
  factor('w21011', ['101'], '总磷', 'Phosphorus', 'mg/L'),
  factor('w21016', ['070'], '氰化物', 'Cyanides', 'mg/L'),
  factor('w21017', ['072'], '氟化物', 'Fluorides', 'mg/L'),
  factor('w21019', ['071'], '硫化物', 'Sulphides', 'mg/L'),
  factor('w22001', ['080'], '石油类', 'Oil', 'mg/L'),
  factor('w23002', ['110'], '挥发酚', 'Volatile phenols', 'mg/L'),
]

/** The standard has no codes for these. `s01` is no `S01`: the case of these letters counts. */
const OURS: readonly Factor[] = [
  sensed('solarInputVoltage', [], 'V'),
  sensed('solarBatteryVoltage', [], 'V'),
  sensed('solarChargingCurrent', [], 'A'),
  sensed('solarReferenceVoltage', [], 'V'),
  sensed('solarOutputCurrent', [], 'A'),
  sensed('solarBatteryTemperature', [], '℃'),
  sensed('solarInternalTemperature', [], '℃'),
  sensed('solarRemainingPower', [], '%'),
  sensed('solarSignal', [], 'CSQ'),
  sensed('solarDayEnergy', [], 'kWh'),
  sensed('solarTotalEnergy', [], 'kWh'),
  sensed('soilMoisture', [], '%'),
  sensed('soilTemperature', [], '℃'),
  sensed('soilEc', [], 'µS/cm'),
  sensed('soilPh', [], 'pH'),
  sensed('soilN', [], 'mg/kg'),
  sensed('soilP', [], 'mg/kg'),
  sensed('soilK', [], 'mg/kg'),
  sensed('leafWetness', [], '%'),
  sensed('gasCombustible', [], '%LEL'),
  sensed('gasCo', [], 'mg/m³'),
  sensed('gasH2s', [], 'mg/m³'),
  sensed('gasNh3', [], 'mg/m³'),
  sensed('gasO2', [], '%'),
]

export const FACTORS: readonly Factor[] = [...STANDARD, ...OURS]

/** Spellings that stations in the field use in place of a code, by the code of 2017; in upper case, read in any. */
const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  a34004: ['PM2_5'],
  a34001: ['PM100'],
  a01001: ['TEMP', 'TEMPERATURE'],
  a01002: ['HUM', 'HUMI', 'HUMIDITY'],
  LA: ['NOIS', 'NOISE'],
  a21005: ['CO'],
  a21026: ['SO2'],
  a21004: ['NO2'],
  a05024: ['O3'],
  a21001: ['NH3'],
  a21028: ['H2S'],
  a05002: ['CH4'],
  a99054: ['TVOC', 'TVOCS'],
  a24088: ['NMHC', 'VOC', 'VOCS'],
  a31001: ['CH2O', 'HCHO'],
  a05001: ['CO2'],
  a19001: ['O2'],
  a21002: ['NOX'],
  a21003: ['NO'],
  a21022: ['CL2'],
  a21024: ['HCL'],
}

const BY_CODE = new Map<string, Factor>()
for (const row of FACTORS) for (const code of [...row.old, row.code]) BY_CODE.set(code, row)
/** Codes of the standard and spellings in upper case. */
const BY_SPELLING = new Map<string, Factor>()
for (const row of STANDARD) {
  for (const code of [...row.old, ...(SPELLINGS[row.code] ?? []), row.code]) {
    BY_SPELLING.set(code.toUpperCase(), row)
  }
}
const BY_QUANTITY = new Map(FACTORS.flatMap((row) => (row.quantity ? [[row.quantity, row] as const] : [])))
// Kinds of files that speak it bring codes of their own, in their own units.
onKind((_, { wire, ownReadings = [] }) => {
  if (wire !== 'hj212') return
  for (const { code, name, unit, quantity } of ownReadings) {
    const row = factor(code, [], name.zh, name.en, unit, quantity)
    BY_CODE.set(code, row)
    BY_QUANTITY.set(quantity, row)
  }
})

/** Factor of a code of any revision, or of its usual spelling in the field. */
export const factorByCode = (code: string): Factor | undefined =>
  BY_CODE.get(code) ?? BY_SPELLING.get(code.toUpperCase())
/** How a quantity goes over the wire. */
export const factorOf = (quantity: Quantity): Factor | undefined => BY_QUANTITY.get(quantity)

/** Longitude and latitude as mobile stations of one maker send them. */
export const LONGITUDE_CODE = 'l01001'
export const LATITUDE_CODE = 'l01002'
