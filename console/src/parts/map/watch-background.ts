import type { Map as LibreMap } from 'maplibre-gl'
import { noteProblem } from '../../platform/diagnostics.ts'

/** This many failures with no success between them are a failed background; single tiles may miss. */
const MANY = 3

/** Tells when the background cannot be loaded (with the reason), and when it can again (undefined). */
export function watchBackground(map: LibreMap, tell: (reason: string | undefined) => void): void {
  let failures = 0
  map.on('error', ({ error }) => {
    if ('name' in error && error.name === 'AbortError') return
    noteProblem('map', error.message)
    failures += 1
    if (failures === MANY) tell(shortReason(error.message))
  })
  map.on('sourcedata', (event) => {
    if (!('tile' in event) || !event.tile) return
    if (failures >= MANY) tell(undefined)
    failures = 0
  })
}

/** What went wrong without the address of the tile that showed it. */
function shortReason(message: string): string {
  return message.replace(/^\w*Error:\s*/, '').replace(/(\s*\(0\))?:?\s*\w+:\/\/\S+/, '')
}
