import './reading-icon.css'

/** Drawings of readings on a square of 24, stroked. Icon names and codes are matched by what they measure. */
const DRAWINGS: readonly (readonly [RegExp, string])[] = [
  [/temp|a01001/i, 'M10 13.5V5a2 2 0 0 1 4 0v8.5a4 4 0 1 1-4 0zM12 9v7'],
  [
    /soil|leaf/i,
    'M12 21v-8M12 13c0-4-3-6.5-8-6.5 0 4.5 3 6.5 8 6.5zM12 11c0-3.5 3-6.5 8-6.5 0 4-3 6.5-8 6.5z',
  ],
  [/humi|a01002/i, 'M12 3.5c3.5 4.5 5.5 7 5.5 10a5.5 5.5 0 0 1-11 0c0-3 2-5.5 5.5-10z'],
  [
    /rain|a01017/i,
    'M7 14a4 4 0 0 1 .5-8 5.5 5.5 0 0 1 10.5 1.5A3.3 3.3 0 0 1 17.5 14zM8 17l-1 3M12 17l-1 3M16 17l-1 3',
  ],
  [/level|flow|water/i, 'M3 10c2-2 4-2 6 0s4 2 6 0 4-2 6 0M3 16c2-2 4-2 6 0s4 2 6 0 4-2 6 0'],
  [/direction|a01008/i, 'M12 3l5 17-5-4-5 4z'],
  [/wind|a01007/i, 'M3 9h10a2.5 2.5 0 1 0-2.4-3.2M3 13h15a2.5 2.5 0 1 1-2.4 3.2M3 17h7'],
  [/noise|sound/i, 'M4 10v4h3l5 4V6L7 10zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11'],
  [/press|a01006/i, 'M4.5 17a8.5 8.5 0 1 1 15 0M12 15l4-5'],
  [/signal/i, 'M5 19v-3M10 19v-6M15 19V9.5M20 19V5'],
  [/volt|curr|power|charg|batt|energy/i, 'M13 3L5.5 13.5H11L10 21l8-11h-5.5z'],
  [
    /light|illum|radiat/i,
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3L7 7M17 17l1.7 1.7M18.7 5.3L17 7M7 17l-1.7 1.7',
  ],
  [
    /pm|tsp|dust|a340/i,
    'M4.2 8a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M9.2 5a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M15.2 7a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M6.7 13a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M12.2 11a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M18.2 12a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M5.2 18a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M11.2 17a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0M16.7 17.5a.8 .8 0 1 0 1.6 0 .8 .8 0 1 0-1.6 0',
  ],
  [
    /combust/i,
    'M12 21a6 6 0 0 0 6-6c0-4.5-5-7.5-5.5-12-2.5 3-3 6-2.5 8.5-1 0-1.8-1-2-2.5C6.8 10.5 6 12.5 6 15a6 6 0 0 0 6 6z',
  ],
]
/** Three atoms: everything else that is in the air. */
const MOLECULE =
  'M9 10a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM17 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM18 15.5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM12 11.5l3-3M13 15l3 1.5'

/** Icon of one reading. */
export function ReadingIcon({ icon, code, size = 16 }: { icon: string; code: string; size?: number }) {
  const drawing = DRAWINGS.find(([pattern]) => pattern.test(icon) || pattern.test(code))?.[1] ?? MOLECULE
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="reading-icon">
      <path d={drawing} />
    </svg>
  )
}
