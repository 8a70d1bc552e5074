import { create } from 'zustand'
import { wallIn, windowsText } from './wall-address.ts'
import type { Wall } from './wall-store.ts'
import { closeWindow, openMany, type Place, roomFor, setLayout, type WindowGrid } from './window-grid.ts'

/** What the link needs of a wall. */
export type LinkedWall = Pick<Wall, 'use' | 'grid' | 'change'>

/** A wall as it goes to another window: as in an address. */
export type WallText = { layout: string; windows: string }

export type WallMessage =
  | { kind: 'who' }
  /** The sender is there, and shows this. */
  | { kind: 'here'; wall: WallText }
  | { kind: 'gone' }
  /** The receiver shows this from now on, and gives what it showed. */
  | { kind: 'take'; wall: WallText }
  | { kind: 'give'; wall: WallText }
  /** The receiver shows this from now on. */
  | { kind: 'show'; wall: WallText }
  /** The receiver opens a camera. */
  | { kind: 'open'; place: Place }
  /** The sender has opened these cameras: the receiver closes them. */
  | { kind: 'opened'; cameras: readonly string[] }
  /** Somebody touched the sender. */
  | { kind: 'active' }
  /** The session has ended: a second window closes. */
  | { kind: 'end' }

/** The other window of a pair, as far as it is known. */
export const useOtherWindow = create<{ wall: WallText | undefined }>(() => ({ wall: undefined }))

/** Ways out of this module, which tests replace. */
type LinkEnvironment = {
  post(message: WallMessage): void
  /** Somebody touched the other window. */
  onActive(): void
  /** The session has ended. */
  onEnd(): void
}

const NO_CAMERA = 'none'
const cameraOf = ({ sn, chnId }: Place) => `${sn}/${chnId}`
const camerasOf = (grid: WindowGrid) => grid.windows.flatMap(({ place }) => (place ? [cameraOf(place)] : []))

export const wallText = (grid: WindowGrid): WallText => ({
  layout: String(grid.layout),
  windows: windowsText(grid) ?? NO_CAMERA,
})
const showText = (wall: LinkedWall, text: WallText) =>
  wall.change((before) => wallIn(new URLSearchParams(text), before))

/**
 * One end of the link between the walls of two windows. A camera is on one of them: who opens it there takes it away
 * here.
 */
export function createWallLink(wall: LinkedWall, { post, onActive, onEnd }: LinkEnvironment) {
  const waiting: WallMessage[] = []
  const here = () => post({ kind: 'here', wall: wallText(wall.grid()) })
  const stop = wall.use.subscribe(({ grid }, { grid: before }) => {
    if (grid === before) return
    const known = new Set(camerasOf(before))
    const cameras = camerasOf(grid).filter((camera) => !known.has(camera))
    if (cameras.length > 0) post({ kind: 'opened', cameras })
    here()
  })
  post({ kind: 'who' })
  here()

  const showIt = ({ wall: text }: { wall: WallText }) => showText(wall, text)
  const hears: { [Kind in WallMessage['kind']]: (message: Extract<WallMessage, { kind: Kind }>) => void } = {
    who: here,
    here(message) {
      useOtherWindow.setState({ wall: message.wall })
      for (const one of waiting.splice(0)) post(one)
    },
    gone: () => useOtherWindow.setState({ wall: undefined }),
    take(message) {
      const mine = wallText(wall.grid())
      showIt(message)
      post({ kind: 'give', wall: mine })
    },
    give: showIt,
    show: showIt,
    open: ({ place }) => wall.change((before) => openBeside(before, place)),
    opened: ({ cameras }) =>
      wall.change((before) =>
        before.windows.reduce(
          (grid, { id, place }) =>
            place && cameras.includes(cameraOf(place)) ? closeWindow(grid, id) : grid,
          before,
        ),
      ),
    active: onActive,
    end: onEnd,
  }
  /** Takes a message of the other end. */
  function hear<Kind extends WallMessage['kind']>(message: Extract<WallMessage, { kind: Kind }>): void {
    hears[message.kind as Kind](message)
  }
  return {
    hear,
    /** Sends a message now, or as soon as the other window is there. */
    send(message: WallMessage): void {
      if (useOtherWindow.getState().wall) post(message)
      else waiting.push(message)
    },
    post,
    stop,
  }
}
export type WallLink = ReturnType<typeof createWallLink>

/** Opens a camera in a free window, in a larger layout when there is none. */
function openBeside(grid: WindowGrid, place: Place): WindowGrid {
  const isFull = grid.windows.slice(0, grid.layout).every((one) => one.place)
  return openMany(isFull ? setLayout(grid, roomFor(grid.layout + 1)) : grid, [place])
}
