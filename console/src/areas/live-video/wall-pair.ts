import { notify } from '../../components/notifications/notify.ts'
import { isSecondWindow, openSecondWindow, pairName } from '../../features/second-window.ts'
import { loadTexts, textOf } from '../../language/language.ts'
import { onSessionEnd } from '../../session/session-end.ts'
import { createWallLink, useOtherWindow, type WallLink, type WallMessage, wallText } from './wall-link.ts'
import { screenWall } from './wall-store.ts'
import type { Place } from './window-grid.ts'

/** Shortest interval of sharing activity with the other window. */
const SHARE_APART_MS = 5000
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

let link: WallLink | undefined

/** Joins the wall of this window with the one of its pair, once for the page; nothing while it has none. */
export function joinPair(): void {
  const name = pairName()
  if (link || name === undefined) return
  const channel = new BroadcastChannel(name)
  let isLeaving = false
  const post = (message: WallMessage) => {
    if (!isLeaving) channel.postMessage(message)
  }
  const made = createWallLink(screenWall, {
    post,
    // Video is paused, and signed out, when nobody touches either window.
    onActive: () => window.dispatchEvent(new MouseEvent('mousemove')),
    onEnd: () => {
      if (isSecondWindow) window.close()
    },
  })
  link = made
  channel.onmessage = ({ data }: MessageEvent<WallMessage>) => made.hear(data)
  window.addEventListener(
    'pagehide',
    () => {
      post({ kind: 'gone' })
      isLeaving = true
    },
    { capture: true },
  )
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    isLeaving = false
    post({ kind: 'here', wall: wallText(screenWall.grid()) })
  })
  let sharedMs = Number.NEGATIVE_INFINITY
  const touched = ({ isTrusted, timeStamp }: Event) => {
    // What the other window shared comes from no hand.
    if (!isTrusted || timeStamp - sharedMs < SHARE_APART_MS) return
    sharedMs = timeStamp
    post({ kind: 'active' })
  }
  for (const type of TOUCHES) window.addEventListener(type, touched, { passive: true, capture: true })
  onSessionEnd(() => {
    post({ kind: 'end' })
    if (isSecondWindow) window.close()
  })
}

/**
 * Opens the second window and joins it, or says what to do when the browser has blocked it. Answers whether it is open.
 */
export async function openPair(): Promise<boolean> {
  if (await openSecondWindow()) {
    joinPair()
    return true
  }
  await loadTexts(['video'])
  notify.error({ key: 'second', content: textOf('video')('second.blocked'), duration: 8 })
  return false
}

/** Moves the whole wall to the other window; what that showed comes here. */
export const moveWall = (): void => link?.send({ kind: 'take', wall: wallText(screenWall.grid()) })

/** Moves one camera to the other window; opens the second one when it is not there. */
export async function moveCamera(place: Place): Promise<void> {
  if (useOtherWindow.getState().wall || (await openPair())) link?.send({ kind: 'open', place })
}

/** Shows a wall in the second window. */
export const showInSecond = (wall: { layout: string; windows: string }): void =>
  link?.send({ kind: 'show', wall })

/** Whether the other window is there. */
export const useHasOther = (): boolean => useOtherWindow(({ wall }) => wall !== undefined)
