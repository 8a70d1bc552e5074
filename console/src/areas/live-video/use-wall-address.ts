import { useEffect, useLayoutEffect, useRef } from 'react'
import type { useAddress } from '../../components/use-address.ts'
import { wallIn, withWall } from './wall-address.ts'
import type { Wall } from './wall-store.ts'

type Address = ReturnType<typeof useAddress>

const wallPart = (search: URLSearchParams) => `${search.get('layout')} ${search.get('windows')}`

/**
 * Layout and cameras of a wall in the address (`?layout=9&windows=…`): what is entered there takes precedence over the
 * stored wall, and changes of the wall are written into it, so that a link shows the same wall.
 */
export function useWallAddress(wall: Wall, [search, setAddress]: Address): void {
  const grid = wall.use((state) => state.grid)
  /** Written by this hook and not seen in the address yet; the last one. */
  const own = useRef({ open: new Set<string>(), last: '' })
  const entered = wallPart(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wall in the address changes the wall
  useLayoutEffect(() => {
    const { open, last } = own.current
    if (open.has(entered)) {
      if (entered === last) open.clear()
      else open.delete(entered)
      return
    }
    wall.change((before) => wallIn(search, before))
  }, [entered, wall])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the wall is written
  useEffect(() => {
    setAddress((before) => {
      // The address that was entered may have changed the wall in this very turn.
      const after = withWall(before, wall.grid())
      const written = wallPart(after)
      if (written !== wallPart(before)) {
        own.current.open.add(written)
        own.current.last = written
      }
      return after
    })
  }, [grid, wall, setAddress])
}
