/** Names of second windows: the browser keeps one over reloads, and finds a window by it. */
const PREFIX = 'backlot-wall-'
/** Of this tab: the name of its second window. */
const STORED_KEY = 'wallWindow'
/** Size where no other display is known. */
const WIDTH_PX = 1280
const HEIGHT_PX = 800

/** Whether this is the second window of another one: live video alone, without side bar and header. */
export const isSecondWindow = typeof window !== 'undefined' && window.name.startsWith(PREFIX)

/** Whether a screen of this window has no side bar and no header: the wall of a second window. */
export const isSecondWall = (path: string): boolean => isSecondWindow && path === '/realTime'

/** The channel of a window and its second one; undefined while this window has none. */
export function pairName(): string | undefined {
  return isSecondWindow ? window.name : (sessionStorage.getItem(STORED_KEY) ?? undefined)
}

/**
 * Opens the second window, or brings it to the front: on another display where the browser tells which there are
 * (Window Management, W3C) and the user allows it. Call it while a press is handled. Answers false when the browser has
 * blocked it.
 */
export async function openSecondWindow(): Promise<boolean> {
  const name = pairName() ?? PREFIX + crypto.getRandomValues(new Uint32Array(2)).join('-')
  sessionStorage.setItem(STORED_KEY, name)
  const place = (await otherDisplay()) ?? { width: WIDTH_PX, height: HEIGHT_PX }
  const features = Object.entries({ popup: 1, ...place }).map(([key, value]) => `${key}=${value}`)
  const opened = window.open(`${location.pathname}#/realTime`, name, features.join())
  opened?.focus()
  return opened !== null
}

type Display = { availLeft: number; availTop: number; availWidth: number; availHeight: number }
type Displays = { screens: readonly Display[]; currentScreen: Display }
type DisplayWindow = { getScreenDetails?: () => Promise<Displays>; screen: { isExtended?: boolean } }

/** The place of a display that this window is not on; undefined when there is none, or the browser does not tell. */
async function otherDisplay(): Promise<
  { left: number; top: number; width: number; height: number } | undefined
> {
  // TypeScript does not know this interface yet.
  const page: DisplayWindow = window as DisplayWindow
  if (!page.getScreenDetails || page.screen.isExtended !== true) return undefined
  try {
    const { screens, currentScreen } = await page.getScreenDetails()
    const other = screens.find((one) => one !== currentScreen)
    return (
      other && {
        left: other.availLeft,
        top: other.availTop,
        width: other.availWidth,
        height: other.availHeight,
      }
    )
  } catch {
    // Not allowed: it opens on this display.
    return undefined
  }
}
