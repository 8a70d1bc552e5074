import { expect, it } from 'vitest'
import { wallIn, windowsText, withWall } from './wall-address.ts'
import { changeWindow, emptyGrid, openIn, type WindowGrid } from './window-grid.ts'

const search = (text: string) => new URLSearchParams(text)
const camera = (sn: string, chnId = 1) => ({ sn, chnId, name: sn })
const placesOf = ({ windows }: WindowGrid) =>
  windows.flatMap(({ id, place }) => (place ? [`${id} ${place.sn}/${place.chnId}`] : []))

it('a wall in an address is the same wall again: layout, cameras by window, streams and ratios', () => {
  let grid = openIn(emptyGrid(9), 0, camera('EX000011'))
  grid = openIn(grid, 7, camera('EX.0*0 1/12', 32))
  grid = changeWindow(grid, 7, { streamType: 'main', ratio: 0 })
  grid = changeWindow(openIn(grid, 3, camera('门', -1)), 3, { streamType: 'sub', ratio: 1 })
  const address = withWall(search('tree=0'), grid)
  const again = wallIn(search(address.toString()), emptyGrid())
  expect(placesOf(again)).toEqual(placesOf(grid))
  expect(again.layout).toBe(9)
  expect(again.windows[7]).toMatchObject({ streamType: 'main', ratio: 0 })
  expect(again.windows[3]).toMatchObject({ streamType: 'sub', ratio: 1 })
  expect(address.get('tree')).toBe('0')
  expect(windowsText(again)).toBe(windowsText(grid))
})

it('the names of usual devices are readable in an address', () => {
  const grid = openIn(openIn(emptyGrid(), 0, camera('EX000011')), 2, camera('EX-12_3', 2))
  expect(withWall(search(''), grid).toString()).toBe('windows=EX000011.1**EX-12_3.2&layout=4')
})

it('an empty wall is in an address only where one must tell it from a wall that is not mentioned', () => {
  expect(withWall(search(''), emptyGrid()).toString()).toBe('')
  expect(withWall(search('workspace=3'), emptyGrid()).get('windows')).toBe('none')
  const grid = openIn(emptyGrid(), 0, camera('A'))
  expect(placesOf(wallIn(search('windows=none'), grid))).toEqual([])
  expect(wallIn(search('workspace=3'), grid)).toBe(grid)
})

it('a window that has its camera already goes on as it is', () => {
  const grid = changeWindow(openIn(emptyGrid(), 1, camera('A')), 1, { muted: false })
  expect(wallIn(search('windows=*A.1&layout=4'), grid)).toBe(grid)
  const next = wallIn(search('windows=B.1*A.1'), grid)
  expect(next.windows[1]).toMatchObject({ muted: false, place: camera('A') })
  expect(next.windows[0]?.place).toEqual(camera('B'))
})

it('what cannot be read is an empty window, and sixteen are the most', () => {
  const text = `x*A.1q*%E0%A4.1*.1*${Array.from({ length: 40 }, (_, n) => `C${n}.1`).join('*')}`
  expect(placesOf(wallIn(new URLSearchParams({ windows: text }), emptyGrid()))).toEqual(
    Array.from({ length: 12 }, (_, n) => `${n + 4} C${n}/1`),
  )
})
