import { ROUTES } from '@backlot/contract/routes'
import { expect, it } from 'vitest'
import { GRANTABLE, PERMISSION_TREE, sameGrants, tickState, togglePath } from './permission-tree.ts'

const any = () => true
const alarmPages = ['alarmList', 'alarmStatis', 'workOrderList'].map((page) => `/earlyWarningData/${page}`)

it('holds every route once, below its parent, but those that nobody is kept from', () => {
  expect(new Set(GRANTABLE).size).toBe(GRANTABLE.length)
  const missing = ROUTES.map(({ path }) => path).filter((path) => !GRANTABLE.includes(path))
  expect(missing).toEqual(['/login', '/404', '/'])
  for (const node of PERMISSION_TREE) {
    for (const child of node.children) expect(child.route.parent).toBe(node.route.path)
  }
})

it('offers a page with two addresses once, and grants both with it', () => {
  const labels = (nodes: typeof PERMISSION_TREE): string[] =>
    nodes.flatMap(({ route, children }) => [route.label, ...labels(children)])
  const all = labels(PERMISSION_TREE)
  expect(all.filter((label, at) => all.indexOf(label) !== at)).toEqual([])
  expect(tickState('/realTime/videoReplay', new Set(['/videoReplay']))).toBe('some')
  expect(togglePath('/realTime/videoReplay', ['/realTime', '/videoReplay'], any)).toEqual([
    '/realTime',
    '/videoReplay',
    '/realTime/videoReplay',
  ])
  expect(
    togglePath('/realTime/videoReplay', ['/realTime', '/videoReplay', '/realTime/videoReplay'], any),
  ).toEqual(['/realTime'])
})

it('ticks all sub-pages with a page and unticks them with it', () => {
  const ticked = togglePath('/earlyWarningData', ['/index'], any)
  expect(ticked).toEqual(['/index', '/earlyWarningData', ...alarmPages])
  expect(tickState('/earlyWarningData', new Set(ticked))).toBe('all')
  expect(togglePath('/earlyWarningData', ticked, any)).toEqual(['/index'])
})

it('ticks the page above with a sub-page and leaves it when the sub-page goes', () => {
  const ticked = togglePath('/dispatch/mapReplay', [], any)
  expect(ticked).toEqual(['/dispatch', '/dispatch/mapReplay', '/mapReplay'])
  const without = togglePath('/dispatch/mapReplay', ticked, any)
  expect(without).toEqual(['/dispatch'])
  expect(tickState('/dispatch', new Set(without))).toBe('some')
})

it('completes a page that is ticked in part', () => {
  expect(togglePath('/earlyWarningData', [alarmPages[0]!], any)).toHaveLength(4)
})

it('changes only what may be granted and keeps what it does not know', () => {
  const may = (path: string) => path === alarmPages[0]
  expect(togglePath('/earlyWarningData', ['/login'], may)).toEqual(['/login', alarmPages[0]])
  expect(togglePath('/nowhere', ['/login'], any)).toEqual(['/login'])
})

it('compares grants whatever their order', () => {
  expect(sameGrants(['/a', '/b'], ['/b', '/a', '/a'])).toBe(true)
  expect(sameGrants(['/a'], ['/a', '/b'])).toBe(false)
})
