import { create } from 'zustand'

/** What is open over the screen: the command palette with what is typed into it, or the list of keys. */
export const usePalette = create<{ shown: 'palette' | 'keys' | undefined; typed: string }>(() => ({
  shown: undefined,
  typed: '',
}))

export const showPalette = (shown: 'palette' | 'keys' | undefined): void =>
  usePalette.setState({ shown, typed: '' })
