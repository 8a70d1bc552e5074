import { ROUTES, routeAt } from '@backlot/contract/routes'
import { type Grant, isRoutePermitted } from '../session/permission.ts'
import type { ScreenPath } from '../session/screen-paths.ts'

/** A screen in a menu. */
export type MenuEntry = {
  path: string
  /** Key below `menu.` in the shell's texts. */
  label: string
}

/** Screens that belong together; `name` is a key below `nav.group.` in the shell's texts. */
export type MenuGroup = { name: GroupName | undefined; entries: readonly MenuEntry[] }

/** A part of the management, with its own list of screens. */
export type MenuSection = MenuEntry & {
  /** Its first screen that may be opened. */
  target: string
  children: readonly MenuEntry[]
}

type GroupName = 'alarms' | 'watch' | 'map' | 'data' | 'work'

/** Screens of the daily work, in order. */
const GROUPS: readonly (readonly [GroupName | undefined, readonly ScreenPath[]])[] = [
  [undefined, ['/index']],
  ['alarms', ['/earlyWarningData/alarmList', '/earlyWarningData/alarmStatis', '/aiAlarm']],
  [
    'watch',
    [
      '/realTime',
      '/realTime/videoReplay',
      '/realTime/videoPoll',
      '/realTime/videoPreplan',
      '/realTime/statDevOnline',
      '/largeScreen',
    ],
  ],
  ['map', ['/dispatch', '/dispatch/mapReplay']],
  ['data', ['/senseDevice', '/solarEnergy', '/agriculture', '/gas']],
  ['work', ['/earlyWarningData/workOrderList']],
]

/** Paths with a list of screens of their own (stated). */
const SECTION_PATHS = ['/systemManange', '/serverManange', '/maintenance'] as const

type HasScreen = (path: string) => boolean

/** Groups of screens that the user may open; none is empty. */
export function groupsFor(grant: Grant, hasScreen: HasScreen): MenuGroup[] {
  return GROUPS.map(([name, paths]) => ({
    name,
    entries: paths.flatMap((path) => entryAt(path, grant, hasScreen)),
  })).filter(({ entries }) => entries.length > 0)
}

/** System, server and maintenance, where at least one of their screens may be opened. */
export function sectionsFor(grant: Grant, hasScreen: HasScreen): MenuSection[] {
  return SECTION_PATHS.flatMap((path) => {
    const children = screensBelow(path, grant, hasScreen)
    const [first] = children
    return first ? [{ path, label: routeAt(path)?.label ?? '', target: first.path, children }] : []
  })
}

/** Screens right below a path that the user may open. */
export function screensBelow(path: string, grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  return ROUTES.filter(({ parent }) => parent === path).flatMap((child) =>
    entryAt(child.path, grant, hasScreen),
  )
}

/** The section that a location belongs to. */
export function sectionAt(location: string, sections: readonly MenuSection[]): MenuSection | undefined {
  return sections.find(({ path }) => location === path || location.startsWith(`${path}/`))
}

function entryAt(path: string, grant: Grant, hasScreen: HasScreen): MenuEntry[] {
  const route = routeAt(path)
  const isOpen = route !== undefined && hasScreen(path) && isRoutePermitted(route, grant)
  return isOpen ? [{ path, label: route.label }] : []
}

/** The names over a screen, outermost first: its group or section, and itself. */
export type Trail = { group: GroupName | 'manage' | undefined; section: string | undefined; label: string }

/** Where a location stands in the menu; second addresses of a screen stand where their screen does. */
export function trailOf(location: string): Trail | undefined {
  const route = routeAt(location)
  if (!route || route.path === '/404') return undefined
  const section = SECTION_PATHS.find((path) => location.startsWith(`${path}/`))
  const group = GROUPS.find(([, paths]) => paths.some((path) => path === location || path.endsWith(location)))
  return {
    group: section ? 'manage' : location === '/' ? undefined : group?.[0],
    section: section && routeAt(section)?.label,
    label: route.label,
  }
}
