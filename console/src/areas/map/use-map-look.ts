import { useCallback, useMemo } from 'react'
import type { useAddress } from '../../components/use-address.ts'
import { type MapLook, readLook, withLook } from './map-look.ts'

type Address = ReturnType<typeof useAddress>

/** The look in the address, the same object while it stays the same, and a way to change it there. */
export function useMapLook(
  search: Address[0],
  setAddress: Address[1],
): [look: MapLook, setLook: (change: Partial<MapLook>) => void] {
  const key = withLook(new URLSearchParams(), readLook(search)).toString()
  const look = useMemo(() => readLook(new URLSearchParams(key)), [key])
  const setLook = useCallback(
    (change: Partial<MapLook>) =>
      setAddress((before) => withLook(before, { ...readLook(before), ...change })),
    [setAddress],
  )
  return [look, setLook]
}
