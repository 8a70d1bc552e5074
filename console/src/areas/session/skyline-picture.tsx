import { useText } from '../../language/language.ts'
import { type Building, buildingRow } from './skyline.ts'
import './skyline-picture.css'

const WIDTH = 1200
const GROUND = 640

const FAR = buildingRow({
  seed: 11,
  width: WIDTH,
  minHeight: 90,
  maxHeight: 330,
  minWidth: 34,
  maxWidth: 78,
  peak: 0.62,
  litShare: 0,
})
const MIDDLE = buildingRow({
  seed: 7,
  width: WIDTH,
  minHeight: 70,
  maxHeight: 290,
  minWidth: 42,
  maxWidth: 92,
  peak: 0.42,
  litShare: 0.2,
})
const NEAR = buildingRow({
  seed: 26,
  width: WIDTH,
  minHeight: 40,
  maxHeight: 150,
  minWidth: 56,
  maxWidth: 120,
  peak: 0.8,
  litShare: 0.26,
})

/** Cameras on the roofs: place and the direction they look in. */
const CAMERAS = [
  { x: 236, y: 430, turn: 24, delay: 0 },
  { x: 610, y: 372, turn: 148, delay: 2.2 },
  { x: 948, y: 452, turn: 200, delay: 4.1 },
] as const

function Row({ buildings, className }: { buildings: readonly Building[]; className: string }) {
  return (
    <g className={className}>
      {buildings.map((b) => (
        <g key={b.x}>
          <rect x={b.x} y={GROUND - b.height} width={b.width} height={b.height + 2} />
          {b.mast && <path d={`M${b.x + b.width / 2} ${GROUND - b.height}v-34`} className="skyline-mast" />}
          {b.windows.map(([column, row]) => (
            <rect
              key={`${column}.${row}`}
              className="skyline-window"
              x={b.x + 5 + column * 9}
              y={GROUND - b.height + 9 + row * 12}
              width={4}
              height={6}
            />
          ))}
        </g>
      ))}
    </g>
  )
}

/** The city beside the sign-in form: by night in the dark theme, by day in the light one. */
export function SkylinePicture() {
  const t = useText('session')
  return (
    <svg
      className="skyline"
      viewBox={`0 0 ${WIDTH} 900`}
      preserveAspectRatio="xMidYMax slice"
      role="img"
      aria-label={t('picture')}
    >
      <title>{t('picture')}</title>
      <defs>
        <linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="skyline-sky-top" />
          <stop offset="0.72" className="skyline-sky-low" />
        </linearGradient>
        <linearGradient id="water" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="skyline-water-top" />
          <stop offset="1" className="skyline-water-low" />
        </linearGradient>
        <linearGradient id="cone" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" className="skyline-cone-near" />
          <stop offset="1" className="skyline-cone-far" />
        </linearGradient>
        <radialGradient id="halo">
          <stop offset="0.2" className="skyline-halo-near" />
          <stop offset="1" className="skyline-halo-far" />
        </radialGradient>
        <g id="city">
          <Row buildings={FAR} className="skyline-far" />
          <Row buildings={MIDDLE} className="skyline-middle" />
          <Row buildings={NEAR} className="skyline-near" />
        </g>
      </defs>
      <rect width={WIDTH} height={GROUND + 4} fill="url(#sky)" />
      <circle cx="905" cy="165" r="150" fill="url(#halo)" />
      <circle cx="905" cy="165" r="34" className="skyline-orb" />
      <use href="#city" />
      <rect y={GROUND} width={WIDTH} height={260} fill="url(#water)" />
      <g className="skyline-mirror" transform={`translate(0 ${GROUND * 2}) scale(1 -1)`}>
        <use href="#city" />
      </g>
      <path d={`M0 ${GROUND}h${WIDTH}`} className="skyline-quay" />
      {CAMERAS.map(({ x, y, turn, delay }) => (
        <g key={x} transform={`translate(${x} ${y})`}>
          <g style={{ animationDelay: `${delay}s` }} className="skyline-sweep">
            <path d="M0 0L220 -46V46Z" fill="url(#cone)" transform={`rotate(${turn})`} />
          </g>
          <circle r="4" className="skyline-camera" />
          <circle r="4" className="skyline-pulse" style={{ animationDelay: `${delay}s` }} />
        </g>
      ))}
    </svg>
  )
}
