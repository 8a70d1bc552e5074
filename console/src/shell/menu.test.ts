import { ALL_CAPABILITIES } from '@backlot/contract/capabilities'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { expect, it } from 'vitest'
import { groupsFor, screensBelow, sectionAt, sectionsFor, trailOf } from './menu.ts'

const everything = { permission: new Set(ROUTE_PATHS), systemFunction: ALL_CAPABILITIES }
const every = () => true
const pathsOf = (grant: typeof everything, hasScreen: (path: string) => boolean = every) =>
  groupsFor(grant, hasScreen).flatMap(({ entries }) => entries.map(({ path }) => path))

it('shows only what leads to a screen, and no empty group', () => {
  const screens = new Set(['/index', '/dispatch', '/earlyWarningData/alarmList'])
  const groups = groupsFor(everything, (path) => screens.has(path))
  expect(groups.map(({ name, entries }) => [name, ...entries.map(({ path }) => path)])).toEqual([
    [undefined, '/index'],
    ['alarms', '/earlyWarningData/alarmList'],
    ['map', '/dispatch'],
  ])
  expect(sectionsFor(everything, (path) => screens.has(path))).toEqual([])
})

it('shows only what the permission list names, and home to everybody', () => {
  const grant = { permission: new Set(['/dispatch']), systemFunction: ALL_CAPABILITIES }
  expect(pathsOf(grant)).toEqual(['/index', '/aiAlarm', '/dispatch'])
})

it('needs one of the capabilities that a route names', () => {
  expect(pathsOf({ ...everything, systemFunction: 64 })).not.toContain('/realTime')
  expect(pathsOf({ ...everything, systemFunction: 2 })).toContain('/realTime')
})

it('checks children by themselves, even below a parent that is not permitted', () => {
  const grant = { permission: new Set(['/systemManange/userManage']), systemFunction: 0 }
  const [section, ...others] = sectionsFor(grant, every)
  expect(others).toEqual([])
  expect(section).toMatchObject({ path: '/systemManange', target: '/systemManange/userManage' })
  expect(section?.children.map(({ path }) => path)).toEqual(['/systemManange/userManage'])
})

it('finds the section of a location', () => {
  const sections = sectionsFor(everything, every)
  expect(sectionAt('/systemManange/alarmType', sections)?.children.length).toBeGreaterThan(8)
  expect(sectionAt('/maintenance', sections)?.path).toBe('/maintenance')
  expect(sectionAt('/dispatch', sections)).toBeUndefined()
})

it('finds the screens below a path that has none itself', () => {
  const [first] = screensBelow('/earlyWarningData', everything, every)
  expect(first?.path).toBe('/earlyWarningData/alarmList')
})

it('says where a location stands in the menu', () => {
  expect(trailOf('/earlyWarningData/alarmList')).toEqual({
    group: 'alarms',
    section: undefined,
    label: 'warningList',
  })
  expect(trailOf('/videoReplay')).toMatchObject({ group: 'watch', label: 'replay' })
  expect(trailOf('/serverManange/mgt/webServer')).toEqual({
    group: 'manage',
    section: 'serverMgt',
    label: 'webServer',
  })
  expect(trailOf('/index')).toMatchObject({ group: undefined, label: 'home' })
  expect(trailOf('/404')).toBeUndefined()
  expect(trailOf('/nothing')).toBeUndefined()
})
