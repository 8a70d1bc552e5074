import type { LiveState } from '@backlot/contract/control/live-calls'

/** A part of the page while it is shown. */
export type Section = {
  element: HTMLElement
  /** Once a second. */
  update(state: LiveState): void
  close?(): void
}
