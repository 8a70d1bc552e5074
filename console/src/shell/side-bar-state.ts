import { create } from 'zustand'
import { useMediaQuery } from '../components/use-media-query.ts'
import { setSetting, useSettings } from '../platform/settings-store.ts'

const phone = matchMedia('(width <= 700px)')
const wide = matchMedia('(width >= 1500px)')

/** On a phone the bar lies over the screen, and is closed at first. */
const useOverlay = create(() => ({ isOpen: false }))

/** Whether the side bar shows names beside its icons: as chosen, else where the window is wide. */
export function useSideBar(): { isOpen: boolean; isOverlay: boolean; toggle: () => void } {
  const isOverlay = useMediaQuery(phone)
  const isWide = useMediaQuery(wide)
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
