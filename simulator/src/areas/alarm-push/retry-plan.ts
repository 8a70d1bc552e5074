import { PUSH_ATTEMPTS_MAX } from '@backlot/contract/alarm-push/constants'
import type { PushFault } from '@backlot/contract/alarm-push/entities'

/** Waits before the second, third … try: half an hour in all. */
const WAITS_MS = [5_000, 30_000, 120_000, 600_000, 1_200_000]
/** Answers that may be another one later. */
const PASSING_STATUS = [408, 425, 429]
const PASSING_FAULTS: readonly PushFault[] = ['notResolved', 'connect', 'timeout', 'answer']

/** How long to wait before a request is tried again; undefined when it is not. `attempts` counts those made. */
export function retryAfterMs(
  attempts: number,
  { fault, httpStatus }: { fault: PushFault; httpStatus: number | null },
): number | undefined {
  if (attempts >= PUSH_ATTEMPTS_MAX) return undefined
  const passing =
    fault === 'status'
      ? httpStatus !== null && (httpStatus >= 500 || PASSING_STATUS.includes(httpStatus))
      : PASSING_FAULTS.includes(fault)
  return passing ? WAITS_MS[attempts - 1] : undefined
}
