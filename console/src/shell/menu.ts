import type { ConsoleRoute } from '@backlot/contract/routes'
import { ROUTES, routeAt } from '@backlot/contract/routes'
import { type Grant, isRoutePermitted } from '../session/permission.ts'

export type MenuEntry = {
  path: string
  /** Key below `menu.` in the shell's texts. */
  label: string
  /** Where the entry leads: its own screen, or its first child's. */
  target: string
  children: readonly MenuEntry[]
}

/** Tabs of the header, in order. */
const TAB_PATHS = [
  '/index',
  '/dispatch',
  '/realTime',
  '/senseDevice',
  '/solarEnergy',
  '/agriculture',
  '/gas',
  '/earlyWarningData',
  '/aiAlarm',
  '/largeScreen',
] as const

/** Paths with a menu of their own at the left side (stated). */
export const SIDE_MENU_PATHS = ['/systemManange', '/serverManange', '/maintenance'] as const

type HasScreen = (path: string) => boolean

/** Tabs that the user may open and that lead to a screen. */
export function tabsFor(grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  return TAB_PATHS.flatMap((path) => entryAt(path, grant, hasScreen))
}

/** The system, server and maintenance entries, under the same condition. */
export function managementFor(grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  return SIDE_MENU_PATHS.flatMap((path) => entryAt(path, grant, hasScreen))
}

/** The side menu's entries at a location, or none when it has no side menu. */
export function sideMenuAt(location: string, grant: Grant, hasScreen: HasScreen): readonly MenuEntry[] {
  const top = SIDE_MENU_PATHS.find((path) => location === path || location.startsWith(`${path}/`))
  return top ? (entryAt(top, grant, hasScreen)[0]?.children ?? []) : []
}

function entryAt(path: string, grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  const route = routeAt(path)
  return route ? entryOf(route, grant, hasScreen) : []
}

/** An entry that leads nowhere is left out; children are checked by themselves (stated). */
function entryOf(route: ConsoleRoute, grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  const children = ROUTES.filter((child) => child.parent === route.path).flatMap((child) =>
    entryOf(child, grant, hasScreen),
  )
  const own = hasScreen(route.path) && isRoutePermitted(route, grant)
  const target = own ? route.path : children[0]?.target
  return target ? [{ path: route.path, label: route.label, target, children }] : []
}

/** The entry that a location belongs to. */
export function activePath(entries: readonly MenuEntry[], location: string): string | undefined {
  const path = location === '/' ? '/index' : location
  return entries.find((entry) => path === entry.path || path.startsWith(`${entry.path}/`))?.path
}
