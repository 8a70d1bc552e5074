import { lazy, Suspense, useEffect } from 'react'
import { SectionBoundary } from '../../components/failure/section-boundary.tsx'
import { showPalette, usePalette } from './palette-state.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Where letters are typed, or mean something else. */
const TYPED_IN = 'input, textarea, [role="combobox"], [contenteditable="true"]'

/** Opens the command palette by Ctrl+K (Cmd+K) and the list of keys by ?. */
export function PaletteHost() {
  const shown = usePalette((palette) => palette.shown)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.altKey) return
      const within = (places: string) =>
        event.target instanceof HTMLElement && event.target.closest(places) !== null
      const isTyped = within(TYPED_IN)
      const isInPalette = within('.palette')
      const isOpen = usePalette.getState().shown === 'palette'
      const { ctrlKey, metaKey, shiftKey, key } = event
      if ((ctrlKey || metaKey) && !shiftKey && key.toLowerCase() === 'k') {
        showPalette(isOpen ? undefined : 'palette')
      } else if (key === '?' && !isOpen && !ctrlKey && !metaKey && !isTyped) showPalette('keys')
      // The palette may still be on its way: what is typed meanwhile is in it when it comes.
      else if (isOpen && !isInPalette && key.length === 1 && !ctrlKey && !metaKey) {
        usePalette.setState(({ typed }) => ({ typed: typed + key, isEntered: false }))
      } else if (isOpen && !isInPalette && key === 'Enter') usePalette.setState({ isEntered: true })
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    // Before parts that keep keys for themselves, and before the browser's own Ctrl+K.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [])
  if (shown === undefined) return null
  const Shown = shown === 'palette' ? Palette : KeysDialog
  return (
    <SectionBoundary key={shown}>
      <Suspense>
        <Shown onClose={() => showPalette(undefined)} />
      </Suspense>
    </SectionBoundary>
  )
}
