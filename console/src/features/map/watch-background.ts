import type { Map as LibreMap } from 'maplibre-gl'
import { textOf } from '../../language/language.ts'
import { noteProblem } from '../../platform/diagnostics.ts'

/** This many failures with no success between them are a failed background; single tiles may miss. */
const MANY = 3

/** Calls back when the background cannot be loaded (with the reason), and when it can again (undefined). */
export function watchBackground(map: LibreMap, tell: (reason: string | undefined) => void): void {
  let failures = 0
  map.on('error', ({ error }) => {
    if ('name' in error && error.name === 'AbortError') return
    noteProblem('map', error.message)
    failures += 1
    if (failures === MANY) tell(shortReason(error.message))
  })
  map.on('sourcedata', (event) => {
    // Tiles of the console's own data say nothing about the background.
    if (!('tile' in event) || !event.tile || event.source.type === 'geojson') return
    if (failures >= MANY) tell(undefined)
    failures = 0
  })
}

/** A browser's own English message that nobody answered. */
const NO_ANSWER = /failed to fetch|networkerror|load failed|\(0\)/i

/** Error text without the address of the failed tile. */
function shortReason(message: string): string {
  if (NO_ANSWER.test(message)) return textOf('errors')('unreachable')
  return message.replace(/^\w*Error:\s*/, '').replace(/:?\s*\w+:\/\/\S+/, '')
}
