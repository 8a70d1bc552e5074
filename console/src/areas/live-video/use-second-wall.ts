import { useCallback, useEffect, useRef } from 'react'
import type { useAddress } from '../../components/use-address.ts'
import { isSecondWindow } from '../../features/second-window.ts'
import { useOtherWindow, type WallText } from './wall-link.ts'
import { showInSecond } from './wall-pair.ts'

type Address = ReturnType<typeof useAddress>

const [LAYOUT, WINDOWS] = ['layout2', 'windows2']

function askedIn(search: URLSearchParams): WallText | undefined {
  const [layout, windows] = [search.get(LAYOUT), search.get(WINDOWS)]
  return layout === null || windows === null ? undefined : { layout, windows }
}
const keyOf = (wall: WallText | undefined) => wall && `${wall.layout} ${wall.windows}`

/**
 * The wall of the second window in the address of the first (`layout2`, `windows2`), so that a workspace has both. What is
 * entered there is shown in the second window. Answers whether the address wants one that is not open, and a function
 * that gives that up.
 */
export function useSecondWall([search, setAddress]: Address): { isWanted: boolean; giveUp: () => void } {
  const other = useOtherWindow((state) => state.wall)
  const asked = askedIn(search)
  const [askedKey, otherKey] = [keyOf(asked), keyOf(other)]
  /** Last wall that was written into the address, or asked of the second window. */
  const settled = useRef<string>(undefined)
  const wasThere = useRef(false)
  const put = useCallback(
    (wall: WallText | undefined) =>
      setAddress((before) => {
        before.delete(LAYOUT)
        before.delete(WINDOWS)
        if (wall) {
          before.set(LAYOUT, wall.layout)
          before.set(WINDOWS, wall.windows)
        }
        return before
      }),
    [setAddress],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: walls by their texts
  useEffect(() => {
    if (isSecondWindow) return
    if (!other) {
      // It was closed: the address has one window from now on.
      if (wasThere.current) put(undefined)
      wasThere.current = false
      return
    }
    wasThere.current = true
    if (askedKey === otherKey) settled.current = otherKey
    else if (asked && askedKey !== settled.current) {
      settled.current = askedKey
      showInSecond(asked)
    } else {
      settled.current = otherKey
      put(other)
    }
  }, [askedKey, otherKey])
  const giveUp = useCallback(() => put(undefined), [put])
  return { isWanted: !isSecondWindow && asked !== undefined && !other, giveUp }
}
