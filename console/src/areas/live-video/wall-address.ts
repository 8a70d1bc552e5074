import { emptyGrid, isLayout, setLayout, type WallWindow, type WindowGrid } from './window-grid.ts'

/** Windows in a text: none of these characters is escaped in an address. */
const BETWEEN = '*'
const NO_CAMERA = 'none'
/** Serial number, channel, stream (main or sub), ratio (0 fill, 1 is 4:3). */
const WINDOW = /^(.+)\.(-?\d{1,9})([ms]?)(?:r([01]))?$/
const STREAMS = { auto: '', main: 'm', sub: 's' } as const

/** Cameras of a wall by window, as they are in an address; undefined: no window has one. */
export function windowsText({ windows }: WindowGrid): string | undefined {
  const texts = windows.map(({ place, streamType, ratio }) => {
    if (!place) return ''
    const sn = encodeURIComponent(place.sn).replaceAll(BETWEEN, '%2A')
    return `${sn}.${place.chnId}${STREAMS[streamType]}${ratio === 2 ? '' : `r${ratio}`}`
  })
  const last = texts.findLastIndex((text) => text !== '')
  return last < 0 ? undefined : texts.slice(0, last + 1).join(BETWEEN)
}

/** An address with a wall in it. An empty wall is told where cameras were, or a workspace has to say so. */
export function withWall(search: URLSearchParams, grid: WindowGrid): URLSearchParams {
  const next = new URLSearchParams(search)
  const text = windowsText(grid)
  if (text !== undefined) next.set('windows', text)
  else if (search.has('windows') || search.has('workspace')) next.set('windows', NO_CAMERA)
  if (search.has('layout') || text !== undefined) next.set('layout', String(grid.layout))
  return next
}

/** A wall as an address has it; what the address does not have stays as it is. The same grid when nothing changes. */
export function wallIn(search: URLSearchParams, grid: WindowGrid): WindowGrid {
  const layout = Number(search.get('layout'))
  const text = search.get('windows')
  let next = isLayout(layout) && layout !== grid.layout ? setLayout(grid, layout) : grid
  if (text !== null && text !== (windowsText(grid) ?? NO_CAMERA))
    next = { ...next, maximised: undefined, windows: readWindows(text, grid) }
  return next
}

/** Windows of a text. A window that has its camera already goes on as it is; what cannot be read stays empty. */
function readWindows(text: string, before: WindowGrid): WallWindow[] {
  const parts = text === NO_CAMERA ? [] : text.split(BETWEEN)
  return emptyGrid().windows.map((empty) => {
    const read = readWindow(parts[empty.id] ?? '')
    if (!read) return empty
    const known = before.windows[empty.id]
    const isSame = known?.place?.sn === read.place.sn && known.place.chnId === read.place.chnId
    return { ...empty, ...(isSame ? known : { place: read.place }), ...read.look }
  })
}

function readWindow(text: string) {
  const [, sn, chnId, stream, ratio] = WINDOW.exec(text) ?? []
  if (sn === undefined) return undefined
  try {
    const name = decodeURIComponent(sn)
    return {
      place: { sn: name, chnId: Number(chnId), name },
      look: {
        streamType:
          stream === 'm' ? ('main' as const) : stream === 's' ? ('sub' as const) : ('auto' as const),
        ratio: ratio === '0' ? (0 as const) : ratio === '1' ? (1 as const) : (2 as const),
      },
    }
  } catch {
    return undefined
  }
}
