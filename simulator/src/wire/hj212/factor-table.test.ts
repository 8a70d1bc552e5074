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
  expect([factorByCode('s04')?.quantity, factorByCode('S04')?.code]).toEqual([
    'solarReferenceVoltage',
    'a01017',
  ])
  for (const code of ['F01', 'G01', 'NH3N', 'constructor']) expect(factorByCode(code)).toBeUndefined()
})

/** Codes of HJ/T 212-2005 (appendix B) and the ones that HJ 212-2017 gives the same factors, as two programs hold them. */
const OLD_AND_NEW: Readonly<Record<string, string>> = {
  ...{ '01': 'a34013', '02': 'a21026', '03': 'a21002', '04': 'a21005', '05': 'a21028', '06': 'a21018' },
  ...{ '08': 'a21024', '10': 'a21001', '11': 'a21022', '17': 'a25003', '18': 'a25005', '19': 'a31001' },
  ...{ '30': 'a05001', S01: 'a19001', S02: 'a01011', S03: 'a01012', S04: 'a01017', S05: 'a01014' },
  ...{ S06: 'a01015', S07: 'a01016', S08: 'a01013', B01: 'w00000', B02: 'a00000', B03: 'LA' },
  ...{ '001': 'w01001', '002': 'w01002', '003': 'w01012', '010': 'w01017', '011': 'w01018', '015': 'w01020' },
  ...{ '020': 'w20111', '022': 'w20115', '023': 'w20116', '024': 'w20117', '026': 'w20119', '027': 'w20120' },
  ...{ '028': 'w20121', '029': 'w20122', '030': 'w20123', '031': 'w20124', '032': 'w20125', '060': 'w21003' },
  ...{ '065': 'w21001', '070': 'w21016', '071': 'w21019', '072': 'w21017', '080': 'w22001', '101': 'w21011' },
  ...{ '110': 'w23002' },
}

test('codes of 2005 are the factors of 2017 that the standard says', () => {
  const ours = FACTORS.flatMap(({ code, old }) =>
    old.filter((one) => /^(\d{2,3}|S\d\d|B\d\d)$/.test(one)).map((one) => [one, code]),
  )
  expect(Object.fromEntries(ours)).toEqual(OLD_AND_NEW)
})

test('the dynamic pressure of flue gas is no rain', () => {
  const frame = decodeFrame(
    writeFrame(
      'ST=31;CN=2011;PW=123456;MN=12345678901235;CP=&&DataTime=20250703105900;a01017-Rtd=0.213,a01017-Flag=N&&',
    ),
  )
  if (!frame.ok) throw new Error(frame.problem.message)
  expect(readValues(frame.packet, FIELD_UNITS)).toMatchObject([{ code: 'a01017', value: 0.213 }])
  expect(factorByCode('a01017')).toMatchObject({
    en: 'Gas dynamic pressure',
    fieldUnit: 'kPa',
    quantity: undefined,
  })
})
