import { expect, test } from 'vitest'
import { decodeFrame } from './decode-frame.ts'
import { FACTORS, factorByCode } from './factor-table.ts'
import { readValues } from './read-values.ts'
import { readUnitOverride } from './unit-overrides.ts'
import { FIELD_UNITS } from './units.ts'
import { writeFrame } from './write-packet.ts'

/** Data of stations in the field, as other programs hold them. */
const FIELD_DATA = [
  [
    'gases by their formulas',
    'ST=22;CN=2011;PW=123456;MN=C037800AM2011;CP=&&DataTime=20180328235000;SO2-Rtd=19.0,SO2-Flag=N;NO2-Rtd=25.0,NO2-Flag=N;CO-Rtd=0.687,CO-Flag=N;O3-Rtd=76.0,O3-Flag=N;PM25-Rtd=75.0,PM25-Flag=N;PM10-Rtd=374.0,PM10-Flag=N&&',
    { so2: 19, no2: 25, co: 0.687, o3: 76, pm25: 75, pm10: 374 },
  ],
  [
    'indoor air without marks',
    'ST=22;CN=2011;PW=123456;MN=8888888826462285;CP=&&DataTime=20211006030527;TEMP-Rtd=22.0;HUMI-Rtd=43.5;PM25-Rtd=2.0;CO2-Rtd=405.0;CH2O-Rtd=0.008;VOC-Rtd=0.052;&&',
    { temperature: 22, humidity: 43.5, pm25: 2, co2: 405, ch2o: 0.008, voc: 0.052 },
  ],
  [
    'organic vapours and the weather',
    'QN=20180703105956001;ST=31;CN=2011;PW=123456;MN=12345678901235;Flag=5;CP=&&DataTime=20180703105900;TEM-Rtd=34.3,TEM-Flag=N;RH-Rtd=43.5,RH-Flag=N;PA-Rtd=21.000,PA-Flag=N;WS-Rtd=1.5,WS-Flag=N;WD-Rtd=245,WD-Flag=N;TVOC-Rtd=0.0000,TVOC-Flag=N&&',
    { temperature: 34.3, humidity: 43.5, pressure: 21, windSpeed: 1.5, windDirection: 245, tvoc: 0 },
  ],
] as const

test.each(FIELD_DATA)('names of %s are those of their quantities', (_name, segment, values) => {
  const frame = decodeFrame(writeFrame(segment))
  if (!frame.ok) throw new Error(frame.problem.message)
  const read = readValues(frame.packet, FIELD_UNITS)
  expect(Object.fromEntries(read.map(({ quantity, value }) => [quantity, value]))).toEqual(values)
})

test.each([
  [['SO2', 'so2', '02', 'a21026', 'A21026'], 'so2'],
  [['NO2', 'no2', 'a21004'], 'no2'],
  [['CO', 'co', '04'], 'co'],
  [['O3', 'o3'], 'o3'],
  [['NH3', 'nh3', '10'], 'nh3'],
  [['H2S', 'h2s', '05'], 'h2s'],
  [['TVOC', 'tvoc', 'TVOCs'], 'tvoc'],
  [['PM25', 'pm25', 'Pm2.5', 'PM2_5'], 'pm25'],
  [['LA', 'la', 'leq', 'Noise', 'NOIS', 'b03'], 'noise'],
  [['Temperature', 'TEM', 'temp', 't01'], 'temperature'],
] as const)('%s are one quantity, and the same unit can be set for all of them', (codes, quantity) => {
  const factor = FACTORS.find((row) => row.quantity === quantity)
  for (const code of codes) {
    expect([code, factorByCode(code)]).toEqual([code, factor])
    expect(readUnitOverride(`${code}=${factor?.fieldUnit}`)).toMatchObject({ code: factor?.code })
  }
})

test('nitrogen oxides have a name and no sensor of ours', () => {
  expect(['NOX', 'NOx', 'nox', '03'].map((code) => factorByCode(code)?.code)).toEqual(Array(4).fill('a21002'))
  expect(factorByCode('NOx')?.quantity).toBeUndefined()
})

test('each code is of one factor; the case of letters tells our own codes from those of 2005', () => {
  for (const row of FACTORS) {
    for (const code of [row.code, ...row.old]) expect([code, factorByCode(code)]).toEqual([code, row])
  }
  expect([factorByCode('s01')?.quantity, factorByCode('S01')?.quantity]).toEqual(['solarInputVoltage', 'o2'])
  // Of the standard, but unknown here: none of our s04, f01, g01.
  for (const code of ['S04', 'F01', 'G01', 'NH3N', 'constructor']) expect(factorByCode(code)).toBeUndefined()
})
