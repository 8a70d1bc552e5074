import type { WorldQuantity } from '../types.ts'
import { withOwnReadings } from './own-readings.ts'

/** A quantity as consoles show it: factor code (HJ 212-2017 where it has one), names, icon folder. */
export type QuantityEntry = { code: string; name: { zh: string; en: string }; icon: string }

const entry = (code: string, zh: string, en: string, icon: string): QuantityEntry => ({
  code,
  name: { zh, en },
  icon,
})

const OF_THE_WORLD: Readonly<Record<WorldQuantity, QuantityEntry>> = {
  pm25: entry('a34004', 'PM2.5', 'PM2.5', 'pm25'),
  pm10: entry('a34002', 'PM10', 'PM10', 'pm10'),
  tsp: entry('a34001', '总悬浮颗粒物', 'TSP', 'tsp'),
  temperature: entry('a01001', '温度', 'Temperature', 'temperature'),
  humidity: entry('a01002', '湿度', 'Humidity', 'humidity'),
  pressure: entry('a01006', '气压', 'Pressure', 'pressure'),
  windSpeed: entry('a01007', '风速', 'Wind speed', 'windSpeed'),
  windDirection: entry('a01008', '风向', 'Wind direction', 'windDirection'),
  noise: entry('LA', '噪声', 'Noise', 'noise'),
  co: entry('a21005', '一氧化碳', 'CO', 'co'),
  so2: entry('a21026', '二氧化硫', 'SO₂', 'so2'),
  no2: entry('a21004', '二氧化氮', 'NO₂', 'no2'),
  o3: entry('a05024', '臭氧', 'Ozone', 'o3'),
  nh3: entry('a21001', '氨', 'Ammonia', 'nh3'),
  h2s: entry('a21028', '硫化氢', 'H₂S', 'h2s'),
  ch4: entry('a05002', '甲烷', 'Methane', 'ch4'),
  tvoc: entry('a99054', '总挥发性有机物', 'TVOC', 'tvoc'),
  voc: entry('a24088', '挥发性有机物（非甲烷总烃）', 'VOC (NMHC)', 'voc'),
  ch2o: entry('a31001', '甲醛', 'CH₂O', 'ch2o'),
  co2: entry('a05001', '二氧化碳', 'CO₂', 'co2'),
  o2: entry('a19001', '氧气', 'O₂', 'o2'),
  negativeIons: entry('a01020', '负氧离子', 'Negative oxygen ions', 'negativeIons'),
  radiation: entry('a01021', '辐射', 'Radiation', 'radiation'),
  rainfall: entry('a01022', '降雨量', 'Rainfall', 'rainfall'),
  illumination: entry('a01019', '光照', 'Illumination', 'illumination'),
  liquidLevel: entry('w01022', '液位', 'Liquid level', 'liquidLevel'),
  flow: entry('w00000', '流量', 'Flow', 'flow'),
  solarInputVoltage: entry('s01', '光伏电压', 'Panel voltage', 'solarInputVoltage'),
  solarBatteryVoltage: entry('s02', '蓄电池电压', 'Battery voltage', 'solarBatteryVoltage'),
  solarChargingCurrent: entry('s03', '充电电流', 'Charging current', 'solarChargingCurrent'),
  solarReferenceVoltage: entry('s04', '参考电压', 'Reference voltage', 'solarReferenceVoltage'),
  solarOutputCurrent: entry('s05', '输出电流', 'Output current', 'solarOutputCurrent'),
  solarBatteryTemperature: entry('s06', '电池温度', 'Battery temperature', 'solarBatteryTemperature'),
  solarInternalTemperature: entry('s07', '内部温度', 'Internal temperature', 'solarInternalTemperature'),
  solarRemainingPower: entry('s08', '剩余电量', 'Remaining power', 'solarRemainingPower'),
  solarSignal: entry('s09', '信号强度', 'Signal', 'solarSignal'),
  solarDayEnergy: entry('s10', '当日发电量', 'Energy today', 'solarDayEnergy'),
  solarTotalEnergy: entry('s11', '累计发电量', 'Energy in total', 'solarTotalEnergy'),
  soilMoisture: entry('f01', '土壤水分', 'Soil moisture', 'soilMoisture'),
  soilTemperature: entry('f02', '土壤温度', 'Soil temperature', 'soilTemperature'),
  soilEc: entry('f03', '土壤电导率', 'Soil conductivity', 'soilEc'),
  soilPh: entry('f04', '土壤酸碱度', 'Soil pH', 'soilPh'),
  soilN: entry('f05', '土壤氮', 'Soil nitrogen', 'soilN'),
  soilP: entry('f06', '土壤磷', 'Soil phosphorus', 'soilP'),
  soilK: entry('f07', '土壤钾', 'Soil potassium', 'soilK'),
  leafWetness: entry('f08', '叶面湿度', 'Leaf wetness', 'leafWetness'),
  gasCombustible: entry('g01', '可燃气体', 'Combustible gas', 'gasCombustible'),
  gasCo: entry('g02', '一氧化碳', 'CO', 'gasCo'),
  gasH2s: entry('g03', '硫化氢', 'H₂S', 'gasH2s'),
  gasNh3: entry('g04', '氨气', 'Ammonia', 'gasNh3'),
  gasO2: entry('g05', '氧气', 'O₂', 'gasO2'),
}

export const QUANTITY_DICTIONARY = withOwnReadings(OF_THE_WORLD, ({ code, name, icon }) => ({
  code,
  name,
  icon,
}))
