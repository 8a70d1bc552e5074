/**
 * Factor codes: what each measures, its code of 2017 (HJ 212-2017 with HJ 524 and HJ 525), those of the 2005 dialect and
 * other spellings, the unit of the standard and the one that stations in the field really send.
 */
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
  /** Unit that stations send when nobody said otherwise. */
  fieldUnit: WireUnit
  /** What it is to the platform; undefined: it is kept under its code. */
  quantity?: Quantity
}

const factor = (
  code: string,
  old: readonly string[],
  zh: string,
  en: string,
  unit: WireUnit | readonly [standard: WireUnit, field: WireUnit],
  quantity?: Quantity,
): Factor => {
  const [standardUnit, fieldUnit] = typeof unit === 'string' ? [unit, unit] : unit
  return { code, old, zh, en, standardUnit, fieldUnit, quantity }
}

const STANDARD: readonly Factor[] = [
  // Air and weather.
  factor('a34004', ['PM25', 'PM2.5'], 'PM2.5', 'PM2.5', ['ng/m³', 'µg/m³'], 'pm25'),
  factor('a34002', ['PM10'], 'PM10', 'PM10', ['ng/m³', 'µg/m³'], 'pm10'),
  factor('a34001', ['TSP'], '总悬浮颗粒物', 'TSP', ['ng/m³', 'µg/m³'], 'tsp'),
  factor('a01001', ['T01', 'TEM'], '温度', 'Temperature', '℃', 'temperature'),
  factor('a01002', ['H01', 'RH'], '湿度', 'Humidity', '%', 'humidity'),
  factor('a01006', ['PA'], '气压', 'Pressure', 'kPa', 'pressure'),
  factor('a01007', ['W02', 'WS'], '风速', 'Wind speed', 'm/s', 'windSpeed'),
  factor('a01008', ['W01', 'WD'], '风向', 'Wind direction', '°', 'windDirection'),
  factor('LA', ['B03', 'Leq', 'LEQ', 'LeqA'], '噪声', 'Noise', 'dB', 'noise'),
  factor('a21005', ['04'], '一氧化碳', 'CO', 'mg/m³', 'co'),
  factor('a21026', ['02'], '二氧化硫', 'SO₂', ['mg/m³', 'µg/m³'], 'so2'),
  factor('a21004', [], '二氧化氮', 'NO₂', ['mg/m³', 'µg/m³'], 'no2'),
  factor('a05024', [], '臭氧', 'Ozone', 'µg/m³', 'o3'),
  factor('a21001', ['10'], '氨', 'Ammonia', ['ng/m³', 'µg/m³'], 'nh3'),
  factor('a21028', ['05'], '硫化氢', 'H₂S', 'mg/m³', 'h2s'),
  factor('a05002', [], '甲烷', 'Methane', ['ng/m³', 'mg/m³'], 'ch4'),
  factor('a99054', [], '总挥发性有机物', 'TVOC', 'mg/m³', 'tvoc'),
  factor('a24088', [], '非甲烷总烃', 'NMHC', 'mg/m³', 'voc'),
  factor('a31001', ['19'], '甲醛', 'CH₂O', 'mg/m³', 'ch2o'),
  factor('a05001', ['30'], '二氧化碳', 'CO₂', ['mg/m³', 'ppm'], 'co2'),
  factor('a19001', ['S01'], '氧气', 'O₂', '%', 'o2'),
  factor('a01020', [], '负氧离子', 'Negative oxygen ions', '/cm³', 'negativeIons'),
  factor('a01021', [], '辐射', 'Radiation', 'µSv/h', 'radiation'),
  factor('a01017', [], '降雨量', 'Rainfall', 'mm/h', 'rainfall'),
  factor('a01019', [], '光照', 'Illumination', 'lux', 'illumination'),
  factor('w01022', [], '液位', 'Liquid level', 'm', 'liquidLevel'),
  factor('w00000', ['B01'], '流量', 'Flow', 'L/s', 'flow'),
  // Air that has no sensor of ours.
  factor('a21002', ['03'], '氮氧化物', 'NOx', 'mg/m³'),
  factor('a21003', [], '一氧化氮', 'NO', 'mg/m³'),
  factor('a00000', ['B02'], '废气流量', 'Gas flow', 'm³/s'),
  factor('a01011', ['S02'], '烟气流速', 'Gas velocity', 'm/s'),
  factor('a01012', ['S03'], '烟气温度', 'Gas temperature', '℃'),
  factor('a01013', ['S08'], '烟气压力', 'Gas pressure', 'kPa'),
  factor('a01014', ['S05'], '烟气湿度', 'Gas humidity', '%'),
  factor('a34013', ['01'], '烟尘', 'Soot', 'mg/m³'),
  factor('a21018', ['06'], '氟化物', 'Fluorides', 'mg/m³'),
  factor('a21022', [], '氯气', 'Chlorine', 'mg/m³'),
  factor('a21024', ['08'], '氯化氢', 'HCl', 'mg/m³'),
  factor('a25002', [], '苯', 'Benzene', 'mg/m³'),
  factor('a25003', [], '甲苯', 'Toluene', 'mg/m³'),
  factor('a25005', [], '二甲苯', 'Xylene', 'mg/m³'),
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
  factor('w20115', [], '总镉', 'Cadmium', 'µg/L'),
  factor('w20116', ['024'], '总铬', 'Chromium', 'mg/L'),
  factor('w20117', ['023'], '六价铬', 'Chromium VI', 'mg/L'),
  factor('w20119', ['028'], '总砷', 'Arsenic', 'µg/L'),
  factor('w20120', ['026'], '总铅', 'Lead', 'µg/L'),
  factor('w20122', ['029'], '总铜', 'Copper', 'mg/L'),
  factor('w20123', ['030'], '总锌', 'Zinc', 'mg/L'),
  factor('w21001', ['065'], '总氮', 'Nitrogen', 'mg/L'),
  factor('w21003', ['060'], '氨氮', 'Ammonia nitrogen', 'mg/L'),
  factor('w21011', ['101'], '总磷', 'Phosphorus', 'mg/L'),
  factor('w21016', ['070'], '氰化物', 'Cyanides', 'mg/L'),
  factor('w21017', ['072'], '氟化物', 'Fluorides', 'mg/L'),
  factor('w21019', ['071'], '硫化物', 'Sulphides', 'mg/L'),
  factor('w22001', ['040'], '石油类', 'Oil', 'mg/L'),
  factor('w23002', ['080'], '挥发酚', 'Volatile phenols', 'mg/L'),
]

/** The standard has no codes for these. `s01` is no `S01`: the case of these letters counts. */
const OURS: readonly Factor[] = [
  factor('s01', [], '光伏电压', 'Panel voltage', 'V', 'solarInputVoltage'),
  factor('s02', [], '蓄电池电压', 'Battery voltage', 'V', 'solarBatteryVoltage'),
  factor('s03', [], '充电电流', 'Charging current', 'A', 'solarChargingCurrent'),
  factor('s04', [], '参考电压', 'Reference voltage', 'V', 'solarReferenceVoltage'),
  factor('s05', [], '输出电流', 'Output current', 'A', 'solarOutputCurrent'),
  factor('s06', [], '电池温度', 'Battery temperature', '℃', 'solarBatteryTemperature'),
  factor('s07', [], '内部温度', 'Internal temperature', '℃', 'solarInternalTemperature'),
  factor('s08', [], '剩余电量', 'Remaining power', '%', 'solarRemainingPower'),
  factor('s09', [], '信号强度', 'Signal', 'CSQ', 'solarSignal'),
  factor('s10', [], '当日发电量', 'Energy today', 'kWh', 'solarDayEnergy'),
  factor('s11', [], '累计发电量', 'Energy in total', 'kWh', 'solarTotalEnergy'),
  factor('f01', [], '土壤水分', 'Soil moisture', '%', 'soilMoisture'),
  factor('f02', [], '土壤温度', 'Soil temperature', '℃', 'soilTemperature'),
  factor('f03', [], '土壤电导率', 'Soil conductivity', 'µS/cm', 'soilEc'),
  factor('f04', [], '土壤酸碱度', 'Soil pH', 'pH', 'soilPh'),
  factor('f05', [], '土壤氮', 'Soil nitrogen', 'mg/kg', 'soilN'),
  factor('f06', [], '土壤磷', 'Soil phosphorus', 'mg/kg', 'soilP'),
  factor('f07', [], '土壤钾', 'Soil potassium', 'mg/kg', 'soilK'),
  factor('f08', [], '叶面湿度', 'Leaf wetness', '%', 'leafWetness'),
  factor('g01', [], '可燃气体', 'Combustible gas', '%LEL', 'gasCombustible'),
  factor('g02', [], '一氧化碳', 'CO', 'mg/m³', 'gasCo'),
  factor('g03', [], '硫化氢', 'H₂S', 'mg/m³', 'gasH2s'),
  factor('g04', [], '氨气', 'Ammonia', 'mg/m³', 'gasNh3'),
  factor('g05', [], '氧气', 'O₂', '%', 'gasO2'),
]

export const FACTORS: readonly Factor[] = [...STANDARD, ...OURS]

/** What stations in the field write in place of a code, by the code of 2017; in upper case, read in any. */
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

/** What a code of any revision, or its usual spelling in the field, measures. */
export const factorByCode = (code: string): Factor | undefined =>
  BY_CODE.get(code) ?? BY_SPELLING.get(code.toUpperCase())
/** How a quantity goes over the wire. */
export const factorOf = (quantity: Quantity): Factor | undefined => BY_QUANTITY.get(quantity)

/** Longitude and latitude as mobile stations of one maker send them. */
export const LONGITUDE_CODE = 'l01001'
export const LATITUDE_CODE = 'l01002'
