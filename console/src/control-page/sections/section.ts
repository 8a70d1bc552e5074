import type { LiveState } from '@backlot/contract/control/live-calls'

/** Data that a section is drawn from, once a second. */
export type SectionProps = { state: LiveState }
