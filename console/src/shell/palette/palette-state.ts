import { create } from 'zustand'

type State = {
  /** What is open over the screen: the command palette, or the list of keys. */
  shown: 'palette' | 'keys' | undefined
  /** What is typed into the palette. */
  typed: string
  /** Enter was pressed before the palette was there. */
  isEntered: boolean
}

export const usePalette = create<State>(() => ({ shown: undefined, typed: '', isEntered: false }))

export const showPalette = (shown: 'palette' | 'keys' | undefined): void =>
  usePalette.setState({ shown, typed: '', isEntered: false })
