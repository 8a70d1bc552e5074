import type { OrderOutcome } from '@backlot/contract/work-orders/entities'

/** The sign of an outcome: its colour in the chart, and a shape of its own. */
export function OutcomeMark({ outcome }: { outcome: OrderOutcome }) {
  return <span className="outcome-mark" data-outcome={outcome} aria-hidden="true" />
}
