/** While somebody holds the page, the operator is asked before it is left or loaded anew. */
let holders = 0
let released = false

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Holds the page until the answered function is called. */
export function guardPage(): () => void {
  let held = true
  holders += 1
  if (holders === 1) addEventListener('beforeunload', ask)
  return () => {
    if (!held) return
    held = false
    holders -= 1
    if (holders === 0) removeEventListener('beforeunload', ask)
  }
}

/** Whether something that was entered would be lost by leaving the screen. */
export function isPageHeld(): boolean {
  return holders > 0 && !released
}

/** The platform sends the operator away: nothing that is typed could be saved any more, so nothing is asked. */
export function letPageGo(): void {
  released = true
  removeEventListener('beforeunload', ask)
}
