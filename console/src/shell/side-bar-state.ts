import { create } from 'zustand'
import { useIsPhone, useMediaQuery } from '../components/use-media-query.ts'
import { setSetting, useSettings } from '../platform/settings-store.ts'

/** On a phone the bar lies over the screen, and is closed at first. */
const useOverlay = create(() => ({ isOpen: false }))

/** Whether the side bar shows names beside its icons: as chosen, else where the window is wide. */
export function useSideBar(): { isOpen: boolean; isOverlay: boolean; toggle: () => void } {
  const isOverlay = useIsPhone()
  const isWide = useMediaQuery('(width >= 1500px)')
  const overlay = useOverlay((state) => state.isOpen)
  const chosen = useSettings((settings) => settings.sideBar)
  const isOpen = isOverlay ? overlay : chosen === undefined ? isWide : chosen === 'open'
  const toggle = () => {
    if (isOverlay) useOverlay.setState({ isOpen: !isOpen })
    else setSetting('sideBar', isOpen ? 'closed' : 'open')
  }
  return { isOpen, isOverlay, toggle }
}

/** Closes the bar that lies over the screen. */
export const closeSideBar = (): void => useOverlay.setState({ isOpen: false })
