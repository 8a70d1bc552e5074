type Hold = {
  /** Something was entered: leaving the screen would lose it too. */
  entries: boolean
  /** Saves entries that would be lost, when the page closes without a question. */
  save?: () => void
}

/** While something holds the page, the operator is asked before it is left or reloaded. */
const holds = new Set<Hold>()
let released = false

function ask(event: BeforeUnloadEvent): void {
  if (!released) event.preventDefault()
}

function hold(one: Hold): () => void {
  if (holds.size === 0) addEventListener('beforeunload', ask)
  holds.add(one)
  return () => {
    holds.delete(one)
    if (holds.size === 0) removeEventListener('beforeunload', ask)
  }
}

/** Holds the screen, and the page with it, until the answered function is called: something was entered. */
export const guardPage = (): (() => void) => hold({ entries: true })

/**
 * Holds the page, not the screen, until the answered function is called. `save` is called when the platform sends the
 * operator away, since nothing is asked then.
 */
export const guardReload = (save: () => void): (() => void) => hold({ entries: false, save })

/** Whether something that was entered would be lost by leaving the screen. */
export function isPageHeld(): boolean {
  return !released && [...holds].some(({ entries }) => entries)
}

/**
 * The platform signs the operator out: entries can no longer be saved to it, so nothing is asked. Those that can be
 * saved locally are.
 */
export function letPageGo(): void {
  released = true
  for (const { save } of [...holds]) save?.()
}
