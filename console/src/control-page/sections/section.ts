import type { LiveState } from '@backlot/contract/control/live-calls'

/** What a section is drawn from, once a second. */
export type SectionProps = { state: LiveState }
