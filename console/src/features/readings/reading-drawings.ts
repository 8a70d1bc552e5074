/**
 * Drawings of quantities on a square of 24, stroked: one for each quantity of the platform's dictionary, by its icon
 * folder. Gases are their molecules, with bonds that do not touch the atoms.
 */

/** A circle as a path. */
const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
const rings = (r: number, ...centres: readonly (readonly [number, number])[]) =>
  centres.map(([x, y]) => ring(x, y, r)).join('')

const THERMOMETER = 'M10 13.5V5a2 2 0 0 1 4 0v8.5a4 4 0 1 1-4 0z'
const DROP = 'M12 3.5c3.5 4.5 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2-5.5 5.5-10z'
const BOLT = 'M13 3L5.5 13.5H11L10 21l8-11h-5.5z'
const HEXAGON = 'M12 3.5l7.4 4.25v8.5L12 20.5l-7.4-4.25v-8.5z'
const GROUND = 'M4 20.5h16'
const BATTERY = 'M3.5 8h15v8h-15zM18.5 10.5h2v3h-2'
const PANEL = 'M6.5 5h11l2.5 9H4zM12 5v9M5.3 9.5h13.4M12 14v6M8.5 20h7'
const SPROUT =
  'M12 19v-7M12 12c0-3.5-2.5-5.5-7-5.5 0 3.7 2.5 5.5 7 5.5zM12 10c0-3 2.3-4.8 6.5-4.8 0 3.3-2.3 4.8-6.5 4.8z'

const DRAWINGS = {
  pm25: rings(
    0.9,
    [6, 7],
    [11, 4.5],
    [17, 6.5],
    [8.5, 11.5],
    [14, 10.5],
    [19, 12],
    [5.5, 16.5],
    [11.5, 16],
    [17, 17.5],
  ),
  pm10: rings(2.2, [7, 7], [16.5, 6.5], [12, 12.5], [6.5, 17.5], [17.5, 17]),
  tsp: `${rings(1, [5.5, 5.5], [19, 9.5], [4.5, 13])}${rings(2, [17, 4.5], [10, 9])}${ring(14.5, 13.5, 2.8)}M3.5 20.5c1.5-1 3-1 4.5 0s3 1 4.5 0 3-1 4.5 0 3 1 4 0`,
  temperature: `${THERMOMETER}M12 9v7`,
  humidity: `${DROP}M9.5 13.5a2.5 2.5 0 0 0 2.5 2.7`,
  pressure: 'M4.5 17a8.5 8.5 0 1 1 15 0zM12 14.5l4-5M7 12.5h.01M9 8.7h.01M15 8h.01',
  windSpeed: 'M3 9h10a2.5 2.5 0 1 0-2.4-3.2M3 13h15a2.5 2.5 0 1 1-2.4 3.2M3 17h7',
  windDirection: `${ring(12, 12, 9)}M12 6l3 11-3-2-3 2z`,
  noise: 'M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  // C≡O
  co: `${ring(6, 12, 3.5)}${ring(18.5, 12, 2.8)}M11.5 8.8h2M11.5 12h2M11.5 15.2h2`,
  // Bent, the sulphur large.
  so2: `${ring(12, 8.5, 4)}${rings(2.6, [5, 17], [19, 17])}M8 13.3l-1.2 1.3M9.5 14l-1 1.1M16 13.3l1.2 1.3M14.5 14l1 1.1`,
  // Bent, with the odd electron above the nitrogen.
  no2: `${ring(12, 11, 3)}${rings(2.8, [5.5, 17], [18.5, 17])}M9 13.5l-1 .9M15 13.5l1 .9M12 4.5v.01`,
  // Three alike.
  o3: `${rings(3, [12, 17.5], [6, 7.5], [18, 7.5])}M9.7 13.7l-1.2-2M14.3 13.7l1.2-2`,
  nh3: `${ring(12, 9.5, 3.5)}${rings(1.8, [5, 16], [12, 19], [19, 16])}M8.5 12.5l-1.5 1.5M12 14.5v1.2M15.5 12.5l1.5 1.5`,
  h2s: `${ring(12, 14, 4.5)}${rings(1.8, [5.5, 6], [18.5, 6])}M8.5 9.8L7 8M15.5 9.8L17 8`,
  ch4: `${ring(12, 12, 3)}${rings(1.8, [5, 5.5], [19, 5.5], [5, 18.5], [19, 18.5])}M8.5 8.8L6.8 7.2M15.5 8.8l1.7-1.6M8.5 15.2l-1.7 1.6M15.5 15.2l1.7 1.6`,
  // A ring, with vapour over it for the sum of them all.
  tvoc: 'M12 8.5l5.5 3.15v6.3L12 21l-5.5-3.05v-6.3zM8 5.5c0-1.5 1.5-1.5 1.5-3M12 5.5c0-1.5 1.5-1.5 1.5-3M16 5.5c0-1.5 1.5-1.5 1.5-3',
  voc: `${HEXAGON}${ring(12, 12, 3.5)}`,
  ch2o: `${ring(12, 12.5, 3)}${ring(12, 4.5, 2.3)}${rings(1.8, [5.5, 18.5], [18.5, 18.5])}M11 7.7v1.2M13 7.7v1.2M9 15.2l-1.8 1.7M15 15.2l1.8 1.7`,
  co2: `${ring(12, 12, 3)}${rings(2.3, [4.5, 12], [19.5, 12])}M7.6 11h.8M7.6 13h.8M15.6 11h.8M15.6 13h.8`,
  o2: `${rings(3.6, [6, 12], [18, 12])}M11.5 10h1M11.5 14h1`,
  negativeIons: `${ring(12, 12, 5)}M9.5 12h5M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M18.7 5.3l-1.4 1.4M5.3 18.7l1.4-1.4M18.7 18.7l-1.4-1.4`,
  // The trefoil.
  radiation: `${ring(12, 12, 1.5)}M10.3 9L7.5 4.2a9 9 0 0 1 9 0L13.7 9M9 13.7l-4.5 2.6a9 9 0 0 1-1.5-4.3h5.5M15 13.7l4.5 2.6A9 9 0 0 0 21 12h-5.5`,
  rainfall:
    'M7 14a4 4 0 0 1 .5-8 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17.5 14zM8 17l-1 3M12 17l-1 3M16 17l-1 3',
  illumination: `${ring(12, 12, 4)}M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7`,
  liquidLevel:
    'M5 3.5v17h14v-17M5 11c1.2-1 2.3-1 3.5 0s2.3 1 3.5 0 2.3-1 3.5 0 2.3 1 3.5 0M9 15h.01M9 18h.01M9 6.5h3M9 8.5h2',
  flow: 'M3 7h18M3 17h18M5.5 12H17M14 9l3 3-3 3M5.5 12h.01',
  solarInputVoltage: PANEL,
  solarBatteryVoltage: `${BATTERY}M8 10l1.5 4L11 10`,
  solarChargingCurrent: `${BATTERY}M11.5 9l-2.5 3.5h3L9.5 15`,
  solarReferenceVoltage: 'M3 12h4M17 12h4M12 8v8M9.5 5v14M14.5 8v8',
  solarOutputCurrent: 'M3 12h14M13 8l4 4-4 4M21 6v12',
  solarBatteryTemperature: `M3 9h9v7H3zM12 11.5h1.5v2H12${ring(18.5, 17, 2.5)}M17 15V6.5a1.5 1.5 0 0 1 3 0V15`,
  solarInternalTemperature: `M3.5 3.5h17v17h-17z${ring(12, 15.5, 2.5)}M10.5 13.5V8a1.5 1.5 0 0 1 3 0v5.5`,
  solarRemainingPower: `${BATTERY}M6.5 10.5v3M9.5 10.5v3M12.5 10.5v3`,
  solarSignal: 'M5 19v-3M10 19v-6M15 19V9.5M20 19V5',
  solarDayEnergy: `${ring(7, 7, 3)}M7 1.8v1M7 11.2v1M1.8 7h1M11.2 7h1M17 9l-5 7h4l-1 5.5 6-8h-4.5z`,
  solarTotalEnergy: BOLT,
  soilMoisture: `M12 4c2 2.6 3.3 4.3 3.3 6.2a3.3 3.3 0 0 1-6.6 0C8.7 8.3 10 6.6 12 4z${GROUND}M4 17h4M10 17h4M16 17h4`,
  soilTemperature: `M10.5 9V4.5a1.5 1.5 0 0 1 3 0V9${ring(12, 11.5, 2.5)}${GROUND}M4 17h4M10 17h4M16 17h4`,
  soilEc: `M12.5 3L8 9.5h3.5L11 14l4.5-6.5H12z${GROUND}M4 17h4M10 17h4M16 17h4`,
  soilPh: `M8 3.5v9a4 4 0 0 0 8 0v-9M6.5 3.5h11M8 9h8${GROUND}`,
  soilN: `${SPROUT}${GROUND}M9 15h.01`,
  soilP: `${SPROUT}${GROUND}M9 15h.01M15 15h.01`,
  soilK: `${SPROUT}${GROUND}M9 15h.01M15 15h.01M17.5 16.5h.01`,
  leafWetness:
    'M4 20C4 10 10 4.5 20 4c0 10-5.5 15.5-13 15.5M4 20c3-5 6.5-8.5 11-11M17.5 15.5c1 1.4 1.7 2.2 1.7 3.2a1.7 1.7 0 0 1-3.4 0c0-1 .7-1.8 1.7-3.2z',
  gasCombustible:
    'M12 21a6 6 0 0 0 6-6c0-4.5-5-7.5-5.5-12-2.5 3-3 6-2.5 8.5-1 0-1.8-1-2-2.5C6.8 10.5 6 12.5 6 15a6 6 0 0 0 6 6z',
} as const
type DrawnQuantity = keyof typeof DRAWINGS

/** Gas detectors measure the same as air stations, in other units. */
const SAME = new Map<string, DrawnQuantity>([
  ['gasCo', 'co'],
  ['gasH2s', 'h2s'],
  ['gasNh3', 'nh3'],
  ['gasO2', 'o2'],
])

/** Codes of HJ 212 (appendix B) whose readings come with no icon, or with one of a platform of others. */
const BY_CODE = new Map<string, DrawnQuantity>([
  ['a34004', 'pm25'],
  ['a34002', 'pm10'],
  ['a34001', 'tsp'],
  ['a01001', 'temperature'],
  ['a01002', 'humidity'],
  ['a01006', 'pressure'],
  ['a01007', 'windSpeed'],
  ['a01008', 'windDirection'],
  ['la', 'noise'],
  ['a21005', 'co'],
  ['a21026', 'so2'],
  ['a21004', 'no2'],
  ['a05024', 'o3'],
  ['a21001', 'nh3'],
  ['a21028', 'h2s'],
  ['a05002', 'ch4'],
  ['a99054', 'tvoc'],
  ['a24088', 'voc'],
  ['a31001', 'ch2o'],
  ['a05001', 'co2'],
  ['a19001', 'o2'],
  ['a01020', 'negativeIons'],
  ['a01021', 'radiation'],
  ['a01022', 'rainfall'],
  ['a01019', 'illumination'],
  ['w01022', 'liquidLevel'],
  ['w00000', 'flow'],
])

/** Words in icons of others and of quantities that people added, the narrower ones first. */
const BY_WORD: readonly (readonly [RegExp, DrawnQuantity])[] = [
  [/pm.?2/i, 'pm25'],
  [/pm.?10/i, 'pm10'],
  [/tsp|dust|particle/i, 'tsp'],
  [/leaf/i, 'leafWetness'],
  [/soil/i, 'soilMoisture'],
  [/temp/i, 'temperature'],
  [/humi|moist/i, 'humidity'],
  [/press/i, 'pressure'],
  [/wind.?dir|direction/i, 'windDirection'],
  [/wind/i, 'windSpeed'],
  [/noise|sound/i, 'noise'],
  [/rain/i, 'rainfall'],
  [/ion/i, 'negativeIons'],
  [/radiat/i, 'radiation'],
  [/light|illum|lux/i, 'illumination'],
  [/level/i, 'liquidLevel'],
  [/flow|water/i, 'flow'],
  [/signal/i, 'solarSignal'],
  [/volt|curr|power|charg|batt|energy/i, 'solarTotalEnergy'],
  [/combust|flam/i, 'gasCombustible'],
  [/tvoc/i, 'tvoc'],
]

/** Drawing for a reading; any other quantity is a chemical ring. */
export function drawingOf(icon: string, code: string): string {
  return DRAWINGS[nameOf(icon, code)]
}

function nameOf(icon: string, code: string): DrawnQuantity {
  if (Object.hasOwn(DRAWINGS, icon)) return icon as DrawnQuantity
  const known = SAME.get(icon) ?? BY_CODE.get(code.toLowerCase())
  return known ?? BY_WORD.find(([pattern]) => pattern.test(icon))?.[1] ?? 'voc'
}
