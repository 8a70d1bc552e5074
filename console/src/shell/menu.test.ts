import { ALL_CAPABILITIES } from '@backlot/contract/capabilities'
import { ROUTE_PATHS } from '@backlot/contract/routes'
import { expect, it } from 'vitest'
import { activePath, managementFor, sideMenuAt, tabsFor } from './menu.ts'

const everything = { permission: new Set(ROUTE_PATHS), systemFunction: ALL_CAPABILITIES }
const paths = (entries: readonly { path: string }[]) => entries.map((entry) => entry.path)
const every = () => true

it('shows only what leads to a screen', () => {
  const screens = new Set(['/index', '/dispatch', '/earlyWarningData/alarmList'])
  const tabs = tabsFor(everything, (path) => screens.has(path))
  expect(paths(tabs)).toEqual(['/index', '/dispatch', '/earlyWarningData'])
  expect(tabs[2]?.target).toBe('/earlyWarningData/alarmList')
  expect(managementFor(everything, (path) => screens.has(path))).toEqual([])
})

it('shows only what the permission list names, and home to everybody', () => {
  const grant = { permission: new Set(['/dispatch']), systemFunction: ALL_CAPABILITIES }
  expect(paths(tabsFor(grant, every))).toEqual(['/index', '/dispatch', '/aiAlarm'])
})

it('needs one of the capabilities that a route names', () => {
  const withoutVideo = { ...everything, systemFunction: 64 }
  expect(paths(tabsFor(withoutVideo, every))).not.toContain('/realTime')
  expect(paths(tabsFor({ ...everything, systemFunction: 2 }, every))).toContain('/realTime')
})

it('checks children by themselves, even below a parent that is not permitted', () => {
  const grant = { permission: new Set(['/systemManange/userManage']), systemFunction: 0 }
  expect(paths(sideMenuAt('/systemManange/userManage', grant, every))).toEqual(['/systemManange/userManage'])
  expect(managementFor(grant, every)[0]?.target).toBe('/systemManange/userManage')
})

it('has a side menu under system, server and maintenance only', () => {
  expect(sideMenuAt('/systemManange/alarmType', everything, every).length).toBeGreaterThan(8)
  expect(sideMenuAt('/dispatch', everything, every)).toEqual([])
})

it('finds the tab of a location', () => {
  const tabs = tabsFor(everything, every)
  expect(activePath(tabs, '/')).toBe('/index')
  expect(activePath(tabs, '/earlyWarningData/alarmList')).toBe('/earlyWarningData')
  expect(activePath(tabs, '/404')).toBeUndefined()
})
