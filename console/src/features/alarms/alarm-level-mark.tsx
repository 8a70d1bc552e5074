import { useText } from '../../language/language.ts'
import './alarm-level-mark.css'

export type AlarmLevel = 1 | 2 | 3 | 4

const NAMES = { 1: 'grave', 2: 'important', 3: 'ordinary', 4: 'notice' } as const

/** Gravity by shape as well as by colour: triangle, diamond, disc, ring. */
export function AlarmLevelMark(props: {
  level: AlarmLevel
  size?: number
  /** In place of the console's own colour of the level. */
  colour?: string | undefined
}) {
  const { level, size = 12, colour } = props
  const t = useText('alarms')
  const says = t(`level.${NAMES[level]}`)
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 12 12"
      className="alarm-level"
      data-level={level}
      style={colour === undefined ? undefined : { color: colour }}
      role="img"
      aria-label={says}
    >
      <title>{says}</title>
      {level === 1 && <path d="M6 .8 11.6 11H.4Z" fill="currentColor" />}
      {level === 2 && <path d="M6 .4 11.6 6 6 11.6.4 6Z" fill="currentColor" />}
      {level === 3 && <circle cx="6" cy="6" r="4.6" fill="currentColor" />}
      {level === 4 && <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.8" />}
    </svg>
  )
}
