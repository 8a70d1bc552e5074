import { useEffect } from 'react'

/** Where these keys have a meaning of their own. */
const KEEPS_KEYS =
  'input, textarea, video, canvas, [role="combobox"], [role="listbox"], [role="tab"], [role="slider"], [class*="image-preview"], [contenteditable="true"]'

const STEPS: Readonly<Record<string, -1 | 1>> = {
  ArrowLeft: -1,
  k: -1,
  K: -1,
  ArrowRight: 1,
  j: 1,
  J: 1,
}

/** Arrow keys, and J and K, walk to the next and the previous one. */
export function useWalkKeys(walk: (step: -1 | 1) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      const step = STEPS[event.key]
      if (!step) return
      if (event.target instanceof HTMLElement && event.target.closest(KEEPS_KEYS)) return
      walk(step)
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
}
