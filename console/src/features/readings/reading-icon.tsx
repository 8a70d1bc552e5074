import { drawingOf } from './reading-drawings.ts'
import './reading-icon.css'

/** Icon of one reading, by its icon folder, else by its code. */
export function ReadingIcon({ icon, code, size = 16 }: { icon: string; code: string; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="reading-icon">
      <path d={drawingOf(icon, code)} />
    </svg>
  )
}
